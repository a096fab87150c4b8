import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import type { CompletionItem, MarkupContent } from 'vscode-languageserver-types'
import { markdown as diffAsMarkdown } from '../cli/diff/formats/markdown.ts'
import { rowFormats } from '../cli/query/row-formats.ts'
import { siteFiles } from '../cli/site/site.ts'
import { describeSymbol } from '../server/expressions/hover.ts'
import { domainTree } from '../server/requests/domains.ts'
import { graphOfFile } from '../server/requests/graph.ts'
import { code, escapeMarkdown } from '../server/snapshot/describe.ts'
import { exported } from '../shared/convert/export-records.ts'
import { changesOf } from '../shared/diff/changes.ts'
import { unitsOf } from '../shared/diff/units.ts'
import { builtinDescriptors } from '../shared/domains/built-in.ts'
import type { Descriptor } from '../shared/domains/descriptor.ts'
import { createRegistry } from '../shared/domains/registry.ts'
import type { DomainNode } from '../shared/protocol/domains.ts'
import { escapeControls } from '../shared/syntax/controls.ts'
import { quote } from '../shared/syntax/nodes.ts'
import { parse } from '../shared/syntax/tree.ts'
import { escapeText } from '../shared/syntax/written-rows.ts'
import { allowedInXml } from '../shared/syntax/xml-text.ts'
import { mermaidOf } from '../shared/views/graph/mermaid.ts'
import { completions, hoverAt, snapshotOf } from './editor.ts'
import { hostileValues } from './hostile-values.ts'
import { seen } from './markdown.ts'

/** What records and descriptors hold stays text in what the functions of an output make of it. */

/** A descriptor that says a text wherever it can say one. */
const descriptorOf = (text: string): Descriptor => ({
  domain: 'acme.fleet',
  version: '1.0',
  description: text,
  records: [
    {
      tag: 'VEHICLE',
      description: text,
      fields: [
        { name: 'rid', type: 'string', required: true, description: text, example: text },
        { name: 'title', type: 'string', description: text },
        { name: 'code', type: 'string', description: text, pattern: text },
        {
          name: 'kind',
          type: 'string',
          enum: ['first', text],
          enumDescriptions: { first: text, [text]: text },
          transitions: { first: [text] },
          description: text,
        },
        { name: 'vehicle_ref', type: 'string', ref: 'VEHICLE', description: text },
        { name: 'wheels', type: 'int', unit: text, description: text },
        { name: '_under_', type: 'bool', description: text },
      ],
      rules: [
        { id: 'described', message: text, expression: text, description: text },
        { id: 'plain', message: text, expression: text },
      ],
    },
  ],
  meta: {
    tagline: text,
    tag_context: { VEHICLE: { purpose: text, when_to_use: text, related_standards: [text] } },
    use_cases: [
      { id: text, title: text, description: text, tags: [text], tags_used: [text], steps: [text], example: text },
    ],
    links: [{ url: `https://a.example/${text.replaceAll(/\s/g, '')}`, type: text, label: `the ${text}` }],
  },
})

const editorOf = (text: string): NonNullable<Parameters<typeof hoverAt>[1]> => ({
  descriptors: [descriptorOf(text)],
  domains: ['acme.fleet'],
  others: { 'b.rec': `@VEHICLE rid=V-2 | title=${quote(text)} | kind=${quote(text)}\n` },
})

const hover = (record: string) => (text: string) =>
  hoverAt(
    record.replace('TEXT', () => quote(text)),
    editorOf(text),
  )!.text

const documentationOf = ({ documentation }: CompletionItem): string =>
  documentation === undefined ? '' : (documentation as MarkupContent).value

const completed = (record: string) => (text: string) =>
  completions(record, undefined, editorOf(text)).map(documentationOf).join('\n\n')

const documentationOfNode = ({ documentation, children }: DomainNode): string[] => [
  documentation,
  ...children.flatMap(documentationOfNode),
]

const records = (text: string): string => `@VEHICLE rid=V-1 | title=${quote(text)} | kind=${quote(text)}\n`

const registry = createRegistry(builtinDescriptors)

const diffOf = (before: string, after: string): string => {
  const units = [before, after].map(text => unitsOf(parse(text), registry, '\n', 'a.rec'))
  const version = (text: string) => ({ files: new Map([['a.rec', text]]), isOneFile: true })
  return [
    ...diffAsMarkdown({
      before: version(before),
      after: version(after),
      units: { before: units[0]!, after: units[1]! },
      changes: changesOf(units[0]!, units[1]!, registry),
      renamed: new Map(),
      renamesCount: true,
      leavesOut: false,
      keepsPlaces: false,
      registry,
    }),
  ].join('')
}

async function queried(text: string): Promise<string> {
  let all = ''
  const rows = async function* () {
    yield [text, text]
  }
  for await (const part of rowFormats.markdown([text, text], rows, cell => cell)) all += part
  return all
}

/** Outputs in Markdown, by what a text in them is. */
const outputs: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  'hover of a tag': hover('@VEHICLE$0 rid=V-1'),
  'hover of a field': hover('@VEHICLE rid=V-1 | title$0="x"'),
  'hover of a field with allowed values': hover('@VEHICLE rid=V-1 | kind$0="first"'),
  'hover of a field with a unit': hover('@VEHICLE rid=V-1 | wheels$0:int=4'),
  'hover of a field with marks in its name': hover('@VEHICLE rid=V-1 | _under_$0=true'),
  'hover of a value': hover('@VEHICLE rid=V-1 | kind=$0TEXT'),
  'hover of an id': hover('@VEHICLE rid=$0TEXT'),
  'hover of a value with a problem': hover('@VEHICLE rid=V-1 | wheels:int=$0TEXT'),
  'hover of a reference': hover('@VEHICLE rid=V-1 | vehicle_ref="V-2$0"'),
  'hover of a reference to no record': text =>
    // Brackets and commas separate ids.
    hover('@VEHICLE rid=V-1 | vehicle_ref=$0TEXT')(text.replaceAll(/[[\],]/g, '')),
  'hover of a domain': hover('@DOC domain=acme.fleet$0'),
  'completed tags': completed('@$0'),
  'completed fields': completed('@VEHICLE rid=V-1 | $0'),
  'completed values': completed('@VEHICLE rid=V-1 | kind="$0"'),
  'completed choices': completed('@VEHICLE rid=V-1 | _under_=$0'),
  'completed ids': completed('@VEHICLE rid=V-1\n@VEHICLE rid="$0"'),
  'completed domains': completed('@DOC domain=$0'),
  'Domains view': text =>
    domainTree(createRegistry([descriptorOf(text)]))
      .flatMap(documentationOfNode)
      .join('\n\n'),
  'value in an expression': text => {
    const all = createRegistry([descriptorOf(text)])
    const [tag] = all.tagsNamed('VEHICLE')
    return describeSymbol(
      { kind: 'value', start: 0, end: 0, value: text, tag: tag!, field: tag!.fields.get('kind')! },
      all,
    )
  },
  'export of the editor': text =>
    exported(snapshotOf(records(text), editorOf(text)).file, 'markdown')
      .map(file => file.text)
      .join('\n'),
  'recline diff': text =>
    diffOf(records('before'), records(text)) + diffOf(records(text), records('after')) + diffOf('', records(text)),
  'recline diff of other text': text =>
    diffOf('@CONTROL rid=C-1\n', `@CONTROL rid=C-1\n\n${text.replaceAll(/[\r\n]/g, '')}\n`),
  'recline query': queried,
}

/** The kinds of the parts of Markdown, but for code: words between backticks in a description are code. */
const partsOf = (markdown: string): string[] => seen(markdown).parts.filter(part => part !== 'code_inline')

test.each(
  Object.entries(outputs).flatMap(([name, output]) =>
    Object.entries(hostileValues).map(([kind, text]) => [name, kind, output, text] as const),
  ),
)('Markdown, %s: the value "%s" is text', async (_, __, output, text) => {
  const [plain, hostile] = [await output('word'), await output(text)]
  expect(partsOf(hostile), hostile).toEqual(partsOf(plain))
})

test.each(Object.entries(hostileValues))('Markdown shows all of the value "%s"', (_, text) => {
  const shown = text.trim().replace(/\s+/g, ' ')
  expect(seen(escapeMarkdown(text)).text).toBe(shown)
  expect(seen(code(text)).text.trim()).toBe(shown)
  const cell = seen(`| a |\n| --- |\n| ${escapeText(text)} |\n`).text
  expect(cell).toBe(`a${escapeControls(text.replaceAll(/\r\n|[\r\n]/g, '')).trim()}`)
})

test('a name with marks of Markdown is shown as it is', () => {
  const text = hover('@VEHICLE rid=V-1 | _under_$0=true')('word')
  expect(seen(text).text).toMatch(/^VEHICLE\._under_ · bool/)
  expect(seen(hover('@VEHICLE$0 rid=V-1')('word')).text).toContain(', _under_')
  const before = '@VEHICLE rid=V-1 | title="x" | <b>=1 | `code`=2\n'
  expect(seen(completed(`${before}@$0`)('word')).text).toContain('Fields: rid, title, <b>, `code`')
})

/** Mermaid without the labels between quotes, in which only numbers of characters mean something. */
function flowchart(text: string): string {
  const snapshot = snapshotOf(`${records(text)}@VEHICLE rid=${quote(text)} | vehicle_ref="V-1"\n`, editorOf(text))
  const labels: string[] = []
  const rest = mermaidOf(graphOfFile(snapshot, {})!).replaceAll(/"([^"\n]*)"/g, (_, label: string) => {
    labels.push(label.replaceAll(/<br\/>|#\d+;/g, ''))
    return '""'
  })
  for (const label of labels) expect(label).toMatch(/^[\p{L}\p{N} .,:/_-]*$/u)
  return rest
}

test.each(Object.entries(hostileValues))('Mermaid: the value "%s" is in a label', (_, text) => {
  expect(flowchart(text)).toBe(flowchart('word'))
})

/** The elements of all pages of the reference site with their attributes, but for code in descriptions. */
function elementsOf(text: string): string[] {
  const pages = [...siteFiles(createRegistry([descriptorOf(text)]))].filter(([file]) => file.endsWith('.html'))
  return pages.flatMap(([file, page]) => {
    const elements: string[] = [file]
    const rest = page.replaceAll(
      /<(!?\/?[a-z]\w*)((?: [a-z-]+(?:="[^"<>]*")?)*)>/gi,
      (_, name: string, attributes: string) => {
        if (!/^\/?code$/.test(name)) elements.push(name + attributes.replaceAll(/="[^"]*"/g, ''))
        return ''
      },
    )
    expect(rest).not.toMatch(/[<>]/)
    return elements
  })
}

test.each(Object.entries(hostileValues))('reference site: the value "%s" is text', (_, text) => {
  expect(elementsOf(text)).toEqual(elementsOf('word'))
})

test('XML has no character that no program could read', () => {
  const text = `${Object.values(hostileValues).join('')}\ud800\uffff`
  const read: string[] = []
  const parser = new SaxesParser()
  parser.on('text', part => read.push(part))
  parser.write(`<a>${allowedInXml(text).replaceAll(/[&<>]/g, '')}</a>`).close()
  expect(read.join('')).toContain('\ufffd[31mred')
})
