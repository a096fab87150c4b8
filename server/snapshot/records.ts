import type { Location } from 'vscode-languageserver-types'
import type { Registry, Tag } from '../../shared/domains/registry.ts'
import type { WorkspaceIndex } from '../../shared/index/workspace-index.ts'
import type { Place } from '../../shared/syntax/tree.ts'

/** The name of a record in a list: its tag, and its id if it has one. */
export const recordLabel = (tag: string, id: string | undefined): string => (id === undefined ? tag : `${tag} ${id}`)

/** The location of a place, as the protocol has it. */
export const locationOf = ({ uri, start, end }: Place): Location => ({ uri, range: { start, end } })

/** The locations of the records of a tag, by the path of the tag, in the order of the addresses of their files. */
export function recordsOfTag(index: WorkspaceIndex, path: string): Location[] {
  const locations: Location[] = []
  for (const uri of [...index.uris()].sort()) {
    for (const record of index.recordsIn(uri))
      if (record.tag.path === path) locations.push(locationOf(record.tagPlace()))
  }
  return locations
}

/** The tag with a path, such as `core.compliance.CONTROL`; undefined if no domain has it. */
export const tagOfPath = ({ domains }: Registry, path: string): Tag | undefined =>
  [...domains.values()].flatMap(({ tags }) => [...tags.values()]).find(({ fullName }) => fullName.path === path)
