import { expect, test } from 'vitest'
import { DescriptorStore } from './descriptor-store.ts'

const uri = 'file:///health.domain.json'
const text = `{
  "domain": "acme.health", "version": "1.0", "description": "", "extends": "core.health",
  "records": [
    { "tag": "RX", "fields": [
      { "name": "insurer", "type": "string" },
      { "name": "drug", "required": true }
    ] }
  ]
}
`

/** Where a part of acme.health is defined: the file and the line, from 1. */
function placeOf(tagName: string, fieldName?: string, opensBuiltIn = true): string | undefined {
  const store = new DescriptorStore()
  store.take(uri, text)
  const domain = store.registry.domains.get('acme.health')!
  const tag = domain.tags.get(tagName)!
  const field = fieldName === undefined ? undefined : tag.fields.get(fieldName)!
  const place = store.locate({ domain, tag, ...(field && { field }) }, opensBuiltIn)
  return place && `${place.uri}:${place.range.start.line + 1}`
}

test('what an extension adds or changes is in its own file', () => {
  expect(placeOf('RX')).toBe(`${uri}:4`)
  expect(placeOf('RX', 'insurer')).toBe(`${uri}:5`)
  expect(placeOf('RX', 'drug')).toBe(`${uri}:6`)
})

test('all else is in the descriptor of the base', () => {
  expect(placeOf('RX', 'route')).toMatch(/^recline-descriptor:\/core\.health\.json:\d+$/)
  expect(placeOf('PATIENT')).toMatch(/^recline-descriptor:\/core\.health\.json:\d+$/)
  expect(placeOf('PATIENT', undefined, false)).toBeUndefined()
})

test('a change of a base changes the domains that extend it', () => {
  const store = new DescriptorStore()
  const base = text
    .replace('acme.health', 'acme.base')
    .replace('"extends": "core.health",', '')
    .replace('"required": true', '"type": "int"')
  store.take('file:///base.domain.json', base)
  store.take(uri, text.replace('core.health', 'acme.base'))
  const typeNow = (): string | undefined => store.registry.tags.get('acme.health.RX')?.fields.get('drug')?.type
  expect(typeNow()).toBe('int')
  expect(store.take('file:///base.domain.json', base.replace('"int"', '"float"'))).toBe(true)
  expect(typeNow()).toBe('float')
  expect(store.take('file:///base.domain.json', undefined)).toBe(true)
  expect(store.registry.domains.get('acme.health')?.extensionProblems.map(({ kind }) => kind)).toEqual(['unknown-base'])
})
