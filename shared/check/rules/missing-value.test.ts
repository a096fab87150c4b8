import { expect, test } from 'vitest'
import {
  builtinRegistry,
  expectFieldsToFillIn,
  expectNoProblems,
  expectProblems,
  fixTitles,
} from '../../../test/records.ts'
import { parse } from '../../syntax/tree.ts'
import { checkFile, problemsOf } from '../check.ts'

test('a name without =, with a type, and with nothing behind its =', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | title | maturity:int | owner= | status = | framework=
#                    ^^^^^ missing-value: CONTROL.title has no value; write title="…" or remove the field.
#                            ^^^^^^^^^^^^ missing-value: CONTROL.maturity has no value; write maturity:int=… or remove the field.
#                                           ^^^^^^ missing-value: CONTROL.owner has no value; write owner="…" or remove the field.
#                                                    ^^^^^^^^ missing-value: CONTROL.status has no value; write status="…" or remove the field.
#                                                               ^^^^^^^^^^ missing-value: CONTROL.framework has no value; write framework="…" or remove the field.
@XYZZY a= | b
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
#      ^^ missing-value: XYZZY.a has no value; write a="…" or remove the field.
#           ^ missing-value: XYZZY.b has no value; write b="…" or remove the field.
@CONTROL rid=CTL-1
  | title=
#   ^^^^^^ missing-value: CONTROL.title has no value; write title="…" or remove the field.
  | owner="o"
@DOC domain
#    ^^^^^^ missing-value: DOC.domain has no value; write domain="…" or remove the field.
`))

test('the kind of value is part of the message', () =>
  expectProblems(`
@RUNBOOK step= | action
#        ^^^^^ missing-value: RUNBOOK.step has no value; write step:int=… or remove the field.
#                ^^^^^^ missing-value: RUNBOOK.action has no value; write action="…" or remove the field.
@CONTROL rid
#        ^^^ missing-value: CONTROL.rid has no value; write rid=…, because the field is required.
`))

test('an empty string is a value', () => expectNoProblems('@CONTROL rid=CTL-1 | title=""\n'))

test('a value to type over', () => {
  expectFieldsToFillIn('@CONTROL rid=CTL-1 | status=\n', 'Write a value for status', '@CONTROL rid=CTL-1 | status=""\n')
  expectFieldsToFillIn(
    '@CONTROL rid=CTL-1 | status | owner="o"\n',
    'Write a value for status',
    '@CONTROL rid=CTL-1 | status="" | owner="o"\n',
  )
  expectFieldsToFillIn('@RUNBOOK automated:bool\n', 'Write a value for automated', '@RUNBOOK automated:bool=\n')
})

test('an id gets the next one, where that is known', () => {
  const texts = (nextIdOf: () => string | undefined, text = '@CONTROL rid='): string[] => {
    const context = { registry: builtinRegistry, fileName: 'a.rec', settingDomains: [], nextIdOf }
    const [problem] = problemsOf(checkFile(parse(text), context))
    return (problem?.fixes?.() ?? []).flatMap(({ edits }) => edits.map(edit => edit.text))
  }
  expect(texts(() => 'CTL-8')).toEqual(['rid=${1:CTL-8}'])
  expect(texts(() => undefined)).toEqual([])
  expect(texts(() => 'CTL-8', '@CONTROL rid=CTL-1 | title=')).toEqual(['title="$1"', ''])
})

test('or the field goes', () => {
  expectFieldsToFillIn(
    '@CONTROL rid=CTL-1 | status= | owner="o"\n',
    'Remove status',
    '@CONTROL rid=CTL-1 | owner="o"\n',
  )
  expectFieldsToFillIn('@RUNBOOK step | action="x"\n', 'Remove step', '@RUNBOOK action="x"\n')
  expectFieldsToFillIn('@RUNBOOK step\n', 'Remove step', '@RUNBOOK\n')
  expectFieldsToFillIn('@XYZZY a=1\r\n  | b=\r\n  | c=2\r\n', 'Remove b', '@XYZZY a=1\r\n  | c=2\r\n')
  expect(fixTitles('@CONTROL rid=CTL-1 | nonsense\n')).toEqual(['Change to nonsense:bool=true', 'Remove nonsense'])
})

test('a name alone can be a flag', () => {
  expectFieldsToFillIn(
    '@RUNBOOK automated | step:int=1\n',
    'Change to automated:bool=true',
    '@RUNBOOK automated:bool=true | step:int=1\n',
  )
  expectFieldsToFillIn('@XYZZY strict\n', 'Change to strict:bool=true', '@XYZZY strict:bool=true\n')
  expect(fixTitles('@CONTROL rid=CTL-1 | status\n')).toEqual(['Write a value for status', 'Remove status'])
  expect(fixTitles('@XYZZY strict=\n')).toEqual(['Remove strict'])
})

test('an unknown field without a value is one problem, with the field that may be meant', () => {
  expectProblems(`
@CONTROL rid=CTL-1 | stauts= | automated
#                    ^^^^^^^ missing-value: stauts has no value, and is not a field of CONTROL; did you mean status?
#                              ^^^^^^^^^ missing-value: automated has no value, and is not a field of CONTROL, which has rid, framework, title, status, owner, maturity.
`)
  expect(fixTitles('@CONTROL rid=CTL-1 | stauts=\n')).toEqual(['Change to status', 'Remove stauts'])
})

test('a required field is not removed', () =>
  expect(fixTitles('@CREDENTIAL rid=C-1 | issuer= | status=valid\n')).not.toContain('Remove issuer'))

test('a word that cannot be a name is shown as written', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | $x= | ${'y'.repeat(50)}
#                    ^^ syntax
#                    ^^^ missing-value: CONTROL.$x has no value; write $x="…" or remove the field.
#                          ${'^'.repeat(50)} missing-value: ${'y'.repeat(39)}… has no value, and is not a field of CONTROL, which has rid, framework, title, status, owner, maturity.
`))
