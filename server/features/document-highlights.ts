import { type DocumentHighlight, DocumentHighlightKind, type Position } from 'vscode-languageserver-types'
import { isSameRecord } from '../../shared/domains/identity.ts'
import type { RecordNode, Span } from '../../shared/syntax/nodes.ts'
import { type Named, namedAt } from '../snapshot/named.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The most highlights, nearest to the cursor. Clients send this request each time that the cursor moves. */
const mostHighlights = 1000

/** The highlights for the word at a position: the id of a record and the references to it, or the records of a tag. */
export function documentHighlights(snapshot: Snapshot, position: Position): DocumentHighlight[] | null {
  const named = namedAt(snapshot, position)
  if (!named) return null
  const marks = highlightsOf(snapshot, named)
  const here = marks.findIndex(({ entry }) => entry >= named.entry)
  const first = Math.max(0, Math.min(here - mostHighlights / 2, marks.length - mostHighlights))
  return marks
    .slice(first, first + mostHighlights)
    .map(({ entry, span, kind }) => ({ range: rangeIn(snapshot, entry, span), kind }))
}

interface Highlight {
  readonly entry: number
  readonly span: Span
  readonly kind: DocumentHighlightKind
}

function highlightsOf({ file: { tree, entries } }: Snapshot, named: Named): Highlight[] {
  const marks: Highlight[] = []
  entries.forEach(({ tag, identity }, entry) => {
    if (named.kind === 'tag') {
      if (tag?.nameOfRecords.path !== named.tag.path) return
      const { at, tagEnd } = tree.entries[entry] as RecordNode
      marks.push({ entry, span: { start: at, end: tagEnd }, kind: DocumentHighlightKind.Text })
      return
    }
    if (!identity) return
    const { definition, references } = identity
    if (definition && isSameRecord(definition, named.name))
      marks.push({ entry, span: definition, kind: DocumentHighlightKind.Write })
    for (const reference of references) {
      if (isSameRecord(reference, named.name)) marks.push({ entry, span: reference, kind: DocumentHighlightKind.Read })
    }
  })
  return marks
}
