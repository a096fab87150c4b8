import type { Position, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types'
import { type RecordName, recordName } from '../../shared/domains/identity.ts'
import { shorten, show } from '../../shared/domains/values.ts'
import type { Excerpt } from '../../shared/index/excerpt.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { renameChanges } from '../../shared/index/rename.ts'
import { quote } from '../../shared/syntax/nodes.ts'
import type { Place } from '../../shared/syntax/tree.ts'
import { type Named, namedAt } from '../snapshot/named.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { editOf, type FileEdits, plainEdit } from '../snapshot/workspace-edit.ts'

/** Why something cannot be renamed, as a sentence for the user. */
export interface Refusal {
  readonly refusal: string
}

/** Which record gets which id, and what that changes in other files than the one that it was asked in. */
export interface RenamePlan {
  readonly name: RecordName
  readonly id: string
  /** The records that are to change, by the addresses of their files. */
  readonly records: ReadonlyMap<string, IndexedRecord[]>
}

/** What a rename changes in a file beside the snapshot's. */
export interface RenamedFile {
  /** As `editsToRename` gives them. */
  readonly edits: TextEdit[] | undefined
  /** The version of the open document; null for a file that is not open. */
  readonly version: number | null
}

/** The id at a position that can be renamed: that of a record, where it is defined or referred to. */
export function prepareRename(snapshot: Snapshot, position: Position): { range: Range; placeholder: string } | Refusal {
  const subject = subjectAt(snapshot, position)
  if ('refusal' in subject) return subject
  return { range: rangeIn(snapshot, subject.entry, subject.span), placeholder: subject.name.id }
}

/** What it takes to give the record whose id stands at a position another one: in all records that define it or refer to it, in all files. */
export function planRename(snapshot: Snapshot, position: Position, newName: string): RenamePlan | Refusal {
  const subject = subjectAt(snapshot, position)
  if ('refusal' in subject) return subject
  const { name } = subject
  const id = newName.trim()
  return { name, id, records: id === name.id ? new Map() : recordsNaming(snapshot, name) }
}

/**
 * The edits of a rename in one file; undefined where a record would no longer say the same.
 *
 * @param file all of it, or all of its records that are concerned
 */
export const editsToRename = ({ name, id }: RenamePlan, file: Excerpt): TextEdit[] | undefined =>
  renameChanges(file, name, id)?.map(change => plainEdit(file.tree, change))

/**
 * The edit of a rename.
 *
 * @param others what it changes in the files that the plan names; one that could not be read is missing
 */
export function rename(
  snapshot: Snapshot,
  plan: RenamePlan,
  others: ReadonlyMap<string, RenamedFile>,
): WorkspaceEdit | Refusal {
  if (plan.id === plan.name.id) return editOf(snapshot.client, [])
  const problem = problemWith(snapshot, plan.name, plan.id)
  if (problem !== undefined) return { refusal: problem }

  const files: FileEdits[] = []
  for (const uri of [snapshot.uri, ...[...recordsNaming(snapshot, plan.name).keys()].sort()]) {
    const renamed =
      uri === snapshot.uri ? { version: snapshot.version, edits: editsToRename(plan, snapshot.file) } : others.get(uri)
    if (!renamed)
      return {
        refusal: `${fileName(uri)} has this id too and cannot be read, so nothing was renamed; see to that file first.`,
      }
    const { version, edits } = renamed
    if (!edits) {
      const advice = 'choose an id of letters, digits and hyphens, or mend that record first'
      return { refusal: `With ${show(plan.id)} a record of ${fileName(uri)} would no longer say the same; ${advice}.` }
    }
    if (edits.length > 0) files.push({ uri, version, edits })
  }
  return editOf(snapshot.client, files)
}

function recordsNaming({ index, uri }: Snapshot, name: RecordName): Map<string, IndexedRecord[]> {
  const records = new Map<string, IndexedRecord[]>()
  for (const record of index.recordsNaming(name)) {
    if (record.uri === uri) continue
    const others = records.get(record.uri)
    if (others) others.push(record)
    else records.set(record.uri, [record])
  }
  return records
}

type Subject = Exclude<Named, { kind: 'tag' }>

function subjectAt(snapshot: Snapshot, position: Position): Subject | Refusal {
  const named = namedAt(snapshot, position)
  if (!named || named.kind === 'tag')
    return { refusal: 'Only the id of a record can be renamed, where it is defined or referred to.' }
  if (!snapshot.isIndexComplete)
    return {
      refusal: 'Not all files of the workspace have been read, so references could be missed; rename when they have.',
    }
  const { tag, id } = named.name
  if (snapshot.index.count(named.name) === 0)
    return { refusal: `There is no ${tag} ${show(id)} to rename; correct the reference, or write the record.` }
  return named
}

/** Why a record cannot have an id, or undefined. */
function problemWith({ index }: Snapshot, name: RecordName, id: string): string | undefined {
  if (id === '') return 'The new id is empty; write one.'
  const wanted = recordName(name, id)
  const [taken] = index.definitionsOf(wanted, 1)
  if (taken) return `There is a ${name.tag} ${show(id)} already, in ${lineOf(taken)}; choose another id.`
  const [waiting] = index.referencesTo(wanted, 1)
  if (waiting) {
    const advice = 'choose another id, or correct that reference first'
    return `A reference in ${lineOf(waiting)} says ${show(id)} already and would then mean this ${name.tag}; ${advice}.`
  }
  const special = specialCharacter(id)
  if (special !== undefined && index.referencesTo(name, 1).length > 0) {
    return `Records refer to this ${name.tag}, and a reference cannot hold the character ${show(special)}; choose an id without it.`
  }
  return undefined
}

/** The first character that separates or encloses ids in a reference, or that needs an escape, which is not read there. */
const specialCharacter = (id: string): string | undefined =>
  [...id].find(character => /[,[\]]/.test(character) || quote(character) !== `"${character}"`)

const lineOf = ({ uri, start }: Place): string => `${fileName(uri)}, line ${start.line + 1}`

/** The name of a file as its user knows it. */
function fileName(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1)
  try {
    return shorten(decodeURIComponent(name))
  } catch {
    return shorten(name)
  }
}
