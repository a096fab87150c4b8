import { expect, test } from 'vitest'
import type { Descriptor } from '../domains/descriptor.ts'
import { hashOfFile } from './hash.ts'
import { domainInIndex, emptyIndex, indexText, type RegistryIndex, readIndex, versionsInIndex } from './index-file.ts'
import { type Publication, whyNotPublished, withVersion, withYanked } from './publication.ts'

const publication = (domain: string, version: string, more: Partial<Descriptor> = {}): Publication => {
  const descriptor = { domain, version, description: 'Vehicles.', records: [], ...more }
  return { descriptor, text: `${JSON.stringify(descriptor)}\n` }
}

const owner = { owner: { name: 'Fleet team' } }
const date = '2026-11-27T00:00:00.000Z'
const publish = (index: RegistryIndex, ...all: readonly Publication[]): RegistryIndex =>
  all.reduce((before, one) => withVersion(before, one, date), index)

test('a domain is described by its highest version, in whatever order they are published', () => {
  const index = publish(
    emptyIndex,
    publication('acme.fleet', '2.0', { ...owner, state: 'deprecated', tier: 'private' }),
    publication('acme.fleet', '1.10', owner),
    publication('acme.fleet', '1.9', owner),
  )
  const entry = domainInIndex(index, 'acme.fleet')!
  expect(entry).toMatchObject({ version: '2.0', status: 'deprecated', tier: 'private', records: 0 })
  expect(versionsInIndex(entry).map(({ version }) => version)).toEqual(['2.0', '1.10', '1.9'])
  expect(index.namespaces.acme).toMatchObject({ owner: 'Fleet team', state: 'active' })
  const read = readIndex(indexText(index))
  expect('index' in read && read.index).toEqual(index)
})

test('a yanked version is no longer the one that describes the domain', () => {
  const [first, second] = [publication('acme.fleet', '1.0'), publication('acme.fleet', '1.1')]
  const yanked = { domain: 'acme.fleet', version: '1.1', notice: 'Wrong.' }
  const index = withYanked(publish(emptyIndex, first, second), yanked, first.descriptor, date)
  const entry = domainInIndex(index, 'acme.fleet')!
  expect(entry.version).toBe('1.0')
  expect(entry.versions).toEqual([
    { version: '1.1', state: 'yanked', hash: hashOfFile(second.text), date, notice: 'Wrong.' },
    { version: '1.0', state: 'active', hash: hashOfFile(first.text), date },
  ])
  const older = publish(index, publication('acme.fleet', '0.9'))
  expect(domainInIndex(older, 'acme.fleet')!.version).toBe('1.0')
})

test('what is there keeps its keys, also those that Recline does not know, and a list of versions begins', () => {
  const known =
    '{ "namespaces": { "acme": { "color": "red", "domains": [{ "id": "acme.fleet", "version": "1.0", "stars": 5 }] } } }'
  const read = readIndex(known)
  const index = publish('index' in read ? read.index : emptyIndex, publication('acme.base', '1.0'))
  expect(index.namespaces.acme).toMatchObject({ color: 'red' })
  expect(domainInIndex(index, 'acme.fleet')).toEqual({ id: 'acme.fleet', version: '1.0', stars: 5 })
  const more = publish(index, publication('acme.fleet', '1.1'))
  expect(domainInIndex(more, 'acme.fleet')!.versions!.map(({ version }) => version)).toEqual(['1.1', '1.0'])
})

test('whether a registry takes a descriptor', () => {
  const index = publish(emptyIndex, publication('acme.fleet', '1.0', owner))
  const fleet = publication('acme.fleet', '1.0', owner)
  expect(whyNotPublished(index, fleet, `${fleet.text}\n`)).toBeUndefined()
  expect(whyNotPublished(index, fleet, '{}')).toMatch(/a version never changes/)
  expect(whyNotPublished(index, publication('acme.base', '1.0', owner), undefined)).toBeUndefined()
  expect(whyNotPublished(index, publication('acme.base', '1.0'), undefined)).toMatch(/names no owner/)
  expect(whyNotPublished(index, publication('other.base', '1.0'), undefined)).toBeUndefined()
})

test('an index that is none is refused, and hostile names find nothing', () => {
  for (const text of [
    '',
    '[]',
    '{}',
    '{ "namespaces": { "acme": {} } }',
    '{ "namespaces": { "acme": { "domains": [{}] } } }',
  ])
    expect(readIndex(text)).toHaveProperty('reason')
  expect(domainInIndex(emptyIndex, '__proto__.x')).toBeUndefined()
  expect(domainInIndex(emptyIndex, 'constructor.x')).toBeUndefined()
})

test('a namespace can have the name of what objects of JavaScript have', () => {
  const domains = ['constructor.x', 'prototype.x', '__proto__.x']
  const index = publish(emptyIndex, ...domains.map(domain => publication(domain, '1.0', owner)))
  const read = readIndex(indexText(index))
  if (!('index' in read)) throw new Error(read.reason)
  expect(read.index).toEqual(index)
  for (const domain of domains) {
    expect(domainInIndex(read.index, domain)).toMatchObject({ id: domain, version: '1.0' })
    const other = publication(domain, '1.1', { owner: { name: 'Other team' } })
    expect(whyNotPublished(read.index, other, undefined)).toMatch(/belongs to Fleet team/)
  }
  const next = publish(read.index, publication('constructor.y', '1.0', owner))
  expect(Object.entries(next.namespaces).map(([name, { domains }]) => [name, domains.length])).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
    ['prototype', 1],
  ])
})
