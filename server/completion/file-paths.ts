import { CompletionItemKind, type Position } from 'vscode-languageserver-types'
import { escapeSnippet } from '../../shared/check/fixes/edits.ts'
import type { FolderEntry } from '../../shared/check/linked-files.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import { quote } from '../../shared/syntax/nodes.ts'
import { cursorAt, quotedSpanAt } from '../snapshot/cursor.ts'
import { uriOfPath } from '../snapshot/linked-file.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { CompletionEntry } from './item.ts'

/** What is written of a path before the cursor, up to its last `/`; undefined where no path is written. */
function folderTyped(snapshot: Snapshot, position: Position): string | undefined {
  const cursor = cursorAt(snapshot.file, position)
  const tag = cursor && snapshot.file.entries[cursor.entry]?.tag
  if (cursor?.kind !== 'value' || !tag || !fieldOf(tag, cursor.field.name)?.file) return undefined
  const start = quotedSpanAt(cursor)?.start ?? cursor.span.start
  const typed = cursor.record.text.slice(start, cursor.offset).replace(/^[^]*[,["]\s*/, '')
  return typed.slice(0, typed.lastIndexOf('/') + 1)
}

/** The URI of the folder whose names complete a path; undefined where no path is written, or it leads out. */
export function folderToComplete(snapshot: Snapshot, position: Position): string | undefined {
  const typed = folderTyped(snapshot, position)
  const uri = typed === undefined ? undefined : uriOfPath(snapshot, typed)
  return uri === 'outside' ? undefined : uri
}

/** The paths with the names of a folder; folders come first. */
export function suggestPaths(
  folder: string,
  names: readonly FolderEntry[],
  { written, isInside }: { readonly written: string; readonly isInside: boolean },
): CompletionEntry[] {
  const quotes = written.startsWith('"') ? '"' : ''
  const shown = names.filter(({ name }) => !name.startsWith('.'))
  return [...shown.filter(({ isFolder }) => isFolder), ...shown.filter(({ isFolder }) => !isFolder)].map(
    ({ name, isFolder }) => {
      const path = folder + name + (isFolder ? '/' : '')
      const text = escapeSnippet(quote(path).slice(1, -1))
      return {
        label: path,
        filter: quotes + path,
        // The cursor stays before the quote behind a folder, where its names follow.
        snippet: isInside ? text : `"${text}${isFolder ? '$0' : ''}"`,
        kind: isFolder ? CompletionItemKind.Folder : CompletionItemKind.File,
        ...(isFolder && { suggestsNext: true }),
      }
    },
  )
}
