import {
  aliasesOfFields,
  type ColumnField,
  type ColumnMatch,
  fieldsOfColumns,
} from '../convert/foreign-tables/column-fields.ts'
import { practiceDomain } from '../domains/practice.ts'
import { fieldOf, type Tag } from '../domains/registry.ts'

/** An extension that comes with Recline and is not in force, and the columns that it has fields for. */
export interface PracticeColumns {
  readonly extension: string
  readonly columns: readonly string[]
}

/** How a column fits that is no field of the tag. */
const noFieldMatches: ReadonlySet<ColumnMatch> = new Set(['own', 'named', 'none'])

/** How a column fits that is surely meant as a field. */
const certain: ReadonlySet<ColumnMatch> = new Set(['same', 'alias', 'spelling'])

/**
 * The extension that comes with Recline and has fields for columns that no field of a tag takes; null if there is none.
 *
 * @param tags the definitions of the tag
 */
export function practiceColumns(found: readonly ColumnField[], tags: readonly Tag[]): PracticeColumns | null {
  const names = found.flatMap(({ column, match }) => (noFieldMatches.has(match) ? column : []))
  for (const tag of tags) {
    const practice = practiceDomain(tag.domain)?.tags.get(tag.name)
    if (!practice) continue
    const added = [...practice.fields.keys()].filter(name => !fieldOf(tag, name))
    const columns = fieldsOfColumns(names, {
      tag: tag.name,
      fields: added,
      identity: practice.identityField,
      isIdentityRequired: false,
      aliases: aliasesOfFields([practice]),
    }).flatMap(({ column, match }) => (certain.has(match) ? column : []))
    if (columns.length > 0) return { extension: practice.domain.path, columns }
  }
  return null
}
