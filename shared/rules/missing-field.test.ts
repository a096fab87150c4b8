import { expect, test } from 'vitest'
import { check, expectFix, expectNoProblems, expectProblems } from '../../test/records.ts'
import { problemsOf } from '../check.ts'

test('one problem for all that are missing', () => expectProblems(`
@CREDENTIAL title="x"
@CREDENTIAL rid=CRE-1
@CREDENTIAL
@CREDENTIAL rid="" | issuer="ETH"
`))

test('a field with its name only is missing as well, and has no value', () => expectProblems(`
@CONTROL rid= | title="x"
`))

test('fields that are there in any notation; tags without required fields; unknown tags; headers', () => {
  expectNoProblems('@CREDENTIAL issuer="ETH"\n  | rid=CRE-1\n@OBLIGATION regulation="x"\n@DOC title="x"\n')
  expectProblems(`
@control rid:string=CTL-1
@XYZZY a=1
`)
})

test('an rid goes behind the tag, the others to the end', () => {
  expectFix('@CONTROL title="x"\n', 'Add rid', '@CONTROL rid=CTL-0001 | title="x"\n')
  expectFix('@CONTROL | title="x"\n', 'Add rid', '@CONTROL rid=CTL-0001 | title="x"\n')
  expectFix('@CONTROL\n', 'Add rid', '@CONTROL rid=CTL-0001\n')
  expectFix('@CONTROL\r\n  | title="x"\r\n', 'Add rid', '@CONTROL rid=CTL-0001\r\n  | title="x"\r\n')
  expectFix('@VITALS hr:int=60\n', 'Add bp', '@VITALS hr:int=60 | bp="120/80"\n')
  expectFix('@VITALS hr:int=60\n  | rr:int=12', 'Add bp', '@VITALS hr:int=60\n  | rr:int=12 | bp="120/80"')
})

test('text behind the last field and comments stay where they are', () => {
  expectFix('@VITALS hr:int=60 # note\n', 'Add bp', '@VITALS hr:int=60 | bp="120/80" # note\n')
  expectFix('@VITALS spo2="98"x\n', 'Add bp', '@VITALS spo2="98"x | bp="120/80"\n')
  expectFix('@CONTROL "x"\n', 'Add rid', '@CONTROL "x" | rid=CTL-0001\n')
  expectFix('@CONTROL "x" | title="y"\n', 'Add rid', '@CONTROL rid=CTL-0001 | "x" | title="y"\n')
})

test('an empty one is filled in its place', () => {
  expectFix('@CONTROL title="x" | rid= | owner="o"\n', 'Add rid', '@CONTROL title="x" | rid=CTL-0001 | owner="o"\n')
  expectFix('@VITALS bp="" | hr:int=60\n', 'Add bp', '@VITALS bp="120/80" | hr:int=60\n')
})

test('each has a tab stop', () => {
  const descriptors = [{ domain: 'core.test', version: '1.0', description: '', records: [{ tag: 'TEST', fields: [
    { name: 'rid', type: 'string', required: true },
    { name: 'kind', type: 'string', required: true, enum: ['a,b', 'c"d'] },
    { name: 'price', type: 'float', required: true, example: '1.5' },
    { name: 'note', type: 'string', required: true, example: 'costs ${x}' },
  ] }] }] as const
  const [problem] = problemsOf(check('@TEST other=1', { descriptors }))
  expect(problem!.fixes!()[0]!.edits).toEqual([
    { start: 5, end: 5, text: ' rid=$1 |', isSnippet: true },
    { start: 13, end: 13, text: ' | kind="${2|a\\,b,c\\\\"d|}" | price:float=${3:1.5} | note="${4:costs \\${x\\}}"', isSnippet: true },
  ])
})
