import type { GraphEdge, GraphNode } from '../../protocol/graph.ts'

/** A record of a flowchart. */
export type FlowchartNode = Pick<GraphNode, 'key' | 'tag' | 'id' | 'title' | 'domain' | 'isDangling'>

/** A graph as a Mermaid flowchart, with a style for what is dangling and one for each domain. */
export function mermaidOf({
  nodes,
  edges,
}: {
  readonly nodes: readonly FlowchartNode[]
  readonly edges: readonly GraphEdge[]
}): string {
  const numbers = new Map(nodes.map(({ key }, index) => [key, index]))
  const domains = [...new Set(nodes.map(({ domain }) => domain))]
  const label = (...lines: readonly string[]): string => `"${lines.filter(Boolean).map(mermaidText).join('<br/>')}"`
  return [
    'flowchart LR',
    ...nodes.map(
      ({ tag, id, title, domain, isDangling }, index) =>
        `  r${index}[${label(`${tag} ${id}`.trim(), title)}]:::${isDangling ? 'dangling' : `domain${domains.indexOf(domain)}`}`,
    ),
    ...edges.map(({ from, to, field }) => `  r${numbers.get(from)!} -->|${label(field)}| r${numbers.get(to)!}`),
    ...domains.map(
      (_, index) => `  classDef domain${index} fill:${colors[index % colors.length]!},color:#000,stroke:#555`,
    ),
    '  classDef dangling fill:#fff,color:#b00020,stroke:#b00020,stroke-dasharray:4',
    '',
  ].join('\n')
}

const colors = [
  '#cfe2f3',
  '#d9ead3',
  '#fff2cc',
  '#ead1dc',
  '#d9d2e9',
  '#fce5cd',
  '#d0e0e3',
  '#f4cccc',
  '#e6e6e6',
  '#c9daf8',
  '#e2f0cb',
]

/** Text inside quotes. Characters with a meaning in Mermaid or HTML become numeric entities. */
export const mermaidText = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .,:/_-]/gu, character => `#${character.codePointAt(0)!};`)
