import { expect, test } from 'vitest'
import { snapshotOf } from '../../../test/editor.ts'
import { expectNoProblems, expectProblems } from '../../../test/records.ts'
import type { Descriptor } from '../../domains/descriptor.ts'
import type { Problem } from '../problem.ts'

const host: Descriptor = {
  domain: 'core.test',
  version: '1',
  description: '',
  records: [
    {
      tag: 'HOST',
      fields: [
        { name: 'rid', type: 'string' },
        { name: 'name', type: 'string' },
        { name: 'zone', type: 'string', enum: ['a', 'b'] },
        { name: 'size', type: 'float' },
        { name: 'since', type: 'ts' },
        { name: 'up', type: 'bool' },
        { name: 'of', type: 'string', ref: 'HOST' },
      ],
      unique: [['name', 'zone'], ['size'], ['since', 'up'], ['of']],
    },
  ],
}
const settings = { descriptors: [host], others: {} }

test('the later record is reported, at the first field of the list', () =>
  expectProblems(
    `
@HOST rid=1 | name="x" | zone="a"
@HOST rid=2 | zone="a" | name="x"
#                              ^ duplicate-key: A HOST with name "x" and zone "a" exists 3 times; keep one record, or change one of these values.
@HOST name="x" | zone="a"
#           ^ duplicate-key
@HOST rid=4 | size:float=1
@HOST rid=5 | size:float=1.0
#                        ^^^ duplicate-key: A HOST with size "1" exists twice; keep one record, or change the value.
`,
    settings,
  ))

test('values that are not allowed are compared, and those of another type are not', () =>
  expectProblems(
    `
@HOST rid=1 | name="x" | zone="c"
#                             ^^^ not-in-enum
@HOST rid=2 | name="x" | zone="c"
#                   ^ duplicate-key
#                             ^^^ not-in-enum
@HOST rid=3 | size:float=x
#                        ^ invalid-value
@HOST rid=4 | size:float=x
#                        ^ invalid-value
`,
    settings,
  ))

test('one day in all ways to write it, one number in all ways to write it', () => {
  const same = (one: string, other: string): string[] => {
    const { across } = snapshotOf(`@HOST rid=1 | up:bool=true | ${one}\n@HOST rid=2 | up:bool=true | ${other}\n`, {
      ...settings,
    })
    return (across() as Problem[]).map(({ code }) => code)
  }
  for (const [one, other] of [
    ['since:ts=2026-08-03', 'since:ts=2026-08-03T00:00:00Z'],
    ['since:ts=2026-08-03', 'since:ts=2026-08-03T00:00:00+01:00'],
    ['since="2026-08-03"', 'since:ts=2026-08-03T00:00'],
    ['since:ts=2026-08-03T12:00:00Z', 'since:ts=2026-08-03T13:00:00.000+01:00'],
    ['size:float=1e3', 'size:float=+01000.00'],
    ['size="1"', 'size:float=1'],
    ['of="1"', 'of="rid:1"'],
  ] as const)
    expect([one, other, same(one, other)]).toEqual([one, other, ['duplicate-key']])
  for (const [one, other] of [
    ['since:ts=2026-08-03', 'since:ts=2026-08-03T12:00:00Z'],
    ['since:ts=2026-08-03T12:00:00Z', 'since:ts=2026-08-03T12:00:00.0001Z'],
    ['size:float=1', 'size:float=1.0000000000000000001'],
  ] as const)
    expect([one, other, same(one, other)]).toEqual([one, other, []])
})

test('a record that lacks a value, or has a field twice, is not compared', () => {
  expectNoProblems('@HOST rid=1 | name="x"\n@HOST rid=2 | name="x"\n@HOST rid=3 | name="" | zone="a"\n', settings)
  expectProblems(
    `
@HOST rid=1 | size:float=1
@HOST rid=2 | size:float=1 | size:float=2
#                            ^^^^^^^^^^^^ duplicate-field
`,
    settings,
  )
})

test('records with the same id are only told of that', () =>
  expectProblems(
    `
@HOST rid=1 | size:float=1
@HOST rid=1 | size:float=1
#         ^ duplicate-rid
`,
    settings,
  ))

test('records in several files: one in each file has the problem, with the place of another one', () => {
  const text = '@HOST rid=1 | size:float=1\n'
  expectProblems(`${text}#                        ^ duplicate-key\n`, {
    ...settings,
    others: { 'a.rec': '@HOST rid=2 | size:float=1.00\n' },
  })
  const { across } = snapshotOf(text, { ...settings, others: { 'a.rec': '\n@HOST rid=2 | size:float=1\n' } })
  const related = (across() as Problem[])[0]!.related!()
  expect(related.map(({ at, message }) => ['uri' in at && at.uri, 'uri' in at && at.start.line, message])).toEqual([
    ['file:///a.rec', 1, 'Another record has the same size.'],
  ])
})

test('the lists of an extension count for its records, and those of the base for all', () => {
  const extension: Descriptor = {
    domain: 'acme.test',
    version: '1',
    description: '',
    extends: 'core.test',
    records: [{ tag: 'HOST', fields: [{ name: 'serial', type: 'string' }], unique: [['serial']] }],
  }
  expectProblems(
    `
@DOC domain=acme.test
@HOST rid=1 | serial="x" | size:float=1
@HOST rid=2 | serial="x"
#                     ^ duplicate-key
@DOC domain=core.test
@HOST rid=3 | size:float=1
#                        ^ duplicate-key
`,
    { descriptors: [host, extension], others: {} },
  )
})

test('the sides of a merge conflict are not compared', () =>
  expectProblems(
    `
<<<<<<< HEAD
#<- merge-conflict
@HOST rid=1 | size:float=1
=======
@HOST rid=2 | size:float=1
>>>>>>> other
`,
    settings,
  ))
