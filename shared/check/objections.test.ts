import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../test/damaged.ts'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { fieldOf } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import { type Field, type RecordNode, tagName, valueText } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { canSkip, objectionsOf } from './objections.ts'
import { type FieldContext, never, type Rule, type ValueContext } from './rule.ts'
import { rules } from './rules/index.ts'

/** The codes that the rules of fields and values report of a field, looking at it themselves. */
function reported(record: RecordNode, node: Field, tag: ValueContext['tag'] & object): string[] {
  const codes: string[] = []
  const value = node.value && valueText(record, node.value)
  const field = fieldOf(tag, node.name)
  const isOfType = field !== undefined && value !== undefined && valueTypes[field.type].accepts(value)
  const context = {
    record,
    name: tag.name,
    tag,
    domains: [tag.domain],
    registry: builtinRegistry,
    nextIdOf: undefined,
    ambiguity: undefined,
    node,
    fieldName: node.name,
    field,
    written: node.value,
    value,
    isOfType,
    label: 'label',
  }
  for (const { code, field: checkField, value: checkValue } of rules) {
    const report = (): void => void codes.push(code)
    checkField?.({ ...context, report } satisfies FieldContext)
    checkValue?.({ ...context, report } as ValueContext)
  }
  return codes
}

const withoutRules = objectionsOf([])

/** Records of which most fields are as they should be. */
const fields = fc.oneof(
  fc.constantFrom(
    'rid=C-1',
    'rid="C-1"',
    'rid:str=C',
    'rid=C 1',
    'owner="x"',
    'titel="x"',
    'title:str="x"',
    'status="ready"',
    'status="tested"',
    'status=tested',
    'title=x',
    'title="x',
    'title="x"y',
    'maturity="3"',
    'maturity=3',
    'maturity:int=3',
    'maturity:int="3"',
    'maturity:int=9',
    'maturity:int=3.5',
    'maturity:float=3',
    'maturity:int=3 x',
    'maturity : int = 3',
    'maturity:int=[3]',
    'remediation_due:ts=2026-06-30',
    'remediation_due:ts=2026-06-31',
    'remediation_due=2026-06-30',
    'hr:int=60',
    'hr:int=999',
    'bp="120/80"',
    'bp="high"',
    'control_ref="CTL-1"',
    'control_ref="rid:CTL-1"',
    'control_ref="a, ref:b"',
  ),
  fc
    .string({ unit: fc.constantFrom('a', 'é', ' ', '|', '=', '\\', '#', '"', '['), maxLength: 4 })
    .map(text => `title="${text}"`),
)
const separators = fc.oneof(
  { weight: 5, arbitrary: fc.constant(' | ') },
  fc.constantFrom(' ', '|', '\n  | ', ' | # c | '),
)
const records = fc
  .tuple(
    fc.constantFrom('CONTROL', 'FINDING', 'VITALS'),
    fc.constantFrom(' ', '  ', ' x ', ' | '),
    fields,
    fc.array(fc.tuple(separators, fields), { maxLength: 6 }),
  )
  .map(([tag, before, first, others]) => `@${tag}${before}${first}${others.flat().join('')}`)

test('of a field that the check skips no rule has anything to say', () => {
  let usual = 0
  fc.assert(
    fc.property(fc.oneof({ weight: 3, arbitrary: records }, damagedFiles()), text => {
      for (const record of parse(text).entries) {
        if (record.kind !== 'record') continue
        for (const tag of builtinRegistry.tagsNamed(tagName(record) ?? '')) {
          for (const node of record.fields) {
            // A rule that is new may object to most of these fields, so they are counted without the rules.
            if (canSkip(record, node, tag, withoutRules)) usual++
            if (canSkip(record, node, tag)) expect(reported(record, node, tag), record.text).toEqual([])
          }
        }
      }
    }),
    { numRuns: runs(500) },
  )
  expect(usual).toBeGreaterThan(runs(250))
})

test('the check skips the fields of a usual record', () => {
  const [record] = parse(
    '@CONTROL rid=CTL-1 | title="Access review" | status="tested" | owner="a\\\\b" | maturity:int=3',
  ).entries as [RecordNode]
  const tag = builtinRegistry.tagsNamed('CONTROL')[0]!
  expect(record.fields.filter(field => canSkip(record, field, tag, withoutRules)).map(({ name }) => name)).toEqual([
    'rid',
    'title',
    'status',
    'maturity',
  ])
})

const rule: Rule = { code: 'new', severity: 'error', summary: '' }
const control = builtinRegistry.tagsNamed('CONTROL')[0]!
const status = fieldOf(control, 'status')!
const title = fieldOf(control, 'title')!

test('a rule that says nothing may object to everything that it has a function for', () => {
  for (const kind of ['field', 'value'] as const) {
    const untold = objectionsOf([{ ...rule, [kind]: () => {} }])
    expect([untold.toField(status, control), untold.toRecord(control)]).toEqual([true, true])
  }
  const untold = objectionsOf([{ ...rule, record: () => {} }])
  expect([untold.toField(status, control), untold.toRecord(control)]).toEqual([false, true])
  const others = objectionsOf([{ ...rule, line: () => {}, header: () => {}, definition: () => {} }])
  expect([others.toField(status, control), others.toRecord(control)]).toEqual([false, false])
})

test('a rule can say to which fields and records it may object', () => {
  const ofStatus = objectionsOf([{ ...rule, field: () => {}, mayObjectToField: field => field === status }])
  expect([ofStatus.toField(status, control), ofStatus.toField(title, control), ofStatus.toRecord(control)]).toEqual([
    true,
    false,
    false,
  ])
  const ofOthers = objectionsOf([{ ...rule, record: () => {}, mayObjectToRecord: tag => tag !== control }])
  expect(ofOthers.toRecord(control)).toBe(false)
  expect(ofOthers.toRecord(builtinRegistry.tagsNamed('FINDING')[0]!)).toBe(true)
  expect(objectionsOf([{ ...rule, value: () => {}, mayObjectToField: never }]).toField(status, control)).toBe(false)
})

test('no rule wants to see so many fields that files are checked several times slower', () => {
  const all = [...builtinRegistry.tags.values()].flatMap(tag => [...tag.fields.values()].map(field => ({ field, tag })))
  const greedy = rules.flatMap(({ code, field, value, mayObjectToField }) => {
    if (!field && !value) return []
    const seen = all.filter(one => mayObjectToField?.(one.field, one.tag) ?? true)
    const ids = seen.filter(one => one.field.name === one.tag.identityField).length
    return ids === 0 && seen.length * 20 < all.length
      ? []
      : `${code}: mayObjectToField is true for ${seen.length} of ${all.length} fields, ${ids} of them ids, so nearly every record is checked slowly; let it be true only for fields in which a canonical, allowed value can be wrong.`
  })
  expect(greedy).toEqual([])
})
