import { expect, test } from 'vitest'
import { createRegistry, type FieldDefinition } from '../domains/registry.ts'
import { directionOf } from './direction.ts'

const states = ['draft', 'review', 'final']

/** A field with three values. */
function field(name: string): FieldDefinition {
  const fields = [{ name, type: 'string' as const, enum: states }]
  const registry = createRegistry([{ domain: 'a.b', version: '1.0', description: '', records: [{ tag: 'A', fields }] }])
  return registry.tagsNamed('A')[0]!.fields.get(name)!
}

test.each(['status', 'state', 'stage', 'phase', 'review_status', 'life_cycle_phase'])(
  'the values of %s follow one another',
  name => {
    expect(directionOf(field(name), 'draft', 'review')).toBe('forward')
    expect(directionOf(field(name), 'draft', 'final')).toBe('forward')
    expect(directionOf(field(name), 'review', 'draft')).toBe('backward')
  },
)

test.each(['severity', 'substatus', 'status_by', 'phases', 'status2'])('the values of %s just differ', name =>
  expect(directionOf(field(name), 'draft', 'review')).toBeUndefined(),
)

test('only two different states have a direction', () => {
  const status = field('status')
  expect(directionOf(status, 'draft', 'draft')).toBeUndefined()
  expect(directionOf(status, 'odd', 'draft')).toBeUndefined()
  expect(directionOf(status, 'draft', 'odd')).toBeUndefined()
  expect(directionOf(status, undefined, 'draft')).toBeUndefined()
  expect(directionOf(status, 'draft', undefined)).toBeUndefined()
  expect(directionOf(undefined, 'draft', 'review')).toBeUndefined()
  expect(directionOf({ ...status, enum: [] }, 'draft', 'review')).toBeUndefined()
})
