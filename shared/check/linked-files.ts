import { placedItems } from '../domains/list-items.ts'
import type { FieldDefinition, Registry, Tag } from '../domains/registry.ts'
import { type Field, type RecordNode, type Span, type ValueNode, valueText } from '../syntax/nodes.ts'

/*
 * Fields whose values are paths of files, as `file` and `hashOf` of a descriptor say. What is known of the files comes
 * from where files can be read: the command line, and a language server that runs on Node.
 */

/** A path of a file in a record. */
export interface FileLink {
  readonly field: FieldDefinition
  /** The path as it is written. */
  readonly path: string
  /** Where it stands in the record, without quotes. */
  readonly at: Span
  /** The value that holds it; a list can hold several. */
  readonly value: ValueNode
  /** The hash that the record has of the file; undefined if it has none. */
  readonly hash: WrittenHash | undefined
}

/** A hash in a record. */
interface WrittenHash {
  readonly field: FieldDefinition
  readonly node: Field
  readonly value: ValueNode
  readonly text: string
}

/** What is known of a file that a record names. */
export type FileFact =
  /** It is there. Its hash is undefined if nobody computed it. */
  | { readonly kind: 'file'; readonly hash: string | undefined }
  /** There is none. Other files of its folder may be meant. */
  | { readonly kind: 'missing'; readonly others: readonly string[] }
  | { readonly kind: 'folder' | 'special' | 'outside' | 'no path' }
  | { readonly kind: 'unreadable'; readonly why: string }

/** A file or folder in a folder. */
export interface FolderEntry {
  readonly name: string
  readonly isFolder: boolean
}

/** The fields of a tag whose values are paths of files, each with the field of its hash. */
export interface FileField {
  readonly field: FieldDefinition
  readonly hash: FieldDefinition | undefined
}

/** The fields of a tag whose values are paths of files; empty for most tags. */
export function fileFieldsOf(tag: Tag): readonly FileField[] {
  let known = fileFields.get(tag)
  if (!known) {
    const all = [...tag.fields.values()]
    known = all
      .filter(({ file, type }) => file === true && type === 'string')
      .map(field => ({
        field,
        hash: all.find(({ hashOf, type }) => hashOf === field.name && type === 'string' && field.list !== true),
      }))
    fileFields.set(tag, known)
  }
  return known
}

const fileFields = new WeakMap<Tag, readonly FileField[]>()

/** The paths of the tags with paths of files, in any domain. */
export function tagsWithFiles(registry: Registry): ReadonlySet<string> {
  let known = taggedFiles.get(registry)
  if (!known) {
    known = new Set([...registry.tags].flatMap(([path, tag]) => (fileFieldsOf(tag).length > 0 ? path : [])))
    taggedFiles.set(registry, known)
  }
  return known
}

const taggedFiles = new WeakMap<Registry, ReadonlySet<string>>()

/** The paths of files in a record. */
export function fileLinksIn(record: RecordNode, tag: Tag): FileLink[] {
  return fileFieldsOf(tag).flatMap(({ field, hash }) => {
    const value = record.fields.find(({ name }) => name === field.name)?.value
    if (!value) return []
    const written = hash && hashIn(record, hash)
    const paths = field.list ? placedItems(record, value) : [wholePath(record, value)]
    return paths
      .filter(({ item }) => item !== '')
      .map(({ item, at }) => ({ field, path: item, at, value, hash: written }))
  })
}

function wholePath(record: RecordNode, value: ValueNode): { readonly item: string; readonly at: Span } {
  const inside = value.kind === 'quoted' ? 1 : 0
  const end = value.end - (inside === 1 && value.closed ? 1 : 0)
  return { item: valueText(record, value), at: { start: value.start + inside, end } }
}

function hashIn(record: RecordNode, field: FieldDefinition): WrittenHash | undefined {
  const node = record.fields.find(({ name }) => name === field.name)
  const text = node?.value ? valueText(record, node.value) : ''
  return node?.value && text !== '' ? { field, node, value: node.value, text } : undefined
}

/**
 * The place that a path leads to, without `.` and `..`.
 *
 * @param path as a record has it
 * @param folder the folder of the file with the record: the names below the workspace, the outermost first
 * @returns the names below the workspace; `outside` if it leads out, undefined if it is no such path
 */
export function placeOfLink(path: string, folder: readonly string[]): readonly string[] | 'outside' | undefined {
  if (path.startsWith('/') || /[\\\0]/.test(path) || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(path)) return undefined
  const names = [...folder]
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.pop() === undefined) return 'outside'
  }
  return names
}

/**
 * The path from one folder to a file, as a record writes it.
 *
 * @param file and `folder`: the names below the workspace, the outermost first
 */
export function pathToFile(file: readonly string[], folder: readonly string[]): string {
  let shared = 0
  while (shared < folder.length && shared < file.length - 1 && folder[shared] === file[shared]) shared++
  return [...folder.slice(shared).map(() => '..'), ...file.slice(shared)].join('/')
}

/** The 64 digits of a hash in any of its forms, in lower case; undefined for another text. */
export const digitsOfHash = (text: string): string | undefined =>
  /^(?:sha256:)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase()

/** A hash as a record has it: in the form of the one that stands there, else with `sha256:`. */
export const hashInForm = (digits: string, before: string | undefined): string =>
  before !== undefined && /^[0-9a-f]{64}$/i.test(before) ? digits : `sha256:${digits}`
