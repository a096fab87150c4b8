import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showProblem } from '../../../test/descriptor-files.ts'
import { descriptorJson } from '../../../test/descriptor-json.ts'
import { runs } from '../../../test/property-values.ts'
import { builtinDescriptors } from '../../domains/built-in.ts'
import { createRegistry } from '../../domains/registry.ts'
import { readDescriptorFile } from './descriptor-file.ts'
import { descriptorRuleProblems, foreignReferenceProblems } from './descriptor-set.ts'
import { extensionProblems } from './extension-problems.ts'

/** A descriptor of acme.health with some record objects, as JSON. */
const health = (records: string, base = '"core.health"'): string =>
  `{ "domain": "acme.health", "version": "1.0", "description": "", ${base === '' ? '' : `"extends": ${base}, `}"records": [${records}] }`

function problemsOf(text: string, ...others: string[]) {
  const [file, ...more] = [text, ...others].map(readDescriptorFile)
  const registry = createRegistry([
    ...builtinDescriptors,
    ...[file!, ...more].flatMap(({ descriptor }) => descriptor ?? []),
  ])
  return [
    ...file!.problems,
    ...foreignReferenceProblems(file!, registry),
    ...descriptorRuleProblems(file!, registry),
    ...extensionProblems(file!, registry),
  ]
}

const expectProblems = (text: string, ...expected: string[]): void =>
  expect(problemsOf(text).map(problem => showProblem(text, problem))).toEqual(expected)

const fixesOf = (text: string): string[] =>
  problemsOf(text).flatMap(({ fixes }) =>
    (fixes?.() ?? []).map(({ title, edits }) => {
      const after = edits.reduce(
        (before, { start, end, text: more }) => before.slice(0, start) + more + before.slice(end),
        text,
      )
      return `${title}: ${problemsOf(after).length}`
    }),
  )

test('an extension that adds and changes fields has no problem', () =>
  expectProblems(
    health(
      `{ "tag": "RX", "fields": [
        { "name": "insurer", "type": "string", "usual": true, "aliases": ["payer"] },
        { "name": "visit_ref", "type": "string", "ref": "VISIT" },
        { "name": "patient", "type": "string", "ref": "PATIENT" },
        { "name": "frequency", "enum": ["weekly"], "example": "weekly" }
      ] }, { "tag": "SYMPTOM", "fields": [{ "name": "severity", "remove": true }] }, { "tag": "VISIT", "fields": [{ "name": "rid", "type": "string" }] }, { "tag": "ALLERGY", "remove": true }`,
    ),
  ))

test('a base that does not exist', () => {
  const text = health('', '"core.helth"')
  expectProblems(
    text,
    'descriptor-extends «"core.helth"» There is no domain core.helth to extend; core.health may be meant.',
  )
  expect(fixesOf(text)).toEqual(['Change to "core.health": 0'])
})

test.each([
  ['core.health@1', undefined],
  ['core.health@1.0', undefined],
  ['core.health@1.0.0', undefined],
  ['core.health@2', '2'],
  ['core.health@1.7', '1.7'],
])('%s is a version of the base that is there, or is told', (base, versions) => {
  const text = health('{ "tag": "ALLERGY", "remove": true }', `"${base}"`)
  const told = `descriptor-extends «"${base}"» This extends version ${versions} of core.health, and 1.0 is the one that is there; get a version that fits, or extend core.health@1.0.`
  expectProblems(text, ...(versions === undefined ? [] : [told]))
  expect(fixesOf(text)).toEqual(versions === undefined ? [] : ['Change to "core.health@1.0": 0'])
})

test('a domain that extends itself', () =>
  expectProblems(
    health('', '"acme.health"'),
    'descriptor-extends «"acme.health"» acme.health extends itself; extend another domain.',
  ))

test('a circle of several domains', () => {
  const own = health('', '"acme.ward"')
  const ward = health('', '"acme.health"').replace('acme.health', 'acme.ward')
  expect(problemsOf(own, ward).map(problem => showProblem(own, problem))).toEqual([
    'descriptor-extends «"acme.ward"» acme.health extends itself, through acme.ward; extend another domain.',
  ])
})

test('another type', () => {
  const text = health('{ "tag": "PATIENT", "fields": [{ "name": "weight_kg", "type": "int" }] }')
  expectProblems(
    text,
    'descriptor-extends «"int"» PATIENT.weight_kg is float in core.health, and an extension keeps the type; remove the type, or add a field with another name.',
  )
  expect(fixesOf(text)).toEqual(['Remove type: 0'])
})

test('the same type is no problem', () =>
  expectProblems(health('{ "tag": "PATIENT", "fields": [{ "name": "weight_kg", "type": "float", "unit": "kg" }] }')))

test('parts to remove that are not there', () => {
  const text = health(
    '{ "tag": "DX", "fields": [{ "name": "descriptions", "remove": true }] }, { "tag": "LABS", "remove": true }',
  )
  expectProblems(
    text,
    'descriptor-extends «"descriptions"» core.health has no DX.descriptions to remove; description may be meant.',
    'descriptor-extends «"LABS"» core.health has no LABS to remove; LAB may be meant.',
  )
  expect(fixesOf(text)).toEqual([
    'Change to "description": 1',
    'Remove this object: 1',
    'Change to "LAB": 1',
    'Remove this object: 1',
  ])
})

test('remove in a descriptor that extends nothing', () =>
  expectProblems(
    health('{ "tag": "A", "fields": [{ "name": "b", "type": "string", "remove": true }] }', ''),
    'descriptor-extends «true» This descriptor extends no domain, so it has no A.b to remove.',
  ))

test('a field without a type', () => {
  const text = health('{ "tag": "RX", "fields": [{ "name": "insurer" }] }')
  expectProblems(
    text,
    'descriptor-extends «"insurer"» core.health has no RX.insurer, so this field needs a type; add "type": "string", or another one.',
  )
  expect(fixesOf(text)).toEqual(['Add "type": "string": 0'])
})

test('a descriptor that extends nothing still needs all', () =>
  expectProblems(
    health('{ "tag": "A", "fields": [{ "name": "b" }], "rules": [{ "id": "c" }] }, { "tag": "B" }', ''),
    'descriptor-schema «{» A.b has no type; add "type": "string".',
    'descriptor-schema «{» Item 1 of the rules of A has no message; add "message": "The trip ends {ended}, before it starts {started}.".',
    'descriptor-schema «{» Item 1 of the rules of A has no expression; add "expression": "started <= ended".',
    'descriptor-schema «{» B has no fields; add "fields": […].',
  ))

test('a field that an inherited rule reads cannot just be removed', () => {
  const remove = '{ "name": "hr", "type": "string" }'.replace('"hr", "type": "string"', '"severity", "remove": true')
  expectProblems(health(`{ "tag": "DX", "fields": [${remove}] }`))
  expectProblems(
    health('{ "tag": "DX", "fields": [{ "name": "ruled_out", "remove": true }] }'),
    'descriptor-extends «"remove": true» The rule dx-ruled-out-means-refuted of core.health reads DX.ruled_out; write {"id": "dx-ruled-out-means-refuted", "severity": "off"} or another expression for it in the rules of DX, or take this change back.',
  )
  expectProblems(
    health(
      '{ "tag": "DX", "fields": [{ "name": "ruled_out", "remove": true }], "rules": [{ "id": "dx-ruled-out-means-refuted", "severity": "off", "expression": "has(code)", "message": "x" }] }',
    ),
  )
})

test('a rule that is only switched off', () =>
  expectProblems(health('{ "tag": "DX", "rules": [{ "id": "dx-ruled-out-means-refuted", "severity": "off" }] }')))

test('a rule that is new needs all its parts', () =>
  expectProblems(
    health('{ "tag": "DX", "rules": [{ "id": "dx-new", "severity": "off" }] }'),
    'descriptor-extends «"dx-new"» core.health has no rule dx-new of DX, so it needs a message and an expression.',
  ))

test('what an extension allows besides is said', () =>
  expectProblems(
    health(
      `{ "tag": "RX", "fields": [{ "name": "route", "enum": ["oral", "nasal"] }] },
       { "tag": "VITALS", "fields": [{ "name": "spo2", "range": [0, 110] }] }`,
    ),
    'descriptor-widens «"nasal"» core.health does not have "nasal" in RX.route; programs that only know core.health may not expect it.',
    'descriptor-widens «[0, 110]» core.health allows VITALS.spo2 only from 0 to 100; programs that only know core.health may not expect it.',
  ))

test('changes are checked with what they inherit', () =>
  expectProblems(
    health(
      '{ "tag": "RX", "fields": [{ "name": "drug", "range": [1, 2] }, { "name": "route", "example": "nasal" }, { "name": "x", "type": "string", "ref": "NOTHING" }] }',
    ),
    'descriptor-ref «"NOTHING"» RX.x refers to NOTHING, which acme.health does not define; write a tag that exists.',
    'descriptor-range «[1, 2]» RX.drug has a range, but its type is string; remove the range, or make the type int or float.',
    'descriptor-example «"nasal"» The example must pass the field\'s own checks: RX.route is "nasal"; it must be oral, iv, im, sc, topical, inhaled or rectal. Write the nearest route, such as oral for sublingual, and the exact one in instructions.',
  ))

test('whatever descriptors say, their problems are found, at places that they have', () =>
  fc.assert(
    fc.property(descriptorJson(), descriptorJson(), (one, other) => {
      const [text, second] = [JSON.stringify(one) ?? '', JSON.stringify(other) ?? '']
      for (const { start, end, fixes } of problemsOf(text, second)) {
        expect(start).toBeLessThanOrEqual(end)
        expect(end).toBeLessThanOrEqual(text.length)
        fixes?.()
      }
    }),
    { numRuns: runs(400) },
  ))
