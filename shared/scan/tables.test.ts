import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { NameHasher } from './names.ts'
import { tablesMaker } from './tables.ts'

test('tables are made once for the same domains, but not kept for every order of domains that a file may name', () => {
  const tablesOf = tablesMaker(new NameHasher({ low: 1, high: 2 }))
  const domains = [...builtinRegistry.domains.values()]
  const first = tablesOf(domains)
  expect(tablesOf([...domains])).toBe(first)
  for (const one of domains) for (const other of domains) tablesOf([one, other])
  expect(tablesOf(domains)).not.toBe(first)
})
