import { sectionAt, type CheckedFile } from './check.ts'
import { fieldName, fieldSpan, type RecordNode } from './syntax.ts'
import type { TextChange } from './fixes.ts'
import { lineBreakOf } from './tree.ts'

/**
 * The change that makes the `@DOC` header in force at an entry name these domains: its own field is replaced, or added;
 * without a header above, one is put at the top of the file, below the comments that introduce it.
 *
 * @param entry the index of the entry; 0 in an empty file
 * @param domains the domains' paths, at least one
 */
export function setHeaderDomains(file: CheckedFile, entry: number, domains: readonly string[]): TextChange {
  const written = `domain=${domains.length === 1 ? domains[0]! : `[${[...new Set(domains)].join(', ')}]`}`
  const { header, first } = sectionAt(file, entry)
  if (header?.kind === 'record') {
    const start = file.tree.starts[first]!
    const change = changeHeader(header, written)
    return { ...change, start: start + change.start, end: start + change.end }
  }
  const top = topOfFile(file)
  return { start: top, end: top, text: `@DOC ${written}${lineBreakOf(file.tree)}` }
}

function changeHeader(header: RecordNode, written: string): TextChange {
  const field = header.fields.find(candidate => fieldName(header, candidate) === 'domain')
  if (field) return { ...fieldSpan(field), text: written }
  const separator = header.fields.length > 0 ? ' |' : ''
  return { start: header.tagEnd, end: header.tagEnd, text: ` ${written}${separator}` }
}

/** Behind the leading comments where a blank line ends them, else at the very top, behind a byte order mark. */
function topOfFile({ tree }: CheckedFile): number {
  let index = 0
  while (tree.entries[index]?.kind === 'comment') index++
  if (index > 0 && tree.entries[index]?.kind === 'blank') return tree.starts[index + 1]!
  return tree.entries[0]?.text.charCodeAt(0) === 0xfeff ? 1 : 0
}
