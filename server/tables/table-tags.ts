import { sectionAt } from '../../shared/check/check.ts'
import type { TagChoice } from '../../shared/protocol/table.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The tags that a new record at the end of the file can have: those of the domains in force there. */
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
