import { namedDomains } from '../../domains/domains-in-force.ts'
import { fieldSpan, type RecordNode } from '../../syntax/nodes.ts'
import { joins } from '../../syntax/parse.ts'
import type { TextChange } from '../../syntax/text-change.ts'
import { indexAt, lineBreakOf, parse } from '../../syntax/tree.ts'
import { type CheckedFile, sectionAt } from '../check.ts'

/**
 * Makes the `@DOC` header above an entry name some domains. Domains that it already names keep their text, with the
 * version. If there is no header above, a new one goes to the top of the file, below the leading comments.
 *
 * @param entry the index of the entry; 0 in an empty file
 * @param domains the paths of the domains, at least one
 */
export function setHeaderDomains(file: CheckedFile, entry: number, domains: readonly string[]): TextChange {
  const { header, first } = sectionAt(file, entry)
  if (header?.kind === 'record') {
    const start = file.tree.starts[first]!
    const named = namedDomains(header, file.context.registry)
    const asWritten = (path: string): string => {
      const span = named.find(({ domain }) => domain?.path === path)
      return span ? header.text.slice(span.start, span.end) : path
    }
    const change = changeHeader(header, domainField(domains.map(asWritten)))
    return { ...change, start: start + change.start, end: start + change.end }
  }
  const top = topOfFile(file)
  const line = `@DOC ${domainField(domains)}${lineBreakOf(file.tree)}`
  // Without a blank line, the next line could become a continuation of the header.
  const below = file.tree.entries[indexAt(file.tree, top)]
  const isContinued = below !== undefined && joins(parse(line).entries[0]!, below)
  return { start: top, end: top, text: isContinued ? line + lineBreakOf(file.tree) : line }
}

function domainField(names: readonly string[]): string {
  const unique = [...new Set(names)]
  return `domain=${unique.length === 1 ? unique[0]! : `[${unique.join(', ')}]`}`
}

function changeHeader(header: RecordNode, written: string): TextChange {
  const field = header.fields.find(candidate => candidate.name === 'domain')
  if (field) return { ...fieldSpan(field), text: written }
  const separator = header.fields.length > 0 ? ' |' : ''
  return { start: header.tagEnd, end: header.tagEnd, text: ` ${written}${separator}` }
}

/** After the leading comments if a blank line follows them, else at the top, after a byte order mark. */
function topOfFile({ tree }: CheckedFile): number {
  let index = 0
  while (tree.entries[index]?.kind === 'comment') index++
  const below = tree.entries[index]
  // White space without a line end is not before the header.
  if (index > 0 && below?.kind === 'blank')
    return tree.starts[index]! + Math.max(below.text.lastIndexOf('\n'), below.text.lastIndexOf('\r')) + 1
  return tree.entries[0]?.text.charCodeAt(0) === 0xfeff ? 1 : 0
}
