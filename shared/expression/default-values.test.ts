import { expect, test } from 'vitest'
import { createRegistry } from '../domains/registry.ts'
import { defaultValues } from './default-values.ts'

const registry = createRegistry([
  {
    domain: 'acme.audit',
    version: '1.0',
    description: '',
    records: [
      {
        tag: 'TASK',
        fields: [
          { name: 'rid', type: 'string', required: true, default: 'T-1' },
          { name: 'due', type: 'ts', default: { expression: 'opened + duration("30d")' } },
          { name: 'opened', type: 'ts', default: { expression: 'now' } },
          { name: 'status', type: 'string', enum: ['open', 'closed'], default: 'open' },
          { name: 'weight', type: 'int', default: { expression: 'status == "open" ? 3 : 1' } },
          { name: 'wrong', type: 'int', range: [1, 2], default: 9 },
          { name: 'broken', type: 'int', default: { expression: 'nothing +' } },
          { name: 'none', type: 'string', default: { expression: 'title' } },
          { name: 'title', type: 'string' },
        ],
      },
    ],
  },
])
const tag = registry.tags.get('acme.audit.TASK')!
const now = Date.UTC(2026, 5, 30)
const defaults = (given: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(defaultValues(tag, registry, new Map(Object.entries(given)), now))

test('values and expressions, which read what the record has and other defaults', () => {
  expect(defaults({ opened: '2026-01-01' })).toEqual({ due: '2026-01-31', status: 'open', weight: '3' })
  expect(defaults({ status: 'closed', due: null, opened: null, title: 'x' })).toEqual({ weight: '1', none: 'x' })
})

test('now is the time of the record, and what cannot be calculated yet has no default', () => {
  expect(defaults({})).toEqual({ opened: '2026-06-30T00:00:00Z', status: 'open', weight: '3' })
})
