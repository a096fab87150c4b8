import { expect, test } from 'vitest'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import type { DomainNode } from '../../shared/protocol/protocol.ts'
import { plainText } from '../../shared/syntax/text-change.ts'
import { offsetAt, textOf } from '../../shared/syntax/tree.ts'
import { open } from '../../test/editor.ts'
import { builtinRegistry } from '../../test/records.ts'
import { domainTree, newRecordAt } from './domain-tree.ts'

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

test('domains, tags and fields, with what their lines and icons say', () => {
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

test('what is told of each is Markdown that shows the text of a descriptor as it is', () => {
  const [domain] = domainTree(createRegistry([descriptor]))
  const [trip] = domain!.children
  expect(domain!.documentation).toContain('What \\*drives\\*')
  expect(trip!.documentation).toMatch(/^\*\*TRIP\*\* · acme\.fleet/)
  expect(trip!.children[2]!.documentation).toMatch(/^\*\*TRIP\.load\*\* · `float` · 0 to 40 t/)
})

test('paths are those of tags, and no two nodes have the same', () => {
  const all = domainTree(builtinRegistry).flatMap(withDescendants)
  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length)
  expect(all.filter(({ name }) => name === 'CONTROL').map(({ path }) => path)).toContain('core.compliance.CONTROL')
})

test('a new record is written on an empty line at the cursor', () => {
  expectInserted('$0', '@CONTROL rid=C-8')
  expectInserted('@CONTROL rid=C-1\n$0', '@CONTROL rid=C-1\n@CONTROL rid=C-8')
  expectInserted('@CONTROL rid=C-1\n  $0  \n# end', '@CONTROL rid=C-1\n@CONTROL rid=C-8\n# end')
  expectInserted('@BEGIN\n@END\n$0', '@BEGIN\n@END\n@CONTROL rid=C-8')
})

test('elsewhere it is written below the record, with its continuation lines', () => {
  expectInserted('@CONTROL r$0id=C-1', '@CONTROL rid=C-1\n@CONTROL rid=C-8')
  expectInserted(
    '@CONTROL rid=C-1$0\n | title="x"\n@CONTROL rid=C-4\n',
    '@CONTROL rid=C-1\n | title="x"\n@CONTROL rid=C-8\n@CONTROL rid=C-4\n',
  )
  expectInserted('@CONTROL rid=C-1\n | ti$0tle="x"', '@CONTROL rid=C-1\n | title="x"\n@CONTROL rid=C-8')
})

test('a comment stays above its record', () => {
  expectInserted('# o$0ne\n# two\n@CONTROL rid=C-1\n', '# one\n# two\n@CONTROL rid=C-1\n@CONTROL rid=C-8\n')
  expectInserted('# al$0one\n\n', '# alone\n@CONTROL rid=C-8\n\n')
})

test('it is written outside blocks', () => {
  expectInserted('@BEGIN\n$0\n@END\n', '@BEGIN\n\n@END\n@CONTROL rid=C-8\n')
  expectInserted('# x\n@BEGIN\n\n$0', '# x\n@CONTROL rid=C-8\n@BEGIN\n\n')
})

test('no domain has the tag: no record', () => {
  const { snapshot } = open('$0')
  expect(newRecordAt(snapshot, 0, 'core.compliance.NOTHING')).toBeNull()
})

function outline({ kind, name, isRequired, detail, children }: DomainNode, indent = ''): string[] {
  return [
    `${indent}${kind} ${name}${isRequired ? '!' : ''}: ${detail}`,
    ...children.flatMap(child => outline(child, `${indent}  `)),
  ]
}

const withDescendants = (node: DomainNode): DomainNode[] => [node, ...node.children.flatMap(withDescendants)]

/** Inserts a CONTROL at the cursor, as a client does, and compares the text; another file has the CONTROL C-7. */
function expectInserted(before: string, after: string): void {
  const { snapshot, position } = open(before, { others: { 'other.rec': '@CONTROL rid=C-7' } })
  const { tree } = snapshot.file
  const { line, lineBreakAt, snippet } = newRecordAt(snapshot, position.line, 'core.compliance.CONTROL')!
  const text = textOf(tree)
  const at = lineBreakAt && offsetAt(tree, lineBreakAt)
  const lines = (at === null ? text : `${text.slice(0, at)}\n${text.slice(at)}`).split('\n')
  expect(lines[line]!.trim()).toBe('')
  lines[line] = plainText(snippet)
  expect(lines.join('\n')).toBe(after)
}
