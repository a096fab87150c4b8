import { expect, test } from 'vitest'
import { oddDomains } from '../../test/odd-records.ts'
import { registryOf } from '../../test/records.ts'
import { expectAgreement } from '../../test/scanner-agreement.ts'
import { objectionsOf } from '../check/objections.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { utf8Of } from './bytes/utf8.ts'
import { NameHasher } from './names.ts'
import { startOfFile } from './part.ts'
import { readPart } from './read-part.ts'
import { tablesMaker } from './tables.ts'

const hasher = new NameHasher({ low: 1, high: 2 })

/** What the check has to look at in records: the texts of some fields, or all of a record. */
function lookedAt(text: string, context: FileContext): string[] {
  const bytes = utf8Of(text, 4)
  const end = bytes.length - 4
  const decode = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString()
  const found: string[] = []
  const doubts: string[] = []
  const reading = {
    tablesOf: tablesMaker(hasher, { ...context, objections: objectionsOf([]) }),
    hasher,
    hasNames: true,
  }
  readPart({ bytes, end, textEnd: end, decode }, startOfFile, context, reading, {
    check: ({ entries }) => {
      found.push(...entries.map(() => 'all'))
      return entries.map(() => ({ tag: undefined, findings: [] }))
    },
    checkDoubts: ({ entry, fields, breaksRules }) => {
      if (breaksRules) doubts.push('rules')
      for (let index = 0; index < fields.length; index += 2)
        doubts.push(entry.text.slice(fields[index], fields[index + 1]))
      return true
    },
  })
  return [...found, ...doubts]
}

const odd: FileContext = { registry: oddDomains, fileName: 'a.rec', settingDomains: ['odd.one'] }

test.each<[fields: string, ...lookedAt: string[]]>([
  ['rid=1 | text="x"'],
  ['rid=1|text="x"'],
  ['rid=1\t|\ttext="x" '],
  ['text="x" | rid=1'],
  ['rid=1\n  | text="x"'],
  ['rid="a b" | text="x"'],
  ['rid=1 | text=[x, y]'],
  ['rid=1 | text="x" | count:int=20'],
  ['rid=1 | text="x" | count:int=-5'],
  ['rid=1 | text="x" | share:float=0.1'],
  ['rid=1 | text="x" | share:float=0.3'],
  ['rid=1 | text="x" | any:float=1'],
  ['rid=1 | text="x" | code="AB-1"'],
  ['rid=1 | text="x" | year:int=2026'],
  ['rid=1 | text="x" | is_on:bool=true'],
  ['rid=1 | text="x" | when:ts=2026-01-01'],
  ['rid=1 | text="x" | thing_ref="2"'],
  ['rid=1 | text="x" | thing_ref="2, 3"'],
  ['rid=1 | text="x" | things="a:b"'],
  ['rid="1" | text="x"', 'rid="1"'],
  ['rid=1 | text=x', 'text=x'],
  ['rid=1 | text="x" | level="lo"', 'level="lo"'],
  ['rid=1 | text="x" | level=low', 'level=low'],
  ['rid=1 | text="x" | level:str="low"', 'level:str="low"'],
  ['rid=1 | text="x" | count:int=21', 'count:int=21'],
  ['rid=1 | text="x" | count:int=-6', 'count:int=-6'],
  ['rid=1 | text="x" | count=5', 'count=5'],
  ['rid=1 | text="x" | count:int="5"', 'count:int="5"'],
  ['rid=1 | text="x" | count:int=[5]', 'count:int=[5]'],
  ['rid=1 | text="x" | share:float=0.31', 'share:float=0.31'],
  ['rid=1 | text="x" | code="x"', 'code="x"'],
  ['rid=1 | text="x" | year:int=2025', 'year:int=2025'],
  ['rid=1 | text="x" | is_on:bool=yes', 'is_on:bool=yes'],
  ['rid=1 | text="x" | when:ts=2026-02-31', 'when:ts=2026-02-31'],
  ['rid=1 | text="x" | thing_ref=2', 'thing_ref=2'],
  ['rid=1 | text="x" | unknown="x"', 'unknown="x"'],
  ['rid=1 | text="x" | unknown=[a]', 'unknown=[a]'],
  ['rid="1" | level="no" | text="x"', 'rid="1"', 'level="no"'],
  ['rid=1 | unknown=1 | count=5 | text=x', 'unknown=1', 'count=5', 'text=x'],
  ['rid="" | text="x"', 'all'],
  ['rid= | text="x"', 'all'],
  ['rid=1', 'all'],
  ['text="x"', 'all'],
  ['rid=1 | text=""', 'all'],
  ['rid=1 | text', 'all'],
  ['rid=1 | text="x" | text="x"', 'all'],
  ['rid=1 | text="x" | text=x', 'all'],
  ['rid=1 | text="x" | unknown="x" | other=1', 'all'],
  ['rid=1 | text="x" | unknown="x', 'all'],
  ['rid=1 | text="x" | thing_ref="rid:2"', 'all'],
  ['rid=1 | text="x" | thing_ref=ref:2', 'all'],
  ['rid=1 | text="x" | thing_ref="\\u0032"', 'all'],
  ['rid=1 | text="x" | =1', 'all'],
  ['rid=1 | text="x" | level:=1', 'all'],
  ['rid=1 | text="x" | level:str', 'all'],
  ['rid=1 | text="x" | strange name="x"', 'all'],
  ['rid=1 | text="x" |', 'all'],
  ['| rid=1 | text="x"', 'all'],
  ['rid=1 | text="x" # c', 'all'],
  ['rid=1 text="x"', 'all'],
  ['rid=1\n| text="x"', 'all', 'all'],
  ['rid=1 | text="x"\n=======', 'all'],
  ['rid=1 | text="x"\n\f| level="lo"', 'all'],
])('of @THING %s, the check looks only at what may be wrong', (fields, ...looked) => {
  const record = `@THING ${fields}\n`
  expect(lookedAt(record, odd)).toEqual(looked)
  // What stood in the record above says nothing of this one.
  expect(lookedAt(`@THING rid=7 | text="x" | count:int=1 | code="A-1"\n${record}`, odd)).toEqual(looked)
  expectAgreement(record, oddDomains, ['odd.one'])
})

test('of a tag with several definitions, a record is skipped if only one of them has its fields', () => {
  const both = { ...odd, settingDomains: ['odd.one', 'odd.two'] }
  expect(lookedAt('@THING rid=1 | text="x" | count:int=1\n', both)).toEqual([])
  expect(lookedAt('@THING rid=1 | text="x"\n', both)).toEqual(['all'])
  expect(lookedAt('@THING rid=1 | text="x" | count:int=99\n', both)).toEqual(['count:int=99'])
  expect(lookedAt('@THING rid=1 | text="x" | unknown=1 | count:int=1\n', both)).toEqual(['all'])
})

/** A tag with a rule between its fields. */
const ruled: FileContext = {
  registry: registryOf('acme.work', [
    {
      tag: 'TASK',
      fields: [
        { name: 'rid', type: 'string' },
        { name: 'level', type: 'int', range: [0, 5] },
        { name: 'most', type: 'int' },
        { name: 'status', type: 'string', enum: ['open', 'done'] },
        { name: 'title', type: 'string' },
      ],
      rules: [{ id: 'level', expression: 'level <= most || status == "done"', message: 'Too high.' }],
    },
  ]),
  fileName: 'a.rec',
  settingDomains: ['acme.work'],
  ruleSettings: { rules: [], severity: {} },
}

test.each<[fields: string, ...lookedAt: string[]]>([
  ['rid=1 | level:int=3 | most:int=3'],
  ['rid=1 | level:int=3 | most:int=2'],
  ['rid=1 | level:int=3 | most:int=2 | status="done"'],
  ['rid=1 | level:int=3 | most:int=2 | status="open"', 'rules'],
  ['rid=1 | level:int=3 | most:int=2 | status="open" | title=x', 'rules', 'title=x'],
  ['rid=1 | level:int=9 | most:int=2', 'level:int=9'],
  ['rid=1 | level:int=9 | most:int=2 | status="dne"', 'level:int=9', 'status="dne"'],
  ['rid=1 | level:int=3 | most:int=2 | status="dne"', 'status="dne"'],
  ['rid=1 | level:int=3 | most:int=2 | status="d\\u006fne"', 'all'],
  ['rid=1 | level=3 | most:int=2', 'all'],
  ['rid=1 | level:int=3 | most:int=3 | title=x', 'title=x'],
  ['rid=1 | level:int=3 | most:int=3 | unknown=x', 'unknown=x'],
  ['rid=1 | title="x"'],
])('of @TASK %s under a rule, the check looks only at what may be wrong', (fields, ...looked) => {
  expect(lookedAt(`@TASK ${fields}\n`, ruled)).toEqual(looked)
  expect(lookedAt(`@TASK rid=7 | level:int=9 | most:int=1 | status="no"\n@TASK ${fields}\n`, ruled)).toEqual([
    ...looked.filter(text => text === 'all'),
    ...looked.filter(text => text !== 'all'),
    'level:int=9',
    'status="no"',
  ])
})
