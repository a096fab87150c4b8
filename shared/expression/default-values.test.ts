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

test('now is the time of the record, and what cannot be calculated has no default', () => {
  expect(defaults({})).toEqual({
    due: '2026-07-30T00:00:00Z',
    opened: '2026-06-30T00:00:00Z',
    status: 'open',
    weight: '3',
  })
})

/** The defaults of numbers with these expressions, in their order. */
function calculated(expressions: Readonly<Record<string, string>>, given: Readonly<Record<string, string>> = {}) {
  const fields = Object.entries(expressions).map(
    ([name, expression]) => ({ name, type: 'int', default: { expression } }) as const,
  )
  const own = createRegistry([
    { domain: 'acme.sum', version: '1.0', description: '', records: [{ tag: 'SUM', fields }] },
  ])
  return [...defaultValues(own.tags.get('acme.sum.SUM')!, own, new Map(Object.entries(given)), now)].map(one =>
    one.join('='),
  )
}

test('a default reads those that stand behind it, and the order is that of the descriptor', () => {
  const chain = { d: 'c + 1', b: 'has(a) ? a + 1 : 100', c: 'b + 1', a: '1' }
  expect(calculated(chain)).toEqual(['d=4', 'b=2', 'c=3', 'a=1'])
  expect(calculated(chain, { b: '7' })).toEqual(['d=9', 'c=8', 'a=1'])
})

test('a chain can be longer than the call stack', () => {
  const length = 60_000
  const given = Object.fromEntries(Array.from({ length: length - 3 }, (_, index) => [`f${index + 1}`, '1']))
  const chain = Object.fromEntries(Array.from({ length }, (_, index) => [`f${index}`, `f${index + 1} + 1`]))
  expect(calculated({ ...chain, [`f${length}`]: '1' }, given)).toEqual([
    'f0=2',
    `f${length - 2}=3`,
    `f${length - 1}=2`,
    `f${length}=1`,
  ])
})

test('defaults that read each other in a circle end', () => {
  expect(calculated({ a: 'b + 1', b: 'a + 1', c: 'c + 1', d: '1' })).toEqual(['d=1'])
  expect(calculated({ a: 'b + 1', b: 'a + 1' }, { b: '1' })).toEqual(['a=2'])
  // One of them has a value without the others.
  expect(calculated({ c: 'b + 1', a: 'has(b) ? b : 5', b: 'a + 1' })).toEqual(['c=7', 'a=5', 'b=6'])
})
