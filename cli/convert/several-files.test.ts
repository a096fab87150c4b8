import { Command } from 'commander'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { followHeaders } from '../../shared/convert/declared-types.ts'
import { isTag } from '../../shared/convert/plain-record.ts'
import { tagName } from '../../shared/syntax/nodes.ts'
import { anyFiles, context, inUtf8, recordMeanings } from '../../test/convert.ts'
import { ownFolder } from '../../test/own-folder.ts'
import { runs } from '../../test/property-values.ts'
import { check } from '../../test/records.ts'
import { convertCommand } from './command.ts'

const folder = ownFolder()
const { at, read, write } = folder

const convert = (...args: readonly string[]): Promise<string> =>
  folder.said(() => convertCommand(new Command('recline').exitOverride()).parseAsync(args, { from: 'user' }))

/** The records of a file apart from its headers, each with its domains. */
function recordsOf(text: string, fileName: string): unknown[] {
  const file = check(text, { fileName })
  const domainsAt = followHeaders({ ...context, fileName })
  const domains = file.tree.entries.flatMap(entry => {
    const paths = domainsAt(entry).map(({ path }) => path)
    return entry.kind === 'record' && isTag(tagName(entry) ?? '') ? [paths] : []
  })
  return recordMeanings(file)
    .map((meaning, index) => [domains[index], meaning] as const)
    .filter(([, meaning]) => (meaning as readonly unknown[])[0] !== 'DOC')
}

/** Without `True`, which means `true` in CSV. */
const texts = anyFiles().map(text => inUtf8(text).replace(/"(?:true|false)"/gi, word => word.toLowerCase()))

const names = ['a.compliance', 'b.insurance', 'c.hr', 'sub/b.compliance']
const asWritten = ['--date-order=unchanged', '--decimal-mark=unchanged']

test.each([
  ['csv', asWritten],
  ['parquet', []],
  ['xlsx', asWritten],
])('records of several files keep their order, domains and types through %s', async (form, options) => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: names.length }), async some => {
      run++
      // One with a domain of its own, as records of one domain would become a file without a header.
      const first = { text: '@TXN id="T-1" | amount:float=4.50\n', name: '0.fintech.rec' }
      const files = [first, ...some.map((text, index) => ({ text, name: `${names[index]!}.rec` }))]
      const records = files.flatMap(({ text, name }) => recordsOf(text, name))
      fc.pre(records.length > 1)
      write(Object.fromEntries(files.map(({ text, name }) => [`${run}/in/${name}`, text])))
      expect(await convert(at(`${run}/in`), '--to', form, '--output', at(`${run}/out/`))).toMatch(/exit 0$/)
      expect(await convert(at(`${run}/out/**/*.${form}`), ...options, '--output', at(`${run}/one.rec`))).toMatch(
        /exit 0$/,
      )
      expect(recordsOf(read(`${run}/one.rec`), 'one.rec')).toEqual(records)
    }),
    { numRuns: runs(60) },
  )
})

test.each(['csv', 'parquet', 'xlsx'])(
  '%s of several files becomes one file with a header for each change of domains',
  async form => {
    write({
      'in/a.compliance.rec': '@CONTROL rid=C-1 | maturity:int=3\n@POLICY rid=P-1\n',
      'in/b.rec': '@DOC domain=core.insurance\n@POLICY rid=P-1\n@DOC title="other"\n@OTHER\n',
      'in/c.rec': '@NODE rid=N-1 | cpu_pct:float=3.5\n',
    })
    await convert(at('in'), '--to', form, '--output', at('out/'))
    await convert(at(`out/*.${form}`), '--output', at('one.rec'))
    expect(read('one.rec')).toBe(`@DOC domain=core.compliance
@CONTROL rid=C-1 | maturity:int=3
@POLICY rid=P-1
@DOC domain=core.insurance
@POLICY rid=P-1
@DOC title="other"
@OTHER
@NODE rid=N-1 | cpu_pct:float=3.5
`)
  },
)

const doubtful =
  '! recline: 1 record has a tag of several domains, and nothing tells which one is meant (--domain does, or a name such as a.insurance.POLICY.csv): '

test.each([
  ['a table of a tag in two domains', ['POLICY.csv'], `${doubtful}POLICY.csv:2.\nexit 0`],
  ['the same with records of one of them', ['POLICY.csv', 'CONTROL.csv'], 'rid=C-1\nexit 0'],
  ['the same with records of both', ['POLICY.csv', 'CONTROL.csv', 'CLAIM.csv'], `${doubtful}POLICY.csv:2.\nexit 0`],
  [
    'records of one of them that are of another file',
    ['POLICY.csv', 'a.CONTROL.csv'],
    `${doubtful}POLICY.csv:2.\nexit 0`,
  ],
  ['a table whose name has the domain', ['b.insurance.POLICY.csv'], 'convert them back.\nexit 0'],
])('the domain of a record can be doubtful: %s', async (_, tables, end) => {
  write({
    'POLICY.csv': 'rid\nP-1\n',
    'CONTROL.csv': 'rid\nC-1\n',
    'CLAIM.csv': 'rid\nL-1\n',
    'a.CONTROL.csv': 'rid\nC-1\n',
    'b.insurance.POLICY.csv': 'rid\nP-2\n',
  })
  const said = await convert(...tables.map(at))
  expect(said.endsWith(end), said).toBe(true)
})
