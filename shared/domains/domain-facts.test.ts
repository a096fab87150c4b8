import { expect, test } from 'vitest'
import type { Descriptor } from './descriptor.ts'
import { domainFacts } from './domain-facts.ts'

const facts = (more: Partial<Descriptor>): ReturnType<typeof domainFacts> =>
  domainFacts({ domain: 'acme.fleet', version: '1.0', description: '', records: [], ...more })

test('a domain in use, of nobody in particular', () =>
  expect(facts({ state: 'active', notice: null })).toEqual({ state: undefined, notices: [], publisher: undefined }))

test('state, notices and owner, also from the registry', () => {
  expect(facts({ state: 'deprecated', notice: 'Use acme.cars.', tier: 'private', verified: false })).toEqual({
    state: 'This domain is deprecated: it still works, and new records belong elsewhere.',
    notices: ['Use acme.cars.'],
    publisher: 'Published (private, not verified).',
  })
  const owner = { name: 'Ann', organization: 'Acme' }
  const registry = {
    domain: { notice: 'Soon.' },
    namespace: { state: 'retired', notice: 'Soon.', type: 'official', owner },
  }
  expect(facts({ verified: true, registry })).toEqual({
    state: 'This namespace is retired and no longer in use.',
    notices: ['Soon.'],
    publisher: 'Published by Ann, Acme (official, verified).',
  })
})
