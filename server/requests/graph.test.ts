import { expect, test } from 'vitest'
import type { Graph } from '../../shared/protocol/graph.ts'
import { graphOfFiles } from '../../shared/views/graph/graph.ts'
import { mermaidOf } from '../../shared/views/graph/mermaid.ts'
import { type Editor, open } from '../../test/editor.ts'
import { graphOfFile, graphOfWorkspace } from './graph.ts'

const chain =
  '@CONTROL rid=C-1 | title="Reviews"\n@FINDING rid=F-1 | control_ref="C-1"\n@EVIDENCE rid=E-1 | control_ref="C-9"\n@POLICY rid=P-1 | title="Alone"\n'

test('the graph of a file has its records with references, and the ids that no record has', () => {
  const { snapshot } = open(chain, { others: {} })
  expect(print(graphOfFile(snapshot, {}))).toEqual([
    'CONTROL C-1 (Reviews)',
    'FINDING F-1',
    'EVIDENCE E-1',
    'CONTROL C-9 dangling',
    'F-1 control_ref C-1',
    'E-1 control_ref C-9',
    'alone 1',
  ])
})

test('the records of the file have their states, those of other files have none', () => {
  const { snapshot } = open(
    '@CONTROL rid=C-1 | status="tested"\n@FINDING rid=F-1 | severity="none" | control_ref="C-2"',
    {
      others: { 'other.rec': '@CONTROL rid=C-2 | status="tested"\n@EVIDENCE rid=E-1 | control_ref="C-1"' },
    },
  )
  const states = (graph: Graph): string[] => graph.nodes.map(({ id, state }) => `${id} ${state}`.trim())
  expect(states(graphOfFile(snapshot, { line: 0 }))).toEqual(['C-1 tested', 'E-1'])
  expect(states(graphOfFile(snapshot, { line: 1 }))).toEqual(['F-1', 'C-2'])
})

test('the graph around a record has the records that are so many references away', () => {
  const others = {
    'other.rec': '@CONTROL rid=C-2\n@FINDING rid=F-2 | control_ref="C-1"\n@FINDING rid=F-3 | control_ref="C-2"',
  }
  expect(print(around('@FINDING rid=F$0-1 | control_ref="C-1"\n@CONTROL rid=C-1', 1, { others }))).toEqual([
    'FINDING F-1 center',
    'CONTROL C-1',
    'F-1 control_ref C-1',
  ])
  expect(print(around('@FINDING rid=F$0-1 | control_ref="C-1"\n@CONTROL rid=C-1', 2, { others }))).toEqual([
    'FINDING F-1 center',
    'CONTROL C-1',
    'FINDING F-2',
    'F-1 control_ref C-1',
    'F-2 control_ref C-1',
  ])
})

test('without a record at the cursor, the graph is of the whole file', () => {
  expect(print(around('$0\n@FINDING rid=F-1 | control_ref="C-1"', 1))).toContain('FINDING F-1')
})

test('the graph of the workspace counts the records over the limit', () => {
  const { snapshot } = open(chain, { others: { 'b.rec': '@FINDING rid=F-7 | control_ref="C-1"' } })
  expect(print(graphOfWorkspace(snapshot.index))).toContain('F-7 control_ref C-1')
  const { nodes, leftOut } = graphOfFiles(snapshot.index, snapshot.index.uris(), 2)
  expect([nodes.length, leftOut]).toEqual([2, 2])
})

test('a graph that is too large starts with the largest group, or the one near the cursor', () => {
  const large = Array.from({ length: 400 }, (_, id) => `@EVIDENCE rid=E-${id} | control_ref="C-2"\n`).join('')
  const text = `@CONTROL rid=C-1 | title="One"\n@FINDING rid=F$0-1 | control_ref="C-1"\n@CONTROL rid=C-2\n${large}@POLICY rid=P-1\n`
  const { snapshot, position } = open(text, { others: {} })
  const summary = (graph: Graph): unknown => ({
    nodes: graph.nodes.length,
    first: graph.nodes[0]!.id,
    hidden: graph.nodes[0]!.hidden,
    leftOut: graph.leftOut,
    group: graph.group,
  })
  const whole = graphOfFile(snapshot, {})
  expect(summary(whole)).toEqual({ nodes: 80, first: 'C-2', hidden: 321, leftOut: 323, group: 0 })
  expect(whole.groups.map(({ label, title, count }) => `${label} ${title}: ${count}`)).toEqual([
    'CONTROL C-2 : 401',
    'CONTROL C-1 One: 2',
  ])
  expect(whole.aloneRecords).toEqual([expect.objectContaining({ label: 'POLICY P-1', line: 403 })])
  expect(summary(graphOfFile(snapshot, { limit: 300 }))).toMatchObject({ nodes: 300, leftOut: 103 })
  expect(summary(graphOfFile(snapshot, { near: position.line }))).toEqual({
    nodes: 2,
    first: 'F-1',
    hidden: 0,
    leftOut: 401,
    group: 1,
  })
  expect(summary(graphOfFile(snapshot, { near: position.line, group: 0 }))).toMatchObject({ first: 'C-2', group: 0 })
  expect(summary(graphOfFile(snapshot, { near: 10 }))).toMatchObject({ first: 'E-7', nodes: 80, group: 0 })
})

test('a large workspace is shown as its tags at first; a tag, as its records and those next to them', () => {
  const findings = Array.from({ length: 90 }, (_, id) => `@FINDING rid=F-${id} | control_ref="C-${id % 3}"\n`)
  const text = `@CONTROL rid=C-0\n@CONTROL rid=C-1\n@EVIDENCE rid=E-1 | control_ref="C-9"\n@EVIDENCE rid=E-2 | control_ref="C-9"\n@POLICY rid=P-1\n`
  const { snapshot } = open(text, { others: { 'b.compliance.rec': findings.join('') } })
  const tags = graphOfWorkspace(snapshot.index)
  expect(tags.nodes.map(({ tag, title, isDangling, ofTag }) => [tag, title, isDangling, ofTag])).toEqual([
    ['FINDING', '90 records', false, 'core.compliance.FINDING'],
    ['CONTROL', '2 records', false, 'core.compliance.CONTROL'],
    ['CONTROL', '2 ids without a record', true, 'core.compliance.CONTROL'],
    ['EVIDENCE', '2 records', false, 'core.compliance.EVIDENCE'],
  ])
  const titleOf = (key: string): string => tags.nodes.find(node => node.key === key)!.title
  expect(tags.edges.map(({ from, to, field, count }) => [titleOf(from), titleOf(to), field, count])).toEqual([
    ['90 records', '2 records', 'control_ref', 60],
    ['90 records', '2 ids without a record', 'control_ref', 30],
    ['2 records', '2 ids without a record', 'control_ref', 2],
  ])
  expect([tags.alone, tags.leftOut]).toEqual([1, 0])
  const ofTag = graphOfWorkspace(snapshot.index, { tag: 'core.compliance.EVIDENCE' })
  expect(ofTag.nodes.map(({ id }) => id).sort()).toEqual(['C-9', 'E-1', 'E-2'])
  expect([ofTag.group, ofTag.leftOut]).toEqual([null, 92])
  const large = graphOfWorkspace(snapshot.index, { tag: 'core.compliance.FINDING' })
  expect([large.groupCount, large.group, large.nodes.length]).toEqual([3, 0, 31])
  expect(graphOfWorkspace(snapshot.index, { limit: 300 }).nodes).toHaveLength(96)
})

test('a graph can be around a record of a file that is not open', () => {
  const { snapshot } = open('@CONTROL rid=C-1', {
    others: { 'b.compliance.rec': '# x\n@FINDING rid=F-7 | control_ref="C-1"' },
  })
  const uri = [...snapshot.index.uris()].find(other => other !== snapshot.uri)!
  expect(print(graphOfWorkspace(snapshot.index, { center: { uri, line: 1 }, depth: 1 }))).toEqual([
    'FINDING F-7 center',
    'CONTROL C-1',
    'F-7 control_ref C-1',
  ])
})

test('in Mermaid, the texts of records are escaped', () => {
  const { snapshot } = open(
    '@CONTROL rid="a\\"] --> b;" | title="<img src=x onerror=alert(1)>"\n@FINDING rid=F | control_ref="a\\"] --> b;"',
  )
  expect(mermaidOf(graphOfFile(snapshot, {}))).toBe(`flowchart LR
  r0["CONTROL a#34;#93; --#62; b#59;<br/>#60;img src#61;x onerror#61;alert#40;1#41;#62;"]:::domain0
  r1["FINDING F"]:::domain0
  r1 -->|"control_ref"| r0
  classDef domain0 fill:#cfe2f3,color:#000,stroke:#555
  classDef dangling fill:#fff,color:#b00020,stroke:#b00020,stroke-dasharray:4
`)
})

function around(text: string, depth: number, editor?: Editor): Graph {
  const { snapshot, position } = open(text, editor)
  return graphOfFile(snapshot, { line: position.line, depth })
}

/** The nodes, the edges by the ids of their records, and what is left out. */
function print({ nodes, edges, alone, leftOut }: Graph): string[] {
  const idOf = (key: string): string => nodes.find(node => node.key === key)!.id
  return [
    ...nodes.map(
      ({ tag, id, title, isDangling, isCenter }) =>
        `${tag} ${id}${title && ` (${title})`}${isDangling ? ' dangling' : ''}${isCenter ? ' center' : ''}`,
    ),
    ...edges.map(({ from, to, field }) => `${idOf(from)} ${field} ${idOf(to)}`),
    ...(alone > 0 ? [`alone ${alone}`] : []),
    ...(leftOut > 0 ? [`left out ${leftOut}`] : []),
  ]
}
