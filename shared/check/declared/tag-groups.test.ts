import { expect, test } from 'vitest'
import { builtinRegistry } from '../../../test/records.ts'
import type { FieldDescriptor } from '../../domains/descriptor.ts'
import { createRegistry, type Registry, type Tag } from '../../domains/registry.ts'
import { declaredRules } from './declared-rules.ts'
import { TagGroups } from './tag-groups.ts'

/** A domain with one tag, which has a field for each reference. */
const domainOf = (domain: string, tag: string, ...refs: string[]) => ({
  domain,
  version: '1.0.0',
  description: 'For tests.',
  records: [
    {
      tag,
      description: 'For tests.',
      fields: refs.map(
        (ref, index): FieldDescriptor => ({ name: `field_${index}`, type: 'string', description: 'For tests.', ref }),
      ),
    },
  ],
})

/** Groups that note which tags their entries are made of. */
function noted(registry: Registry): { groups: TagGroups<string>; made: string[] } {
  const made: string[] = []
  const groups = new TagGroups(registry, tags => {
    made.push(tags.map(({ name }) => name).join(' '))
    return new Map(tags.filter(({ name }) => name !== 'EMPTY').map(tag => [tag, tag.name.toLowerCase()]))
  })
  return { groups, made }
}

const tagsOf = (registry: Registry, ...names: string[]): Tag[] => names.flatMap(name => registry.tagsNamed(name))

test('entries are made for the domains that references link, once, and for no others', () => {
  const registry = createRegistry([
    domainOf('acme.a', 'A', 'acme.c.C', 'acme.none.X'),
    domainOf('acme.b', 'B'),
    domainOf('acme.c', 'C'),
    domainOf('acme.d', 'D', 'acme.c.C'),
  ])
  const { groups, made } = noted(registry)
  const [a, b, c, d] = tagsOf(registry, 'A', 'B', 'C', 'D')
  expect([groups.get(c!), groups.has(a!), groups.get(d!)]).toEqual(['c', true, 'd'])
  expect(made).toEqual(['D A C'])
  expect(groups.get(b!)).toBe('b')
  expect(made).toEqual(['D A C', 'B'])
  expect([...groups].map(([, value]) => value)).toEqual(['d', 'a', 'c', 'b'])
  expect(made).toHaveLength(2)
})

test('a tag of another registry has no entry', () => {
  const { groups } = noted(createRegistry([domainOf('acme.a', 'A')]))
  const [other] = tagsOf(createRegistry([domainOf('acme.a', 'A')]), 'A')
  expect([groups.get(other!), groups.has(other!)]).toEqual([undefined, false])
})

test('they are empty if no group has entries, and no more groups are looked at than need be', () => {
  const empty = noted(createRegistry([domainOf('acme.a', 'EMPTY'), domainOf('acme.b', 'EMPTY')]))
  expect([empty.groups.isEmpty, empty.made]).toEqual([true, ['EMPTY', 'EMPTY']])
  const { groups, made } = noted(createRegistry(['acme.a', 'acme.b', 'acme.c'].map(path => domainOf(path, 'A'))))
  expect([groups.isEmpty, made]).toEqual([false, ['A']])
})

test('the rules of the built-in domains read records of linked domains only', () => {
  const groups = new TagGroups(builtinRegistry, tags => new Map(tags.map(tag => [tag, tags])))
  for (const tag of builtinRegistry.tags.values()) {
    const linked = groups.get(tag)!.map(({ fullName }) => fullName.path)
    for (const { needs } of declaredRules(tag, { registry: builtinRegistry }).across)
      expect(linked).toEqual(expect.arrayContaining([...needs.others.keys()]))
  }
})
