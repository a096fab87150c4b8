import type { Location } from 'vscode-languageserver-types'
import { sectionAt } from '../../shared/check/check.ts'
import { recordName } from '../../shared/domains/identity.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import { foldQuery } from '../../shared/index/match.ts'
import type { Choice, TableCell, TableValuesParams, TagChoice } from '../../shared/protocol/table.ts'
import { recordsToReferTo } from '../completion/references.ts'
import { siblingValues } from '../completion/siblings.ts'
import { locationOf } from '../snapshot/records.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** Values to choose from for a cell: the records that it can refer to, best matches first, or what others of its column say. */
export function valuesFor(snapshot: Snapshot, { record, column, typed }: Omit<TableValuesParams, 'uri'>): Choice[] {
  const { file, index } = snapshot
  const { tag, identity } = file.entries[record] ?? {}
  const field = tag && fieldOf(tag, column)
  if (!tag || !field) return []
  const { target } = field
  if (!target) return siblingValues(file, record, tag, column).map(value => ({ value, meaning: '' }))
  const own = identity?.definition?.path === target.path ? [identity.definition.id] : []
  // Where an id stands already, someone is choosing anew: all others are there too.
  const isChosen = index.count(recordName(target, typed.trim())) > 0
  const { found } = recordsToReferTo(snapshot, target, new Set(own), foldQuery(typed), isChosen)
  return found.map(({ id, detail }) => ({ value: id, meaning: detail }))
}

/** Where the records stand that a cell refers to. */
export function referencesOf({ file, index }: Snapshot, { record, column }: Omit<TableCell, 'uri'>): Location[] {
  const references = file.entries[record]?.identity?.references ?? []
  return references
    .filter(({ field }) => field === column)
    .flatMap(reference => index.definitionsOf(reference).map(locationOf))
}

/** The tags that a new record at the end of the file can have. */
export function tagsAtEnd({ file }: Snapshot): TagChoice[] {
  const { domains } = sectionAt(file, file.tree.entries.length - 1)
  return domains.flatMap(({ path, tags }) =>
    [...tags.values()].map(
      ({ name, fullName, descriptor }): TagChoice => ({
        key: fullName.path,
        name,
        domain: path,
        description: descriptor.description ?? '',
      }),
    ),
  )
}
