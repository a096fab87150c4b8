import type { Position } from 'vscode-languageserver-types'
import { type FileLink, fileFieldsOf, fileLinksIn, placeOfLink } from '../../shared/check/linked-files.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { cursorAt } from './cursor.ts'
import type { Snapshot } from './snapshot.ts'

/** A file with records, and the folder that their files are below. */
type PlaceOfRecords = Pick<Snapshot, 'uri' | 'topFolder'>

/**
 * The URI of the file or folder that a path in a record names.
 *
 * @returns `outside` if it leads out of the top folder, undefined if it is no path, or files cannot be looked at
 */
export function uriOfPath(place: PlaceOfRecords, path: string): string | 'outside' | undefined {
  const { topFolder } = place
  const names =
    topFolder === undefined ? undefined : placeOfLink(path, namesBelowTop(place.uri, topFolder).slice(0, -1))
  return names === undefined || names === 'outside' ? names : [topFolder, ...names.map(encodeURIComponent)].join('/')
}

/** The names of a file and of its folders below the top folder, the outermost first. */
export const namesBelowTop = (uri: string, topFolder: string): string[] =>
  uri
    .slice(topFolder.length + 1)
    .split('/')
    .map(decodeURIComponent)

/** The paths of files in the record at an index of a file. */
export function linksOfEntry({ file }: Pick<Snapshot, 'file'>, entry: number): FileLink[] {
  const tag = file.entries[entry]?.tag
  const record = file.tree.entries[entry]
  return tag && record?.kind === 'record' && fileFieldsOf(tag).length > 0 ? fileLinksIn(record, tag) : []
}

/** The path of a file at a position, and its record. */
export function linkAt(
  snapshot: Pick<Snapshot, 'file'>,
  position: Position,
): { readonly link: FileLink; readonly entry: number; readonly record: RecordNode } | undefined {
  const cursor = cursorAt(snapshot.file, position)
  if (cursor?.kind !== 'value') return undefined
  const { entry, record, offset } = cursor
  const link = linksOfEntry(snapshot, entry).find(({ at }) => offset >= at.start && offset <= at.end)
  return link && { link, entry, record }
}
