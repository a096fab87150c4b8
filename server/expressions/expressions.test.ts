import { expect, test } from 'vitest'
import type { MarkupContent, WorkspaceEdit } from 'vscode-languageserver-types'
import { renameInJson } from '../../shared/config/descriptors/descriptor-edits.ts'
import { acceptedIn, configWith, descriptorWith, edited, labelsAt, openJson, textIn } from '../../test/json-editor.ts'
import { semanticTokensLegend } from '../features/semantic-tokens.ts'
import { expressionDefinition } from './definition.ts'
import { expressionHover } from './hover.ts'
import { partAt, planExpressionRename, prepareExpressionRename, referencesInJson } from './rename.ts'
import { expressionTokens } from './semantic-tokens.ts'
import { expressionSignatureHelp } from './signature-help.ts'

const places = [
  ['a descriptor', descriptorWith],
  ['a configuration', configWith],
] as const

test.each(places)('completes the expressions of rules in %s', (_, file) => {
  const first = (rule: string): string[] => labelsAt(file(rule)).slice(0, 3)
  expect(first('"expression": "▮"')).toEqual(['rid', 'vehicle_ref', 'start_km'])
  expect(first('"expression": "vehicle_ref.▮"')).toEqual(['rid', 'status', 'odometer'])
  expect(first('"expression": "purpose == \\"▮\\""')).toEqual(['business', 'private'])
  expect(first('"expression": "true", "message": "It is {▮"')).toEqual(['rid', 'vehicle_ref', 'start_km'])
  expect(first('"expression": "true", "message": "It is {start_km} ▮"')).toEqual([])
  expect(first('"expression": "true", "fix": { "purpose": "▮" }')).toEqual(['business', 'private', 'rid'])
  expect(first('"expression": "true", "fix": { "▮" }')).toEqual(['rid', 'vehicle_ref', 'start_km'])
  expect(first('"expression": "true", "field": "▮"')).toEqual(['rid', 'vehicle_ref', 'start_km'])
  expect(first('"description": "▮"')).toEqual([])
})

test.each(['"▮": []', '"so▮": ["active"]', '"sold": ["▮"]', '"sold": ["active", "▮'])(
  'completes the states of transitions in %s',
  transitions => {
    const file = descriptorWith('"expression": "true"').replace(
      '"enumDescriptions"',
      `"transitions": {${transitions}}, $&`,
    )
    expect(labelsAt(file)).toEqual(['active', 'sold'])
  },
)

test('completes and renames the fields of unique lists', () => {
  const file = (list: string): string =>
    descriptorWith('"expression": "true"').replace('"tag": "TRIP"', `"tag": "TRIP", "unique": [${list}]`)
  expect(labelsAt(file('["▮"]')).slice(0, 3)).toEqual(['rid', 'vehicle_ref', 'start_km'])
  expect(labelsAt(file('["rid"], ["vehicle_ref", "▮"]'))).toContain('start_km')
})

test.each([
  ['"expression": "purpose == ▮"', 'private', '"expression": "purpose == \\"private\\"▮"'],
  ['"expression": "purpose == \\"pr▮', 'private', '"expression": "purpose == \\"private\\"▮'],
  ['"expression": "purpose == \\"pr▮\\" && true"', 'private', '"expression": "purpose == \\"private\\"▮ && true"'],
  ['"expression": "purpose == \'▮\'"', 'private', '"expression": "purpose == \'private\'▮"'],
  ['"expression": "\\"\\u0041\\" != rid && st▮"', 'start_km', '"expression": "\\"\\u0041\\" != rid && start_km▮"'],
  ['"expression": "!h▮"', 'has', '"expression": "!has(▮)"'],
  ['"message": "From {st▮} on"', 'start_km', '"message": "From {start_km▮} on"'],
  ['"message": "\\t{st▮"', 'start_km', '"message": "\\t{start_km▮"'],
])('accepts a completion in %s', (before, label, after) => {
  expect(acceptedIn(configWith(before), label)).toBe(configWith(after))
})

test('completes what a descriptor can change of the domain that it extends', () => {
  const own = (records: string): string =>
    `{ "domain": "acme.health", "extends": "core.health", "records": [${records}] }`
  expect(labelsAt(own('{ "tag": "▮" }'))).toContain('PATIENT')
  expect(labelsAt(own('{ "tag": "RX" }, { "tag": "▮" }'))).not.toContain('RX')
  expect(labelsAt(own('{ "tag": "RX", "fields": [{ "name": "route" }, { "name": "dr▮" }] }'))).toEqual([
    'drug',
    'dosage',
    'frequency',
    'duration',
    'status',
    'instructions',
  ])
  expect(labelsAt(own('{ "tag": "WARD", "fields": [{ "name": "▮" }] }'))).toEqual([])
  expect(labelsAt('{ "domain": "acme.hr", "extends": "▮" }')).toContain('core.hr')
  const accepted = '{ "domain": "acme.hr", "extends": "core.hr▮" }'
  expect(acceptedIn('{ "domain": "acme.hr", "extends": "co▮" }', 'core.hr')).toBe(accepted)
})

function hoverIn(rule: string): { text: string; marks: string } | null {
  const { snapshot, position } = openJson(descriptorWith(rule))
  const hover = expressionHover(snapshot, position)
  return hover && { text: (hover.contents as MarkupContent).value, marks: textIn(snapshot, hover.range!) }
}

test('hovers show types and meanings', () => {
  expect(hoverIn('"expression": "vehicle▮_ref.status == \\"sold\\""')).toEqual({
    text: '**TRIP.vehicle_ref** · `string` · refers to VEHICLE\n\nIn expressions: a reference to VEHICLE.',
    marks: 'vehicle_ref',
  })
  expect(hoverIn('"expression": "vehicle_ref.odo▮meter > 1"')?.text).toBe('**VEHICLE.odometer** · `int` · km')
  expect(hoverIn('"expression": "vehicle_ref.status == \\"so▮ld\\""')).toEqual({
    text: '**sold** · a value of VEHICLE.status\n\nGone for good.',
    marks: '\\"sold\\"',
  })
  expect(hoverIn('"message": "since {no▮w}"')?.text).toMatch(/^\*\*now\*\* · a timestamp/)
  expect(hoverIn('"message": "{referrers(\\"TRIP\\", \\"vehicle_ref\\").exists(t, ▮t.start_km > 1)}"')?.text).toBe(
    '**t** · an item of the list: a record of TRIP',
  )
  expect(hoverIn('"expression": "ha▮s(rid)"')?.text).toMatch(/^```cel\nhas\(field: any\): bool\n```\n\nWhether a value/)
  expect(hoverIn('"expression": "1 ▮+ 2 > 2"')).toBeNull()
})

test('signature help names the parameter at the cursor', () => {
  const help = (rule: string): string => {
    const { snapshot, position } = openJson(configWith(rule))
    const found = expressionSignatureHelp(snapshot, position)
    if (!found) return 'none'
    const { label, parameters = [] } = found.signatures[0]!
    const [start, end] = (parameters[found.activeParameter!]?.label ?? [0, 0]) as [number, number]
    return `${label.slice(0, start)}[${label.slice(start, end)}]${label.slice(end)}`
  }
  expect(help('"expression": "isIp(rid, ▮)"')).toBe('isIp(text: string, [version?: int]): bool')
  expect(help('"expression": "isIp(▮')).toBe('isIp([text: string], version?: int): bool')
  expect(help('"expression": "rid.startsWith(\\"a, ▮\\")"')).toBe('text.startsWith([prefix: string]): bool')
  expect(help('"expression": "min(abs(start_km), (▮1 + 2)) > 2"')).toBe('min(one: number, [other: number]): number')
  expect(help('"expression": "has(rid) ▮"')).toBe('none')
})

function definitionIn(text: string): string | undefined {
  const { snapshot, position, descriptors } = openJson(text)
  const [found] = expressionDefinition(snapshot, position, part => descriptors.locate(part, true)) ?? []
  if (!found) return undefined
  const name = found.uri.slice(found.uri.lastIndexOf('/') + 1)
  return `${name} ${found.range.start.line + 1}:${found.range.start.character + 1}`
}

test('a field leads to its place in the descriptor, also a built-in one', () => {
  expect(definitionIn(descriptorWith('"expression": "vehicle_ref.od▮ometer > start_km"'))).toBe(
    'fleet.domain.json 9:17',
  )
  expect(definitionIn(configWith('"message": "{start▮_km}"'))).toBe('fleet.domain.json 14:17')
  expect(definitionIn(configWith('"field": "start▮_km"'))).toBe('fleet.domain.json 14:17')
  const builtIn = '{ "rules": [{ "tag": "CONTROL", "expression": "stat▮us == \\"tested\\"" }] }'
  expect(definitionIn(builtIn)).toMatch(/^core.compliance.json \d+:\d+$/)
  expect(definitionIn('{ "rules": [{ "tag": "CONT▮ROL" }] }')).toMatch(/^core.compliance.json \d+:\d+$/)
})

test('a name for items leads to where it is declared', () => {
  const rule = '"expression": "referrers(\\"TRIP\\", \\"vehicle_ref\\").exists(t, t▮.start_km > 1)"'
  expect(definitionIn(`{ "rules": [{ "tag": "VEHICLE", ${rule} }] }`)).toBe('recline.json 1:92')
})

/** The file after the name at the cursor is renamed, as far as that changes this file. */
function renamed(marked: string, to: string): string {
  const { snapshot, position } = openJson(marked)
  const plan = planExpressionRename(snapshot, position, to)
  if ('refusal' in plan) return plan.refusal
  if (!('part' in plan)) return edited(snapshot.document, editsOf(plan))
  const changes = renameInJson(snapshot.document.getText(), plan.part, to, snapshot.registry)!
  const at = (offset: number) => snapshot.document.positionAt(offset)
  return edited(
    snapshot.document,
    changes.map(({ start, end, text }) => ({ range: { start: at(start), end: at(end) }, newText: text })),
  )
}

const editsOf = ({ documentChanges = [] }: WorkspaceEdit) =>
  documentChanges
    .flatMap(change => ('edits' in change ? change.edits : []))
    .flatMap(edit => ('newText' in edit ? edit : []))

test.each(['{ "name": "start▮_km"', '"expression": "end_km > start▮_km', '"{start▮_km}', '"start▮_km": "end_km"'])(
  'a field is renamed at %s, in all that names it',
  place => {
    const file = (name: string): string =>
      descriptorWith(
        `"expression": "end_km > ${name} && this.${name} > 0 && this[\\"${name}\\"] > 1", "message": "\\"{${name}}\\" {{${'start_km'}", "field": "${name}", "fix": { "${name}": "end_km" }`,
      ).replace('"name": "start_km"', `"name": "${name}"`)
    const marked = file('start_km').replace(place.replace('▮', ''), place)
    expect(renamed(marked, 'begin')).toBe(file('begin'))
  },
)

test.each([
  [
    '"expression": "purpose == \\"priv▮ate\\" || purpose in [\'private\']"',
    'own',
    '"expression": "purpose == \\"own\\" || purpose in [\'own\']"',
  ],
  [
    '"expression": "referrers(\\"TR▮IP\\", \\"vehicle_ref\\").size() > 1"',
    'TOUR',
    '"expression": "referrers(\\"TOUR\\", \\"vehicle_ref\\").size() > 1"',
  ],
  ['"expression": "end_km > start_▮km"', 'in', '"expression": "end_km > this.in"'],
  ['"expression": "end_km > start_▮km"', 'a.b', '"expression": "end_km > this[\\"a.b\\"]"'],
  ['"expression": "[1].exists(x, x > start_▮km)"', 'x', '"expression": "[1].exists(x, x > this.x)"'],
  ['"expression": "[1].exists(x, ▮x > [2].map(x, x)[0])"', 'n', '"expression": "[1].exists(n, n > [2].map(x, x)[0])"'],
  ['"expression": "end_km > start_▮km"', 'end_km', 'TRIP already has a field end_km; choose another name.'],
  ['"expression": "has(ri▮d)"', 'id', 'The field rid cannot be renamed: its name makes it the id.'],
  [
    '"expression": "end_km ▮> 2"',
    'x',
    'Only tags, fields and allowed values can be renamed here, and names for the items of a list.',
  ],
])('renames in %s', (before, to, after) => {
  const result = renamed(configWith(before), to)
  expect(result).toBe(
    after.startsWith('"')
      ? configWith(after).replace(/"tag": "TRIP"/, `"tag": "${to === 'TOUR' ? to : 'TRIP'}"`)
      : after,
  )
})

test('a field of a built-in domain cannot be renamed, and a word that is no name neither', () => {
  const refusalAt = (marked: string): unknown => {
    const { snapshot, position } = openJson(marked)
    const prepared = prepareExpressionRename(snapshot, position)
    return 'refusal' in prepared ? prepared.refusal : textIn(snapshot, prepared.range)
  }
  expect(refusalAt('{ "rules": [{ "tag": "CONTROL", "expression": "stat▮us != \\"x\\"" }] }')).toMatch(
    /^core.compliance is a built-in domain/,
  )
  expect(refusalAt(configWith('"expression": "end_km ▮> 2"'))).toMatch(/^Only tags/)
  expect(refusalAt(configWith('"expression": "purpose == \\"priv▮ate\\""'))).toBe('private')
  expect(refusalAt('{ "rules": [{ "tag": "acme.fleet.TR▮IP" }] }')).toBe('TRIP')
})

test('references are all places that name a field, with or without its definition', () => {
  const rule =
    '"expression": "end_km > start_k▮m", "message": "{start_km} and {end_km}", "field": "start_km", "fix": { "end_km": "start_km" }'
  const places = (withDefinition: boolean): string[] => {
    const { snapshot, position } = openJson(descriptorWith(rule))
    const { part } = partAt(snapshot, position)!
    const json = [{ uri: snapshot.uri, text: snapshot.document.getText(), version: 1 }]
    return referencesInJson(part, json, snapshot.registry, withDefinition).map(({ range }) => textIn(snapshot, range))
  }
  expect(places(false)).toEqual(['start_km', 'start_km', 'start_km', 'start_km'])
  expect(places(true)).toHaveLength(5)
})

test('expressions have colors, also in braces and through escapes', () => {
  const { snapshot } = openJson(
    configWith(
      '"message": "\\u0041 {end_km}", "expression": "vehicle_ref.status in [\\"sold\\", \\"x\\"] && [1].all(n, n < end_km)"',
    ),
  )
  const { data } = expressionTokens(snapshot)
  const shown: string[] = []
  let start = 0
  for (let index = 0; index < data.length; index += 5) {
    start += data[index + 1]!
    const text = snapshot.document.getText().slice(start, start + data[index + 2]!)
    shown.push(`${text} ${semanticTokensLegend.tokenTypes[data[index + 3]!]}`)
  }
  expect(shown).toEqual([
    'end_km property',
    'vehicle_ref property',
    'status property',
    'in keyword',
    '\\"sold\\" enumMember',
    '\\"x\\" string',
    '&& operator',
    '1 number',
    'all function',
    'n variable',
    'n variable',
    '< operator',
    'end_km property',
  ])
})
