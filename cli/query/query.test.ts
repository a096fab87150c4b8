import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { checkFile } from '../../shared/check/check.ts'
import type { Descriptor, FieldDescriptor } from '../../shared/domains/descriptor.ts'
import { createRegistry, type Registry } from '../../shared/domains/registry.ts'
import { compiled, readCondition } from '../../shared/expression/expression.ts'
import { Frame } from '../../shared/expression/run/frame.ts'
import { ParsedRecord } from '../../shared/expression/run/parsed-record.ts'
import { LeftOut } from '../../shared/query/left-out.ts'
import { type QueryOptions, queryPlan } from '../../shared/query/query-plan.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { reachable, taskRegistry } from '../../test/expressions.ts'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import type { Plan } from '../plan/plan.ts'
import { findRecords } from './find-records.ts'
import { LateFields, outputOf, withAllColumns } from './print-query.ts'

const folder = mkdtempSync(join(tmpdir(), 'recline-query-'))
afterAll(() => rmSync(folder, { recursive: true }))

const now = Date.parse('2026-06-30T12:00:00Z')

const records = `@DOC domain=core.compliance
@CONTROL rid=CTL-1 | title="Access" | owner="CISO" | maturity:int=3
@CONTROL rid=CTL-2 | title="Backup" | owner="CTO"
@FINDING rid=FND-1 | control_ref="CTL-1" | severity="high" | remediation_due:ts=2026-07-31 | status="open"
@FINDING rid=FND-2 | control_ref="CTL-2" | severity="low" | remediation_due:ts=2026-05-31 | status="open"
@FINDING rid=FND-3 | control_ref="CTL-1" | severity=high | remediation_due:ts=2026-06-30T08:00:00+02:00
  | status="closed" | description="Zoë, said \\"no\\""
`

/** What a query prints, or the problem of its expressions. */
async function query(
  options: Partial<QueryOptions>,
  text = records,
  registry: Registry = builtinRegistry,
  leftOut = new LeftOut(),
): Promise<string> {
  const path = join(folder, 'a.rec')
  writeFileSync(path, text)
  const files = [{ source: { file: 'a.rec', path }, settings: { severity: {}, settingDomains: [], format: {} } }]
  const plan: Plan = { files, registry, failures: [], warnings: [], origins: [], isComplete: true }
  const wanted = queryPlan({ tag: 'FINDING', format: 'csv', ...options }, registry, [])
  if ('problem' in wanted) return wanted.problem
  let output = ''
  const records = (): ReturnType<typeof findRecords> => findRecords(plan, wanted, now, () => undefined)
  for await (const some of outputOf(await withAllColumns(wanted, records), records(), () => undefined, leftOut))
    output += some
  return output
}

test('records are filtered, selected and sorted', async () => {
  expect(await query({ where: 'severity == "high"', select: 'rid,remediation_due', sort: 'remediation_due' })).toBe(
    'rid,remediation_due\nFND-3,2026-06-30T08:00:00+02:00\nFND-1,2026-07-31\n',
  )
  expect(await query({ select: 'rid', sort: '-rid', limit: 2 })).toBe('rid\nFND-3\nFND-2\n')
})

test('a cell of CSV that a spreadsheet would run can be escaped, and a number stays one', async () => {
  const text = '@CONTROL rid="=1+1" | title="-1d" | maturity:int=-5\n@CONTROL rid="-5" | title="\'@x"\n'
  const options = { tag: 'CONTROL', select: 'rid,title,-maturity', where: 'true' }
  expect(await query(options, text)).toBe("rid,title,-maturity\n=1+1,-1d,5\n-5,'@x,\n")
  expect(await query({ ...options, escapeFormulas: true }, text)).toBe("rid,title,'-maturity\n'=1+1,'-1d,5\n-5,''@x,\n")
})

const exact = `@DOC domain=core.fintech
@TXN id="T-1" | amount:float=9007199254740993 | currency="Eur" | timestamp:ts=2026-05-12T14:31:07.123456Z
@TXN id="T-2" | amount:float=4.50 | timestamp:ts=2026-02-30
`

test('a field is shown as it is written, with all digits, also if it is not allowed', async () => {
  const options = { tag: 'TXN', select: 'id,amount,currency,this.timestamp' }
  expect(await query(options, exact)).toBe(
    'id,amount,currency,this.timestamp\n' +
      'T-1,9007199254740993,Eur,2026-05-12T14:31:07.123456Z\nT-2,4.50,,2026-02-30\n',
  )
  expect(await query({ ...options, format: 'ndjson' }, exact)).toBe(
    '{"id":"T-1","amount":9007199254740993,"currency":"Eur","this.timestamp":"2026-05-12T14:31:07.123456Z"}\n' +
      '{"id":"T-2","amount":4.50,"this.timestamp":"2026-02-30"}\n',
  )
  expect(await query({ ...options, format: 'table' }, exact)).toContain('\nT-2              4.50 ')
  expect(await query({ tag: 'CONTROL', select: 'maturity' }, '@CONTROL rid=A | maturity:int=9\n')).toBe('maturity\n9\n')
  const whole = '@CONTROL rid=A | maturity:int=+9007199254740993 | title="x" | title="y"\n'
  expect(await query({ tag: 'CONTROL', select: 'maturity,title', format: 'ndjson' }, whole)).toBe(
    '{"maturity":9007199254740993,"title":"x"}\n',
  )
})

test('a list shows its items, without empty ones', async () => {
  const text = '@TASK rid=T-1 | labels="a,,b" | needs=[rid:T-1 , "T-2"]\n'
  const options = { tag: 'TASK', select: 'labels,needs' }
  expect(await query(options, text, taskRegistry)).toBe('labels,needs\n"a, b","T-1, T-2"\n')
  expect(await query({ ...options, format: 'ndjson' }, text, taskRegistry)).toBe(
    '{"labels":["a","b"],"needs":["T-1","T-2"]}\n',
  )
})

test('references lead to other records', async () => {
  expect(await query({ where: 'control_ref.owner == "CISO"', select: 'rid,control_ref.title' })).toBe(
    'rid,control_ref.title\nFND-1,Access\nFND-3,Access\n',
  )
  expect(await query({ tag: 'CONTROL', select: 'rid,referrers("FINDING", "control_ref").size()' })).toBe(
    'rid,"referrers(""FINDING"", ""control_ref"").size()"\nCTL-1,2\nCTL-2,1\n',
  )
})

test('a record with an absent value is not found', async () => {
  expect(await query({ tag: 'CONTROL', where: 'maturity < 4', select: 'rid' })).toBe('rid\nCTL-1\n')
  expect(await query({ tag: 'CONTROL', where: '!(maturity < 4)', select: 'rid' })).toBe('rid\n')
})

test('has() is true for what is written, so every record is found by it or by its opposite', async () => {
  const text = `${records}@FINDING rid=FND-4 | remediation_due:ts=2026-02-30\n@FINDING rid=FND-5\n`
  expect(await query({ where: '!has(remediation_due)', select: 'rid' }, text)).toBe('rid\nFND-5\n')
  expect(await query({ where: 'has(remediation_due)', select: 'rid' }, text)).toBe('rid\nFND-1\nFND-2\nFND-3\nFND-4\n')
  expect(await query({ where: 'has(remediation_due) && !valid(remediation_due)', select: 'rid' }, text)).toBe(
    'rid\nFND-4\n',
  )
  expect(await query({ where: 'written(remediation_due).endsWith("-30")', select: 'rid' }, text)).toBe('rid\nFND-4\n')
  const across = '!has(control_ref.owner) && !has(remediation_due)'
  expect(await query({ where: across, select: 'rid' }, text)).toBe('rid\nFND-5\n')
  expect(await query({ select: 'has(remediation_due)', sort: '-rid', limit: 2 }, text)).toBe(
    'has(remediation_due)\nfalse\ntrue\n',
  )
})

test('valid() and written() read the values of other records too', async () => {
  const text = `@CONTROL rid=A | status="Effective"\n@CONTROL rid=B | status="effective"\n@CONTROL rid=C | title="c"
@FINDING rid=F-1 | control_ref="A" | severity="high" | status="open"
@FINDING rid=F-2 | control_ref="B" | severity="high" | status="open"
@FINDING rid=F-3 | control_ref="C" | severity="high" | status="open"
@FINDING rid=F-4 | control_ref="D" | severity="high" | status="open"
`
  const select = 'rid,has(control_ref.status),valid(control_ref.status),written(control_ref.status)'
  expect(await query({ select, format: 'ndjson' }, text)).toBe(
    `{"rid":"F-1","has(control_ref.status)":true,"valid(control_ref.status)":false,"written(control_ref.status)":"Effective"}
{"rid":"F-2","has(control_ref.status)":true,"valid(control_ref.status)":true,"written(control_ref.status)":"effective"}
{"rid":"F-3","has(control_ref.status)":false,"valid(control_ref.status)":false}
{"rid":"F-4","has(control_ref.status)":false,"valid(control_ref.status)":false}
`,
  )
})

test('whole numbers are exact at any size in totals, groups, filters and order, also where fractions are allowed', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.bigInt(-(10n ** 20n), 10n ** 20n), { minLength: 1, maxLength: 8 }), async numbers => {
      const text = numbers.map((number, index) => `@TASK rid=T-${index} | cost:float=${number}\n`).join('')
      const sorted = numbers.toSorted((one, other) => (one < other ? -1 : Number(one > other)))
      const sum = numbers.reduce((total, number) => total + number, 0n)
      expect(
        await query({ tag: 'TASK', sum: 'cost', min: 'cost', max: 'double(written(cost))' }, text, taskRegistry),
      ).toBe(
        `count,sum(cost),min(cost),max(double(written(cost)))\n${numbers.length},${sum},${sorted[0]},${sorted.at(-1)}\n`,
      )
      const listed = async (options: Partial<QueryOptions>): Promise<string[]> =>
        (await query({ tag: 'TASK', ...options }, text, taskRegistry)).trimEnd().split('\n').slice(1)
      expect(await listed({ select: 'cost', sort: 'cost' })).toEqual(sorted.map(String))
      expect(await listed({ select: 'cost', where: `cost > ${sorted[0]}`, sort: 'cost' })).toEqual(
        sorted.filter(number => number > sorted[0]!).map(String),
      )
      expect((await listed({ countBy: 'cost' })).length).toBe(new Set(numbers).size)
    }),
    { numRuns: runs(100) },
  ))

test('a sum of whole numbers and fractions has both', async () => {
  const text = '@TASK rid=T-1 | cost:float=0.5\n@TASK rid=T-2 | cost:float=2\n@TASK rid=T-3 | cost:float=1e300\n'
  expect(await query({ tag: 'TASK', sum: 'cost', where: 'cost < 5' }, text, taskRegistry)).toBe(
    'count,sum(cost)\n2,2.5\n',
  )
  expect(await query({ tag: 'TASK', sum: 'cost', avg: 'cost' }, text, taskRegistry)).toBe(
    `count,sum(cost),avg(cost)\n3,1${'0'.repeat(299)}2.5,3.3333333333333335e+299\n`,
  )
  const large = '@TASK rid=T-1 | cost:float=1e308\n@TASK rid=T-2 | cost:float=1e308\n'
  expect(await query({ tag: 'TASK', sum: 'cost' }, large, taskRegistry)).toBe(
    `count,sum(cost)\n2,2${'0'.repeat(308)}\n`,
  )
})

test('a field that another program writes while the files are read is told', async () => {
  const path = join(folder, 'changing.rec')
  const files = [{ source: { file: 'changing.rec', path }, settings: { severity: {}, settingDomains: [], format: {} } }]
  const plan: Plan = { files, registry: taskRegistry, failures: [], warnings: [], origins: [], isComplete: true }
  const wanted = queryPlan({ tag: 'TASK', format: 'csv' }, taskRegistry, [])
  if ('problem' in wanted) throw new Error(wanted.problem)
  const records = (): ReturnType<typeof findRecords> => findRecords(plan, wanted, now, () => undefined)
  writeFileSync(path, '@TASK rid=T-1 | vendor="Acme"\n')
  const withColumns = await withAllColumns(wanted, records)
  writeFileSync(
    path,
    '@TASK rid=T-1 | vendor="Acme"\n@TASK rid=T-2 | site="Bern" | vendor="B"\n@TASK rid=T-3 | site="Ulm"\n',
  )
  const late = new LateFields()
  for await (const _ of outputOf(withColumns, records(), () => undefined, new LeftOut(), late));
  expect(late.sentences()).toEqual([
    'changing.rec changed while it was read, so the output lacks the field site, which is now at changing.rec:2; run the query again.',
  ])
})

const vendors = `@DOC domain=core.compliance
@CONTROL rid=A | title="Access" | owner="CISO" | maturity:int=3
@CONTROL rid=B | title="Backup" | vendor="Acme, \\"A\\"" | due-date=2026-01-01 | vendor="again"
@CONTROL rid=C | title="Cards" | parts.count:int=05 | Owner="CTO"
@FINDING rid=F | control_ref="B" | vendor="Beta" | status="open"
`

test('the items of lists are counted on request, each once for a record', async () => {
  const text = `@TASK rid=T-1 | labels="a, b" | level:int=1 | needs="T-2"
@TASK rid=T-2 | labels=[b, b, c] | level:int=2 | status="open"
@TASK rid=T-3 | labels="" | level:int=3
@TASK rid=T-4 | level:int=4
`
  const options = { tag: 'TASK', countBy: 'labels' }
  expect(await query({ ...options, sum: 'level' }, text, taskRegistry)).toBe(
    'labels,count,sum(level)\n"a, b",1,1\n"b, b, c",1,2\n,1,3\n,1,4\n',
  )
  expect(await query({ ...options, countItems: true, sum: 'level' }, text, taskRegistry)).toBe(
    'labels,count,sum(level)\na,1,1\nb,2,3\nc,1,2\n,2,7\n',
  )
  expect(
    await query({ ...options, countBy: 'labels, status', countItems: true, format: 'ndjson' }, text, taskRegistry),
  ).toBe(
    '{"labels":"a","count":1}\n{"labels":"b","count":1}\n{"labels":"b","status":"open","count":1}\n{"labels":"c","status":"open","count":1}\n{"count":2}\n',
  )
  expect(await query({ ...options, countBy: 'status', countItems: true }, text, taskRegistry)).toBe(
    '--count-items needs a list in --count-by; status is not a list.',
  )
  expect(await query({ tag: 'TASK', countItems: true }, text, taskRegistry)).toBe(
    '--count-items needs a list in --count-by.',
  )
})

test('totals tell of what is no number in other records too, each record once', async () => {
  const text = `@TASK rid=T-1 | cost="much" | parent="T-3"
@TASK rid=T-2 | cost:float=2 | parent="T-1"
@TASK rid=T-3 | cost="little" | parent="T-1"
@TASK rid=T-4 | parent="T-2"
`
  const leftOut = new LeftOut()
  const options = { tag: 'TASK', sum: 'parent.cost, cost + 0, cost', max: 'cost' }
  expect(await query(options, text, taskRegistry, leftOut)).toBe(
    'count,sum(parent.cost),sum(cost + 0),sum(cost),max(cost)\n4,2,2,2,2\n',
  )
  expect(leftOut.sentences()).toEqual([
    '2 values of TASK.cost are no numbers, so the totals leave them out; the first one is read from a.rec:1.',
  ])
})

test('fields that the tag does not define are columns too', async () => {
  const tag = 'CONTROL'
  const [head, ...rows] = (await query({ tag }, vendors)).trimEnd().split('\n')
  expect(head).toMatch(/^rid,.*,vendor,due-date,parts\.count,Owner$/)
  const ends = [',,,,', ',"Acme, ""A""",2026-01-01,,', ',,,05,CTO']
  expect(rows.map((row, index) => row.endsWith(ends[index]!))).toEqual([true, true, true])
  expect(await query({ tag, format: 'ndjson' }, vendors)).toBe(
    `{"rid":"A","title":"Access","owner":"CISO","maturity":3}
{"rid":"B","title":"Backup","vendor":"Acme, \\"A\\"","due-date":"2026-01-01"}
{"rid":"C","title":"Cards","parts.count":"05","Owner":"CTO"}
`,
  )
  const markdown = await query({ tag, format: 'markdown' }, vendors)
  expect(markdown.split('\n')[0]).toMatch(/\| vendor \| due-date \| parts\.count \| Owner \|$/)
  // Only the records that are printed count.
  expect((await query({ tag, where: 'has(maturity)' }, vendors)).split('\n')[0]).not.toContain('vendor')
  expect((await query({ tag, sort: '-rid', limit: 1 }, vendors)).split('\n')[0]).toMatch(/,parts\.count,Owner$/)
})

test('a field that the tag does not define is selected, sorted and counted by its name', async () => {
  const tag = 'CONTROL'
  expect(await query({ tag, select: 'rid,vendor,due-date,parts.count' }, vendors)).toBe(
    'rid,vendor,due-date,parts.count\nA,,,\nB,"Acme, ""A""",2026-01-01,\nC,,,05\n',
  )
  expect(await query({ tag, select: 'rid', sort: '-Owner,vendor' }, vendors)).toBe('rid\nC\nB\nA\n')
  expect(await query({ tag, countBy: 'vendor' }, vendors)).toBe('vendor,count\n,2\n"Acme, ""A""",1\n')
  expect(await query({ tag, where: 'this["vendor"].startsWith("Acme")', select: 'rid' }, vendors)).toBe('rid\nB\n')
  expect(
    await query({ where: 'control_ref["vendor"] != this["vendor"]', select: 'control_ref["due-date"]' }, vendors),
  ).toBe('"control_ref[""due-date""]"\n2026-01-01\n')
  expect(await query({ tag, where: 'status == "Effective"' }, vendors)).toMatch(
    /^status has no value "Effective"; .*; to find what is written, write written\(status\)\.\n/,
  )
  expect(await query({ tag, where: 'vendor == "Acme"' }, vendors)).toMatch(
    /^CONTROL has no field vendor; .*write this\["vendor"\]\.\n/,
  )
  expect(await query({ select: 'control_ref.titel' }, vendors)).toMatch(
    /^CONTROL has no field titel; title may be meant; /,
  )
  expect(await query({ tag, sum: 'this["parts.count"]' }, vendors)).toMatch(
    /^--sum needs numbers, .* write double\(this\["parts/,
  )
  expect(await query({ tag, sum: 'double(this["parts.count"])' }, vendors)).toContain('\n3,5\n')
})

test('a value of the right type counts, allowed or not, in the fast reading of records and in the other one', async () => {
  const text = `@CONTROL rid=A | title="Access" | owner="CISO" | maturity:int=9
@CONTROL rid=B | title="Access" | owner="CISO" | maturity:int=3
@CONTROL rid=C | title="Access" | owner="CISO" | maturity="many"
@FINDING rid=F-1 | control_ref="A" | severity="High" | status="open"
@FINDING rid=F-2 | control_ref="B" | severity="high" | status="open"
`
  expect(await query({ tag: 'CONTROL', where: 'maturity > 5', select: 'rid' }, text)).toBe('rid\nA\n')
  expect(await query({ where: 'control_ref.maturity > 5', select: 'rid' }, text)).toBe('rid\nF-1\n')
  expect(await query({ tag: 'CONTROL', sum: 'maturity', max: 'maturity' }, text)).toBe(
    'count,sum(maturity),max(maturity)\n3,12,9\n',
  )
  expect(await query({ countBy: 'severity' }, text)).toBe('severity,count\nHigh,1\nhigh,1\n')
  expect(await query({ tag: 'CONTROL', countBy: 'maturity', sort: 'maturity' }, text)).toBe(
    'maturity,count\n3,1\n9,1\nmany,1\n',
  )
})

test('absent values come last, whatever the direction', async () => {
  const text = '@CONTROL rid=A | maturity:int=2\n@CONTROL rid=B\n@CONTROL rid=C | maturity:int=3\n'
  const options = { tag: 'CONTROL', select: 'rid' }
  expect(await query({ ...options, sort: 'maturity' }, text)).toBe('rid\nA\nC\nB\n')
  expect(await query({ ...options, sort: '-maturity' }, text)).toBe('rid\nC\nA\nB\n')
  expect(await query({ tag: 'CONTROL', countBy: 'maturity', sort: '-maturity' }, text)).toBe(
    'maturity,count\n3,1\n2,1\n,1\n',
  )
})

/** How an amount can be written, and the number that a total has of it; null for a text that is no number. */
const amounts = fc.oneof(
  fc.integer({ min: -1000, max: 1_000_000 }).map(number => ({ text: `amount_paid:float=${number}`, number })),
  fc.integer({ min: 0, max: 1000 }).map(number => ({ text: `amount_paid="${number}.5"`, number: number + 0.5 })),
  fc.constantFrom('1,000', '$500', 'n/a', '').map(text => ({ text: `amount_paid="${text}"`, number: null })),
  fc.constant({ text: '', number: undefined }),
)

/** Whole numbers around the largest one that a JavaScript number holds exactly, and far above it. */
const wholeNumbers = fc.oneof(
  fc.integer({ min: -9, max: 9 }).map(BigInt),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
)

test('whole numbers are exact at any size, written as in a descriptor or otherwise', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(wholeNumbers, fc.boolean()), { minLength: 1, maxLength: 8 }),
      wholeNumbers,
      async (numbers, limit) => {
        const text = numbers
          .map(
            ([number, isPlain], index) => `@TASK rid=T-${index} | x-y${isPlain ? `:int=${number}` : `="${number}"`}\n`,
          )
          .join('')
        const field = 'this["x-y"]'
        const all = numbers.map(([number]) => number).sort((one, other) => (one < other ? -1 : Number(one > other)))
        const ask = (options: Partial<QueryOptions>): Promise<string> =>
          query({ tag: 'TASK', format: 'json', ...options }, text, taskRegistry)
        const sum = all.reduce((total, number) => total + number, 0n)
        expect(await ask({ sum: field, min: field, max: field })).toBe(
          `[\n{"count":${all.length},"sum(this[\\"x-y\\"])":${sum},"min(this[\\"x-y\\"])":${all[0]},"max(this[\\"x-y\\"])":${all.at(-1)}}\n]\n`,
        )
        const sorted = await ask({ select: field, sort: field, format: 'csv' })
        expect(sorted.split('\n').slice(1, -1)).toEqual(all.map(String))
        const above = await ask({ where: `${field} > ${limit}`, select: field, sort: field, format: 'csv' })
        expect(above.split('\n').slice(1, -1)).toEqual(all.filter(number => number > limit).map(String))
        const equal = await ask({ where: `${field} == ${all[0]}`, select: 'rid', format: 'csv' })
        expect(equal.split('\n')).toHaveLength(2 + all.filter(number => number === all[0]).length)
      },
    ),
    { numRuns: runs(100) },
  ))

const states = fc.constantFrom('open', 'Open', 'paid', 'on hold')

test('totals and groups are those that plain arithmetic gives, and say what they leave out', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(amounts, states), { minLength: 1, maxLength: 12 }), async claims => {
      const text = claims
        .map(
          ([{ text }, status], index) =>
            `@CLAIM rid=C-${index} | status="${status}"${text === '' ? '' : ` | ${text}`}\n`,
        )
        .join('')
      const leftOut = new LeftOut()
      const options = { tag: 'CLAIM', countBy: 'status', sum: 'amount_paid', max: 'amount_paid' }
      const found = await query(options, text, builtinRegistry, leftOut)
      const rows = [...new Set(claims.map(([, status]) => status))].map(state => {
        const own = claims.filter(([, status]) => status === state)
        const numbers = own.flatMap(([{ number }]) => number ?? [])
        const sum = numbers.reduce((all, number) => all + number, 0)
        return [state, own.length, ...(numbers.length > 0 ? [sum, Math.max(...numbers)] : ['', ''])].join()
      })
      expect(found).toBe(`${['status,count,sum(amount_paid),max(amount_paid)', ...rows].join('\n')}\n`)
      const wrong = claims.filter(([{ number }]) => number === null).length
      const first = claims.findIndex(([{ number }]) => number === null) + 1
      expect(leftOut.sentences()).toEqual(
        wrong === 0
          ? []
          : [
              wrong === 1
                ? `1 value of amount_paid is no number, so the totals leave it out; it is at a.rec:${first}.`
                : `${wrong} values of amount_paid are no numbers, so the totals leave them out; the first one is at a.rec:${first}.`,
            ],
      )
    }),
    { numRuns: runs(200) },
  ))

test('whole records have no columns and are not counted', async () => {
  const options = { format: 'rec', where: 'rid == "FND-1"' } as const
  expect(await query({ ...options, select: 'rid' })).toBe(
    '--format rec prints whole records, and --select chooses columns; leave one of them out.',
  )
  expect(await query({ ...options, countBy: 'status' })).toBe(
    '--format rec prints whole records, and --count-by counts them; leave one of them out.',
  )
  expect(await query({ ...options, min: 'remediation_due' })).toBe(
    '--format rec prints whole records, and --min counts them; leave one of them out.',
  )
})

test('now is the time of the run', async () => {
  expect(await query({ where: 'remediation_due < now', select: 'rid' })).toBe('rid\nFND-2\nFND-3\n')
})

test('records are counted and summed in groups', async () => {
  expect(await query({ countBy: 'severity', min: 'remediation_due', sort: '-count' })).toBe(
    'severity,count,min(remediation_due)\nhigh,2,2026-06-30T06:00:00Z\nlow,1,2026-05-31\n',
  )
  expect(await query({ tag: 'CONTROL', sum: 'maturity', avg: 'maturity' })).toBe(
    'count,sum(maturity),avg(maturity)\n2,3,3\n',
  )
})

test('formats', async () => {
  const options = { where: 'rid == "FND-3"', select: 'rid,description,status' }
  expect(await query({ ...options, format: 'table' })).toBe(
    'rid    description     status\nFND-3  Zoë, said "no"  closed\n',
  )
  expect(await query({ ...options, format: 'csv' })).toBe('rid,description,status\nFND-3,"Zoë, said ""no""",closed\n')
  expect(JSON.parse(await query({ ...options, format: 'json' }))).toEqual([
    { rid: 'FND-3', description: 'Zoë, said "no"', status: 'closed' },
  ])
  expect(await query({ ...options, format: 'ndjson', select: 'rid,control_ref.maturity' })).toBe(
    '{"rid":"FND-3","control_ref.maturity":3}\n',
  )
  expect(await query({ ...options, format: 'markdown', select: 'rid' })).toBe('| rid |\n| --- |\n| FND-3 |\n')
  expect(await query({ format: 'rec', where: 'rid == "FND-1"' })).toBe(`${records.split('\n')[3]}\n`)
  expect(await query({ where: 'rid == "none"', format: 'json' })).toBe('[]\n')
})

test('a wide table is cut to 80 columns', async () => {
  const long = `@FINDING rid=FND-1 | description="${'word '.repeat(40)}"\n`
  const lines = (await query({ format: 'table', select: 'rid,description,description' }, long)).split('\n')
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
})

test('problems are sentences with the expression', async () => {
  expect(await query({ where: 'sevrity == "high"' })).toBe(
    'FINDING has no field sevrity; severity may be meant; for a field that it does not define, write this["sevrity"].\n  sevrity == "high"\n  ^^^^^^^',
  )
  expect(await query({ tag: 'FINDNG' })).toBe('There is no tag FINDNG; FINDING may be meant.')
  expect(await query({ tag: 'POLICY' })).toBe(
    'Several domains have the tag POLICY; write core.compliance.POLICY or core.insurance.POLICY.',
  )
  expect(await query({ select: 'rid,status as state' })).toBe(
    'A column cannot be renamed; write status, and rename it where you read the result.\n  status as state\n         ^^^^^^^^',
  )
  expect(await query({ countBy: 'control_ref.owner AS "the owner"' })).toContain('; write control_ref.owner, and')
  expect(await query({ select: '"x as y"', limit: 1, format: 'json' })).toContain('x as y')
  expect(await query({ select: 'rid,*' })).toBe(
    '* is no expression; name fields, such as rid,title, or leave out --select for all fields, in a table the first five.\n  *\n  ^',
  )
  expect(await query({ sum: 'status' })).toBe('--sum needs numbers, and this is a text.\n  status\n  ^^^^^^')
  expect(await query({ min: 'rid, severity' })).toBe(
    '--min needs numbers or timestamps, and this is a text.\n  rid\n  ^^^',
  )
  expect(await query({ avg: 'remediation_due' })).toBe(
    '--avg needs numbers, and this is a timestamp.\n  remediation_due\n  ^^^^^^^^^^^^^^^',
  )
  expect(await query({ sum: 'maturity' })).toMatch(
    /^FINDING has no field maturity; write rid, control_ref, .* or now; for a field .*\.\n/,
  )
  expect(await query({ select: '' })).toBe('--select is empty; write expressions, such as rid,title.')
  expect(await query({ countBy: ' , ' })).toBe('--count-by is empty; write expressions, such as status.')
  expect(await query({ countBy: 'status', select: 'rid' })).toBe(
    '--select lists records, and --count-by counts them; leave one of them out.',
  )
  expect(await query({ countBy: 'status', sort: '-cnt' })).toBe(
    'There is no column cnt to sort by; the columns are status, count.',
  )
})

test('a direction behind a key to sort by, as SQL has it', async () => {
  expect(await query({ sort: 'rid,remediation_due desc' })).toBe(
    'The direction is not written behind the key; to sort from the end, write --sort=-remediation_due.\n  remediation_due desc\n                  ^^^^',
  )
  expect(await query({ sort: 'rid:DESC' })).toContain('; to sort from the end, write --sort=-rid.\n')
  expect(await query({ sort: 'rid asc' })).toContain('; write rid.\n')
  expect(await query({ countBy: 'status', sort: 'count desc' })).toContain(
    '; to sort from the end, write --sort=-count.\n',
  )
})

test('a column or sort key needs a text', async () => {
  const referrers = 'referrers("FINDING", "control_ref")'
  const carets = '^'.repeat(referrers.length)
  expect(await query({ tag: 'CONTROL', select: `rid,${referrers}` })).toBe(
    `This is a list of records, which has no text; add .map(r, r.rid) to list a field of each, or .size().\n  ${referrers}\n  ${carets}`,
  )
  expect(await query({ tag: 'CONTROL', select: `rid,${referrers}.map(r, r.rid)` })).toBe(
    `rid,"${`${referrers}.map(r, r.rid)`.replaceAll('"', '""')}"\nCTL-1,"FND-1, FND-3"\nCTL-2,FND-2\n`,
  )
  for (const option of ['select', 'sort', 'countBy'] as const)
    expect(await query({ [option]: 'this' })).toBe(
      'This is a record of FINDING, which has no text; read one of its fields, such as .rid.\n  this\n  ^^^^',
    )
})

const conditions = [
  'level > 2',
  'status == "open" || cost < 1.5',
  '!has(title) && urgent',
  'title.contains("é") || title.startsWith("b")',
  'start < now',
  'end - start > duration("1d")',
  'parent.level > level',
  'referrers("TASK", "parent").exists(t, t.status == "open")',
  'acyclic(parent)',
  'needs.all(n, has(n.level))',
  '"a" in labels',
  'has(level) && !valid(level)',
  'written(start).startsWith("2026-02") || written(title).size() > 1',
  'this["other"] == "x"',
  'parent["other"] == "x" || valid(parent.status)',
  'has(parent.title) && written(parent.labels).contains(",")',
]

const ids = fc.constantFrom('T-1', 'T-2', 'T-3', 'T-4')
const fieldTexts = fc.oneof(
  fc.constantFrom(
    'title="b"',
    'title=b',
    'title="été \\\\ \\"x\\""',
    'status="open"',
    'status="opened"',
    'status=done',
    'level:int=3',
    'level=2',
    'level:int=9',
    'cost:float=1.25',
    'cost:float=1e3',
    'urgent:bool=true',
    'start:ts=2026-06-30',
    'start:ts=2026-02-31',
    'start:ts=2026-06-29T10:00:00.5+02:00',
    'end:ts=2026-07-02T00:00:00Z',
    'labels="a, b"',
    'other="x"',
  ),
  ids.map(id => `parent="${id}"`),
  fc.array(ids).map(some => `needs="${some.join(', ')}"`),
)
const texts = fc
  .array(fc.tuple(ids, fc.array(fieldTexts, { maxLength: 6 })), { maxLength: 8 })
  .map(all => all.map(([id, fields]) => `@TASK ${[`rid=${id}`, ...fields].join(' | ')}\n`).join(''))

test('the scanner and the index of values find what the whole records say', () =>
  fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(...conditions), async (text, where) => {
      const found = await query({ tag: 'TASK', where, format: 'rec' }, text, taskRegistry)
      expect(found).toBe(naively(text, where))
    }),
    { numRuns: runs(300) },
  ))

/** The records for which a condition is true, from all records as trees in memory. */
function naively(text: string, where: string): string {
  const { tree, entries } = checkFile(parse(text), { registry: taskRegistry, fileName: 'a.rec', settingDomains: [] })
  const tag = taskRegistry.tagsNamed('TASK')[0]!
  const evaluate = compiled(readCondition(where, tag, taskRegistry, 'query'))!
  const records = tree.entries.flatMap((entry, index) =>
    entry.kind === 'record' && entries[index]!.tag
      ? { text: entry.text, record: new ParsedRecord(entry, undefined, 'query') }
      : [],
  )
  const all = reachable(records.map(({ record }) => ({ tag, record })))
  return records
    .filter(({ record }) => evaluate(new Frame(record, { time: now, isDate: false }, all)) === true)
    .map(({ text }) => text)
    .join('')
}

test('a query of a tag finds the records of its extension, and of a tag those of its base', async () => {
  const text = (name: string): FieldDescriptor => ({ name, type: 'string' })
  const base: Descriptor = {
    domain: 'core.pay',
    version: '1.0',
    description: '',
    records: [
      { tag: 'BILL', fields: [text('rid'), text('by'), text('gone'), { name: 'sum', type: 'int', range: [0, 9] }] },
      { tag: 'NOTE', fields: [{ ...text('bill'), ref: 'BILL' }] },
    ],
  }
  const change = (name: string, more: Partial<FieldDescriptor>): FieldDescriptor => ({
    ...text(name),
    isTypeUnknown: true,
    ...more,
  })
  const own: Descriptor = {
    ...base,
    domain: 'acme.pay',
    extends: 'core.pay',
    records: [
      {
        tag: 'BILL',
        fields: [{ name: 'tax', type: 'int' }, change('sum', { range: [0, 99] }), change('gone', { remove: true })],
      },
    ],
  }
  const registry = createRegistry([base, own])
  const all = `@DOC domain=core.pay
@BILL rid=B-1 | sum:int=50 | tax:int=1 | gone="x"
@NOTE bill="B-2"
@DOC domain=acme.pay
@BILL rid=B-2 | sum:int=60 | tax:int=2 | by="Bo"
@NOTE bill="B-1"
`
  const run = (options: Partial<QueryOptions>): Promise<string> => query(options, all, registry)
  const whole = 'B-1,,50,1,x\nB-2,Bo,60,2,\n'
  expect(await run({ tag: 'BILL' })).toBe(`rid,by,sum,tax,gone\n${whole}`)
  expect(await run({ tag: 'acme.pay.BILL' })).toBe(`rid,by,sum,tax,gone\n${whole}`)
  expect(await run({ tag: 'core.pay.BILL' })).toBe('rid,by,gone,sum,tax\nB-1,,x,50,1\nB-2,Bo,,60,2\n')
  expect(await run({ tag: 'BILL', where: 'tax > 1', select: 'rid' })).toBe('rid\nB-2\n')
  expect(await run({ tag: 'NOTE', select: 'bill.sum', sort: 'bill' })).toBe('bill.sum\n50\n60\n')
  expect(await run({ tag: 'BILL', sum: 'sum' })).toBe('count,sum(sum)\n2,110\n')
})

const costs = (...written: readonly string[]): string =>
  written.map((text, index) => `@TASK rid=T-${index + 1} | cost:float=${text}\n`).join('')

test.each([
  [['0.1', '0.2'], '2,0.3,0.15'],
  [['248360.07', '0.01', '-0.08'], '3,248360,82786.666666666667'],
  [['9007199254740993', '9007199254740994'], '2,18014398509481987,9007199254740993.5'],
  [['12345678901234.567', '0.0001'], '2,12345678901234.5671,6172839450617.2836'],
  [['0.12345678901234567890', '0.1'], '2,0.2234567890123456789,0.11172839450617284'],
  [['1e-7', '2'], '2,2.0000001,1.00000005'],
])('the sum of %s is exact', async (written, expected) => {
  const found = await query({ tag: 'TASK', sum: 'cost', avg: 'cost' }, costs(...written), taskRegistry)
  expect(found.split('\n')[1]).toBe(expected)
})

test('totals are sorted as numbers, also those with many digits', async () => {
  const text = `${costs('9007199254740993.5', '10', '2.25')}`
  expect(await query({ tag: 'TASK', countBy: 'rid', sum: 'cost', sort: '-sum(cost)' }, text, taskRegistry)).toBe(
    'rid,count,sum(cost)\nT-1,1,9007199254740993.5\nT-2,1,10\nT-3,1,2.25\n',
  )
})

test.each([
  [
    'double(this["price"])',
    '20',
    '2 values of price are no numbers, so the totals leave them out; the first one is at a.rec:2.',
  ],
  [
    'double(this["price"]) * 2',
    '40',
    '2 values of price are no numbers, so the totals leave them out; the first one is at a.rec:2.',
  ],
  [
    'int(this["price"])',
    '20',
    '2 values of price are no whole numbers, so the totals leave them out; the first one is at a.rec:2.',
  ],
  [
    '1.0 / (double(this["price"]) - 20)',
    '',
    /^1 record has no result of sum\(.*, so this total leaves it out; it is at a\.rec:1\.$/,
  ],
])('the sum of %s tells what it leaves out', async (sum, expected, sentence) => {
  const text = ['20', '1,000', '$500'].map((price, index) => `@TASK rid=T-${index} | price="${price}"\n`).join('')
  for (const kind of ['sum', 'min', 'max', 'avg'] as const) {
    const leftOut = new LeftOut()
    const found = await query({ tag: 'TASK', [kind]: sum }, `${text}@TASK rid=T-9\n`, taskRegistry, leftOut)
    expect(found.split('\n')[1]).toBe(`4,${expected}`)
    const sentences = leftOut.sentences().map(one => one.replace(/ of (?:min|max|avg)\(/, ' of sum('))
    if (typeof sentence === 'string') expect(sentences).toEqual([sentence])
    else expect(sentences.at(-1)).toMatch(sentence)
  }
})

test('a whole number is shown as it is written, and counted by its value', async () => {
  const text = '@TASK rid=T-1 | level:int=007\n@TASK rid=T-2 | level:int=+7\n@TASK rid=T-3 | level:int=7\n'
  const listed = { tag: 'TASK', select: 'rid,level' } as const
  expect(await query(listed, text, taskRegistry)).toBe('rid,level\nT-1,007\nT-2,+7\nT-3,7\n')
  expect(await query({ ...listed, format: 'json' }, text, taskRegistry)).toContain('{"rid":"T-1","level":7}')
  expect(await query({ tag: 'TASK', countBy: 'level', sum: 'level' }, text, taskRegistry)).toBe(
    'level,count,sum(level)\n7,3,21\n',
  )
})

test('groups that look alike are told, and a table shows where a text ends', async () => {
  const text = ['"wip"', '"wip "', '"w\u200bip"', '""'].map(status => `@TASK rid=T-1 | stage=${status}\n`).join('')
  const leftOut = new LeftOut()
  const by = { tag: 'TASK', countBy: 'this["stage"]', format: 'table' } as const
  const found = await query(by, `${text}@TASK rid=T-2\n`, taskRegistry, leftOut)
  expect(found.split('\n').map(line => line.trim())).toEqual(
    expect.arrayContaining([expect.stringMatching(/^"wip " +1$/), expect.stringMatching(/^"" +1$/)]),
  )
  expect(leftOut.sentences()).toEqual([
    'Groups of this["stage"] look alike, and are not the same: "w\\u200bip" and "wip " and "wip"; "" and no value.',
  ])
  const csv = await query({ ...by, format: 'csv' }, `${text}@TASK rid=T-2\n`, taskRegistry)
  expect(csv.split('\n').slice(-3)).toEqual(['"",1', ',1', ''])
})
