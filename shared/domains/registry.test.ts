import { expect, test } from 'vitest'
import type { Descriptor, FieldDescriptor } from './descriptor.ts'
import { createRegistry, fieldOf, tagOfField } from './registry.ts'

const descriptor = (domain: string, tag: string, ...fields: FieldDescriptor[]): Descriptor => ({
  domain,
  version: '1.0',
  description: '',
  records: [{ tag, fields }],
})

test('domains by path, in name order; the namespace may be left out for core', () => {
  const registry = createRegistry([descriptor('core.b', 'B'), descriptor('other.c', 'C'), descriptor('core.a', 'A')])
  expect([...registry.domains.keys()]).toEqual(['core.a', 'core.b', 'other.c'])
  expect(
    ['core.a', 'a', 'other.c', 'c', 'A', '', 'core.', 'core.toString'].map(name => registry.domainNamed(name)?.path),
  ).toEqual(['core.a', 'core.a', 'other.c', undefined, undefined, undefined, undefined, undefined])
})

test('tags of several domains, in name order of the domains', () => {
  const registry = createRegistry([
    descriptor('core.b', 'POLICY'),
    descriptor('core.a', 'POLICY'),
    descriptor('core.c', 'OTHER'),
  ])
  expect(registry.tagsNamed('POLICY').map(tag => tag.domain.path)).toEqual(['core.a', 'core.b'])
  expect(registry.tagsNamed('policy')).toEqual([])
  expect(registry.tagsNamed('constructor')).toEqual([])
})

test('of two descriptors for one domain the later counts', () => {
  const registry = createRegistry([descriptor('core.a', 'OLD'), descriptor('core.a', 'NEW')])
  expect(registry.tagsNamed('OLD')).toEqual([])
  expect(registry.tagsNamed('NEW')).toHaveLength(1)
})

test('fields: required ones, and an rid for every tag', () => {
  const [tag] = createRegistry([
    descriptor('core.a', 'A', { name: 'x', type: 'int', required: true }, { name: 'y', type: 'int' }),
  ]).tagsNamed('A')
  expect(tag!.required.map(({ name }) => name)).toEqual(['x'])
  expect(fieldOf(tag!, 'rid')).toMatchObject({ name: 'rid', type: 'string' })
  expect(fieldOf(tag!, 'z')).toBeUndefined()
})

test('the tag of a field, where several tags have a field of that name', () => {
  const field: FieldDescriptor = { name: 'x', type: 'int' }
  const registry = createRegistry([descriptor('core.a', 'A', field), descriptor('core.b', 'B', { ...field })])
  for (const name of ['A', 'B']) {
    const [tag] = registry.tagsNamed(name)
    expect(tagOfField(registry, fieldOf(tag!, 'x')!)).toBe(tag)
    expect(tagOfField(registry, fieldOf(tag!, 'rid')!)).toBe(tag)
  }
})

test('what a field refers to', () => {
  const target = (name: string, ref?: string): string | undefined => {
    const [tag] = createRegistry([
      descriptor('core.a', 'CONTROL', { name, type: 'string', ...(ref !== undefined && { ref }) }),
    ]).tagsNamed('CONTROL')
    const found = fieldOf(tag!, name)!.target
    return found && `${found.domain} ${found.tag}`
  }
  expect(target('owner', 'CONTROL')).toBe('core.a CONTROL')
  expect(target('node', 'core.b.NODE')).toBe('core.b NODE')
  expect(target('control_ref')).toBe('core.a CONTROL')
  expect(target('other_ref')).toBeUndefined()
  expect(target('control')).toBeUndefined()
})

test('a pattern matches the whole text; one that does not compile matches every text', () => {
  const matches = (pattern: string | undefined, text: string): boolean => {
    const [tag] = createRegistry([
      descriptor('core.a', 'A', { name: 'x', type: 'string', ...(pattern !== undefined && { pattern }) }),
    ]).tagsNamed('A')
    return fieldOf(tag!, 'x')!.matches(text)
  }
  expect(matches('\\d+/\\d+', '120/80')).toBe(true)
  expect(matches('\\d+/\\d+', 'abc120/80xyz')).toBe(false)
  expect(matches('a|ab', 'ab')).toBe(true)
  expect(matches('^a$', 'a\n')).toBe(false)
  expect(matches(undefined, 'any\nthing')).toBe(true)
  expect(matches('(', 'any\nthing')).toBe(true)
  expect(matches('(?=x)x', 'any\nthing')).toBe(true)
  expect(matches('(a*)*b', 'a'.repeat(100_000))).toBe(false)
})
