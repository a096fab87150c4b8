import { expect, test } from 'vitest'
import { builtinRegistry, check, registryOf } from '../../test/records.ts'
import { practicePaths, withBuiltIn } from '../domains/practice.ts'
import { createRegistry } from '../domains/registry.ts'
import { compiled, readCondition } from '../expression/expression.ts'
import { Frame } from '../expression/run/frame.ts'
import { ParsedRecord } from '../expression/run/parsed-record.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { dueDaysOf, isDueField } from './due-days.ts'

const now = Date.parse('2026-06-30T12:00:00Z')

/** The due days of a record, as `field: span`. */
function due(text: string, registry = builtinRegistry, time = now): string[] {
  const { tree, entries } = check(text)
  const tag = registry.tagsNamed((tree.entries[0] as RecordNode).text.slice(1).split(' ')[0]!)[0] ?? entries[0]!.tag!
  return dueDaysOf(tree.entries[0] as RecordNode, tag, registry, time).map(
    ({ field, span }) => `${field.name}: ${span}`,
  )
}

test.each([
  ['2026-06-29', 'overdue'],
  ['2026-06-30', 'week'],
  ['2026-06-30T11:59:00Z', 'overdue'],
  ['2026-06-30T12:30:00+02:00', 'overdue'],
  ['2026-06-30T12:30:00', 'week'],
  ['2026-07-08', 'month'],
  ['2026-08-30', 'later'],
])('%s is due: %s', (day, span) =>
  expect(due(`@FINDING rid=F-1 | status="open" | remediation_due:ts=${day}`)).toEqual([`remediation_due: ${span}`]),
)

test.each([
  ['2026-06-29', '2026-06-29T23:59:59.999Z', 'week'],
  ['2026-06-29', '2026-06-30T00:00:00Z', 'overdue'],
  ['2026-06-29', '2026-06-30T00:00:00.001Z', 'overdue'],
  ['2026-06-30', '2026-06-30T00:00:00Z', 'week'],
  ['2026-06-30T12:00:00Z', '2026-06-30T12:00:00Z', 'week'],
  ['2026-06-30T12:00:00Z', '2026-06-30T12:00:00.001Z', 'overdue'],
  ['2026-06-30T02:00:00+02:00', '2026-06-30T00:00:00Z', 'week'],
])('%s is overdue at %s exactly if it is before it in a condition: %s', (day, time, span) => {
  const [node] = check(`@FINDING rid=F-1 | status="open" | remediation_due:ts=${day}`).tree.entries as RecordNode[]
  const at = Date.parse(time)
  expect(due(node!.text, builtinRegistry, at)).toEqual([`remediation_due: ${span}`])
  const read = readCondition(
    'remediation_due < now',
    builtinRegistry.tags.get('core.compliance.FINDING')!,
    builtinRegistry,
  )
  const isBefore = compiled(read)!(new Frame(new ParsedRecord(node!), { time: at, isDate: false }))
  expect(isBefore).toBe(span === 'overdue')
})

test('nothing is due in a record that is done, in a field that is no day, or without a day', () => {
  expect(due('@FINDING rid=F-1 | status="remediated" | remediation_due:ts=2026-06-29')).toEqual([])
  expect(due('@FINDING rid=F-1 | status="open" | remediation_due="soon"')).toEqual([])
  expect(due('@FINDING rid=F-1 | status="open" | discovered:ts=2026-06-29')).toEqual([])
})

test('the descriptor says which days are due, and what ends them', () => {
  const registry = registryOf('acme.fleet', [
    {
      tag: 'VEHICLE',
      fields: [
        { name: 'status', type: 'string', enum: ['active', 'closed', 'sold'] },
        { name: 'inspection', type: 'ts', due: { until: 'status == "sold" || inspection > now + duration("30d")' } },
        { name: 'washed', type: 'ts', due: {} },
        { name: 'bought', type: 'ts' },
      ],
    },
  ])
  const days = 'inspection:ts=2026-06-29 | washed:ts=2026-06-29 | bought:ts=2026-06-29'
  const both = ['inspection: overdue', 'washed: overdue']
  expect(due(`@VEHICLE status="active" | ${days}`, registry)).toEqual(both)
  // The state ends what has no expression.
  expect(due(`@VEHICLE status="closed" | ${days}`, registry)).toEqual(['inspection: overdue'])
  expect(due(`@VEHICLE status="sold" | ${days}`, registry)).toEqual(['washed: overdue'])
  expect(due('@VEHICLE status="active" | inspection:ts=2026-09-29', registry)).toEqual([])
})

/** The states of the tags with due days, in the built-in domains and the extensions that come with Recline. */
const openStates: Readonly<Record<string, string>> = {
  'core.compliance.FINDING.remediation_due': 'open in-progress',
  'core.compliance.OBLIGATION.deadline': 'pending in-progress overdue',
  'core.compliance.POLICY.next_review': 'draft review approved effective',
  'core.insurance.POLICY.expiry_date': 'active pending',
  'practice.compliance.CONTROL.next_test': 'not-started in-progress implemented tested effective ineffective',
  'practice.compliance.FINDING.remediation_due': 'open in-progress',
  'practice.compliance.OBLIGATION.deadline': 'pending in-progress overdue',
  'practice.compliance.POLICY.next_review': 'draft review approved effective',
  'practice.education.CREDENTIAL.expiry_date': 'valid suspended',
  'practice.insurance.POLICY.expiry_date': 'active pending',
  'practice.security.VULNERABILITY.due': 'open in-progress',
}

test('in the domains that come with Recline, a day is due only in states that leave something to do', () => {
  const registry = createRegistry(withBuiltIn([], practicePaths))
  const found = [...registry.tags.values()].flatMap(tag => {
    const states = tag.fields.get('status')?.enum ?? []
    const days = states.length === 0 ? [] : [...tag.fields.values()].filter(isDueField)
    return days.map(({ name }) => {
      const isOpen = (state: string): boolean => {
        const { tree } = check(`@${tag.name} status="${state}" | ${name}:ts=2026-06-29`)
        return dueDaysOf(tree.entries[0] as RecordNode, tag, registry, now).length > 0
      }
      return [`${tag.fullName.path}.${name}`, states.filter(isOpen).join(' ')]
    })
  })
  expect(Object.fromEntries(found)).toEqual(openStates)
})
