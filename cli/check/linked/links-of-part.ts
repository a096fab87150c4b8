import type { CheckedFile } from '../../../shared/check/check.ts'
import { type FileLink, fileFieldsOf, fileLinksIn, tagsWithFiles } from '../../../shared/check/linked-files.ts'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import type { Tag } from '../../../shared/domains/registry.ts'
import type { PartReading } from '../../../shared/scan/part-reading.ts'
import type { RecordNode } from '../../../shared/syntax/nodes.ts'
import { checkAt, type ReadPart } from '../parts/check-at.ts'
import type { PartReader } from '../parts/part-reader.ts'
import { placesOfTags } from './places-of-tags.ts'

/** A path of a file in a record. */
export interface LinkOfRecord {
  readonly entry: number
  readonly record: RecordNode
  readonly tag: Tag
  readonly link: FileLink
}

/**
 * The paths of files in the records of a part, some records at a time. Only records whose tags have such fields are
 * read again for it.
 */
export function* linksOfPart(
  part: ReadPart & Pick<PartReading, 'tags'>,
  context: FileContext,
  reader: PartReader,
): Generator<{ readonly checked: CheckedFile; readonly links: readonly LinkOfRecord[] }> {
  const { registry } = context
  const withFiles = tagsWithFiles(registry)
  const names = new Set(part.tags.filter(path => withFiles.has(path)).map(path => registry.tags.get(path)!.name))
  if (names.size === 0) return
  const read = reader.read(part.content, part.range)
  if (typeof read !== 'object') return
  const places = placesOfTags(read, part.before, names)
  for (const { checked, first } of checkAt(part, places, { ...context, onlyNames: true }, reader)) {
    const links = checked.tree.entries.flatMap((record, entry): LinkOfRecord[] => {
      const tag = checked.entries[entry]!.tag
      if (entry < first || record.kind !== 'record' || !tag || fileFieldsOf(tag).length === 0) return []
      return fileLinksIn(record, tag).map(link => ({ entry, record, tag, link }))
    })
    yield { checked, links }
  }
}
