import { expect, test } from 'vitest'
import {
  builtinRegistry,
  check,
  expectFieldsToFillIn,
  expectNoProblems,
  expectProblems,
  fixTitles,
} from '../../../test/records.ts'
import { parse } from '../../syntax/tree.ts'
import { checkFile, problemsOf } from '../check.ts'

test('one problem for all that are missing', () =>
  expectProblems(`
@CREDENTIAL title="x"
#^^^^^^^^^^ missing-field: CREDENTIAL has no rid and no issuer, which are required.
@CREDENTIAL rid=CRE-1
#^^^^^^^^^^ missing-field: CREDENTIAL has no issuer, which is required.
@CREDENTIAL
#^^^^^^^^^^ missing-field: CREDENTIAL has no rid and no issuer, which are required.
@CREDENTIAL rid="" | issuer="ETH"
#^^^^^^^^^^ missing-field: CREDENTIAL has no rid, which is required.
`))

test('a field that another problem already reports is not missing as well', () =>
  expectProblems(`
@CONTROL rid= | title="x"
#        ^^^^ missing-value: CONTROL.rid has no value; write rid=…, because the field is required.
@CREDENTIAL issuer
#^^^^^^^^^^ missing-field: CREDENTIAL has no rid, which is required.
#           ^^^^^^ missing-value: CREDENTIAL.issuer has no value; write issuer="…", because the field is required.
@CONTROL rid: CTL-1 | title="x"
#        ^^^^^^^^^^ syntax: "rid: CTL-1" is not a field; a field is written name=value.
@CREDENTIAL {"rid": "C-1", "issuer": "ETH"}
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ syntax: '{"rid": "C-1", "issuer": "ETH"}' is not a field; a field is written name=value.
`))

test('an empty value of a required field with a pattern is only missing', () =>
  expectProblems(`
@DOC domain=core.health
@VITALS hr:int=60 | bp=""
#^^^^^^ missing-field: VITALS has no bp, which is required.
`))

test('fields that are there in any notation; tags without required fields; unknown tags; headers', () => {
  expectNoProblems('@CREDENTIAL issuer="ETH"\n  | rid=CRE-1\n@OBLIGATION regulation="x"\n@DOC title="x"\n')
  expectProblems(`
@control rid:string=CTL-1
#^^^^^^^ tag-case: @control is read as CONTROL; a tag is written in capital letters, with _ between words.
#        ^^^^^^^^^^^^^^^^ notation: CONTROL.rid is written with the type string; the canonical notation is rid=CTL-1.
@XYZZY a=1
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
`)
})

const settings = {
  descriptors: [
    {
      domain: 'core.test',
      version: '1.0',
      description: '',
      records: [
        {
          tag: 'CONTROL',
          fields: [
            { name: 'rid', type: 'string', required: true, example: 'CTL-0001' },
            { name: 'title', type: 'string' },
          ],
        },
        {
          tag: 'VITALS',
          fields: [
            { name: 'bp', type: 'string', required: true, example: '120/80' },
            { name: 'hr', type: 'int' },
          ],
        },
      ],
    },
  ],
} as const

test('an rid goes behind the tag, the others to the end', () => {
  expectFieldsToFillIn('@CONTROL title="x"\n', 'Add rid', '@CONTROL rid= | title="x"\n', settings)
  expectFieldsToFillIn('@CONTROL | title="x"\n', 'Add rid', '@CONTROL rid= | title="x"\n', settings)
  expectFieldsToFillIn('@CONTROL\n', 'Add rid', '@CONTROL rid=\n', settings)
  expectFieldsToFillIn('@CONTROL\r\n  | title="x"\r\n', 'Add rid', '@CONTROL rid=\r\n  | title="x"\r\n', settings)
  expectFieldsToFillIn('@VITALS hr:int=60\n', 'Add bp', '@VITALS hr:int=60 | bp=""\n', settings)
  expectFieldsToFillIn(
    '@VITALS hr:int=60\n  | weight:int=12',
    'Add bp',
    '@VITALS hr:int=60\n  | weight:int=12 | bp=""',
    settings,
  )
})

test('text behind the last field and comments stay where they are', () => {
  expectFieldsToFillIn('@VITALS hr:int=60 # note\n', 'Add bp', '@VITALS hr:int=60 | bp="" # note\n', settings)
  expectFieldsToFillIn('@VITALS hr="60"x\n', 'Add bp', '@VITALS hr="60"x | bp=""\n', settings)
  expectFieldsToFillIn('@CONTROL "x"\n', 'Add rid', '@CONTROL "x" | rid=\n', settings)
  expectFieldsToFillIn('@CONTROL "x" | title="y"\n', 'Add rid', '@CONTROL rid= | "x" | title="y"\n', settings)
})

test('an empty one is filled in its place', () => {
  expectFieldsToFillIn('@CONTROL rid="" | title="x"\n', 'Add rid', '@CONTROL rid= | title="x"\n', settings)
})

test('each has a tab stop', () => {
  const descriptors = [
    {
      domain: 'core.test',
      version: '1.0',
      description: '',
      records: [
        {
          tag: 'TEST',
          fields: [
            { name: 'rid', type: 'string', required: true },
            { name: 'kind', type: 'string', required: true, enum: ['a,b', 'c"d'] },
            { name: 'price', type: 'float', required: true, example: '1.5' },
            { name: 'note', type: 'string', required: true, example: 'costs ${x}' },
          ],
        },
      ],
    },
  ] as const
  const [problem] = problemsOf(check('@TEST other=1', { descriptors }))
  expect(problem!.fixes!()[0]!.edits).toEqual([
    { start: 5, end: 5, text: ' rid=$1 |', isSnippet: true },
    {
      start: 13,
      end: 13,
      text: ' | kind="$2" | price:float=$3 | note="$4"',
      isSnippet: true,
    },
  ])
})

test('the name of the field counts as written only in text that is no field', () =>
  expectProblems(`
@CONTROL title="x" # rid
#^^^^^^^ missing-field
#                  ^^^^^ syntax
@CONTROL title="x" rid
#^^^^^^^ missing-field
#                  ^^^ syntax
@CONTROL title="rid" | !!
#^^^^^^^ missing-field
#                      ^^ syntax
@CONTROL title="x" | grid: 1 | rid.x: 1 | rid-x: 1
#^^^^^^^ missing-field
#                    ^^^^^^^ syntax
#                              ^^^^^^^^ syntax
#                                         ^^^^^^^^ syntax
`))

test('an empty field has no fix if it is ready to be filled in', () => {
  expect(fixTitles('@CREDENTIAL rid=CRE-1 | issuer=""\n')).toEqual([])
  expect(fixTitles('@CREDENTIAL rid="" | issuer=""\n')).toEqual(['Add rid and issuer'])
})

test('what is missing is the subject of the problem', () => {
  const [problem] = problemsOf(check('@CREDENTIAL title="x"'))
  expect(problem!.subject).toBe('rid, issuer')
})

test('an id gets the next one, where that is known', () => {
  const context = { registry: builtinRegistry, fileName: 'a.rec', settingDomains: [], nextIdOf: () => 'CRE-8' }
  const [problem] = problemsOf(checkFile(parse('@CREDENTIAL\n'), context))
  expect(problem!.fixes!()[0]!.edits.map(({ text }) => text)).toEqual([' rid=${1:CRE-8} | issuer="$2"'])
})

test('the places are filled in from the start of the record, in whatever order the tag defines the fields', () => {
  const fields = [
    { name: 'hr', type: 'string', required: true },
    { name: 'rid', type: 'string', required: true },
  ] as const
  const descriptors = [{ domain: 'core.test', version: '1.0', description: '', records: [{ tag: 'VITALS', fields }] }]
  expectFieldsToFillIn('@VITALS a=1 | hr=[]\n', 'Add rid', '@VITALS rid= | a=1 | hr=[]\n', { descriptors })
  expectFieldsToFillIn("@VITALS a=1 | hr=''\n", 'Add hr and rid', '@VITALS rid= | a=1 | hr=""\n', { descriptors })
})
