import { expect, test } from 'vitest'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { withBuiltIn } from '../../shared/domains/practice.ts'
import { createRegistry, type Registry } from '../../shared/domains/registry.ts'
import type { DomainNode } from '../../shared/protocol/domains.ts'
import { type Editor, snapshotOf } from '../../test/editor.ts'
import { builtinRegistry } from '../../test/records.ts'
import { domainTree, listDomains, practiceTagsMissing, proposedHeader } from './domains.ts'

const header = (text: string, editor?: Editor): string | undefined => proposedHeader(snapshotOf(text, editor))?.header

test('the proposed header names the domains of the records, the one with most records first', () => {
  const text = '@CONTROL rid=C-1\n@VITALS hr:int=70\n@VITALS hr:int=71\n'
  expect(proposedHeader(snapshotOf('\n@CONTROL rid=C-1\n'))).toEqual({
    header: '@DOC domain=core.compliance',
    edits: [
      {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        newText: '@DOC domain=core.compliance\n',
      },
    ],
  })
  expect(header(text)).toBe('@DOC domain=[core.health, core.compliance]')
})

test('there is none if something chooses the domains, or if no domain defines the tags', () => {
  expect(header('@DOC domain=core.health\n@CONTROL rid=C-1\n')).toBeUndefined()
  expect(header('@CONTROL rid=C-1\n', { fileName: 'a.compliance.rec' })).toBeUndefined()
  expect(header('@CONTROL rid=C-1\n', { domains: ['core.compliance'] })).toBeUndefined()
  expect(header('@CON\n')).toBeUndefined()
  expect(header('')).toBeUndefined()
})

const descriptor = {
  domain: 'acme.fleet',
  version: '1.0',
  description: 'Vehicles',
  meta: { tagline: 'What *drives*' },
  records: [
    {
      tag: 'TRIP',
      description: 'One journey',
      fields: [
        { name: 'rid', type: 'string', required: true },
        { name: 'vehicle_ref', type: 'string', required: true },
        { name: 'load', type: 'float', range: [0, 40], unit: 't' },
        { name: 'state', type: 'string', enum: ['open', 'done'] },
        { name: 'start', type: 'ts' },
      ],
    },
    { tag: 'VEHICLE', fields: [] },
  ],
} as unknown as Descriptor

test('the tree has domains, tags and fields, with the texts and icons of their lines', () => {
  expect(domainTree(createRegistry([descriptor])).flatMap(node => outline(node))).toEqual([
    'domain acme.fleet: What *drives*',
    '  tag TRIP: One journey',
    '    string rid!: required · string',
    '    reference vehicle_ref!: required · refers to VEHICLE',
    '    float load: float 0 to 40 t',
    '    enum state: open, done',
    '    ts start: ts',
    '  tag VEHICLE: ',
  ])
})

test('the documentation is Markdown with the texts of descriptors escaped', () => {
  const [domain] = domainTree(createRegistry([descriptor]))
  const [trip] = domain!.children
  expect(domain!.documentation).toContain('What \\*drives\\*')
  expect(trip!.documentation).toMatch(/^\*\*TRIP\*\* · acme\.fleet/)
  expect(trip!.children[2]!.documentation).toMatch(/^\*\*TRIP\.load\*\* · `float` · 0 to 40 t/)
})

test('domains, tags and fields have their titles in the language of the user', () => {
  const hr = domainTree(builtinRegistry, undefined, 'de').find(({ path }) => path === 'core.hr')!
  const leave = hr.children.find(({ name }) => name === 'LEAVE')!
  expect(hr.detail).toMatch(/^Personal · Personalmanagement/)
  expect(leave.detail).toMatch(/^Abwesenheit · Abwesenheit .* Other words: Urlaub, Krankmeldung, /)
  expect(leave.children.find(({ name }) => name === 'start_date')!.detail).toBe('Beginn · ts')
  expect(leave.documentation).toMatch(/^\*\*LEAVE\*\* · Abwesenheit · core\.hr/)
  expect(listDomains(builtinRegistry, 'fr').find(({ path }) => path === 'core.hr')!.description).toMatch(
    /^Ressources humaines · Gestion/,
  )
  expect(listDomains(builtinRegistry).find(({ path }) => path === 'core.hr')!.description).toMatch(/^Workforce/)
})

test('the tags are told that only extensions have which come with Recline', () => {
  const told = (registry: Registry): string[] =>
    practiceTagsMissing(registry).map(
      ({ path, extension, detail }) => `${path} of ${extension}: ${detail.slice(0, 13)}`,
    )
  expect(told(builtinRegistry)).toContain('practice.compliance.MAPPING of practice.compliance: How a control')
  expect(told(createRegistry(withBuiltIn([], ['practice.compliance']))).join('\n')).not.toContain('practice.compliance')
})

test('the paths of nodes are unique', () => {
  const all = domainTree(builtinRegistry).flatMap(withDescendants)
  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length)
  expect(all.filter(({ name }) => name === 'CONTROL').map(({ path }) => path)).toContain('core.compliance.CONTROL')
})

function outline({ kind, name, isRequired, detail, children }: DomainNode, indent = ''): string[] {
  return [
    `${indent}${kind} ${name}${isRequired ? '!' : ''}: ${detail}`,
    ...children.flatMap(child => outline(child, `${indent}  `)),
  ]
}

const withDescendants = (node: DomainNode): DomainNode[] => [node, ...node.children.flatMap(withDescendants)]
