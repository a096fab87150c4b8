import { usedDomains } from '../../shared/check/check.ts'
import type { FileDomains } from '../../shared/protocol/domains.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The domains of a file as a client shows them. */
export function fileDomains({ uri, file }: Snapshot): FileDomains {
  const chosen = file.sections.filter(({ source }) => source === 'header')
  const sections = chosen.length > 0 ? chosen : file.sections.slice(0, 1)
  return {
    uri,
    inForce: [...new Set(sections.flatMap(({ domains }) => domains.map(({ path }) => path)))],
    source: sections[0]!.source,
    used: usedDomains(file).map(({ path }) => path),
  }
}
