import type { CheckedFile } from '../../shared/check/check.ts'
import { setHeaderDomains } from '../../shared/check/header.ts'
import { domainsOfFile } from '../../shared/domains/domains-in-force.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'

/**
 * What keeps a file's records what they are when the file gets another name: where its name decides the domain, and the
 * new one says another or none, an `@DOC` header takes over. Empty where nothing is to be done.
 *
 * @param newPath the file's path after the rename
 */
export function changesForRename(file: CheckedFile, newPath: string): TextChange[] {
  const { context, sections, entries } = file
  const before = domainsOfFile(context)
  if (before.source !== 'file name' || sections.length > 1 || !entries.some(({ tag }) => tag)) return []
  const after = domainsOfFile({ ...context, fileName: newPath })
  const [domain] = before.domains
  if (!domain || (after.domains.length === 1 && after.domains[0] === domain)) return []
  return [setHeaderDomains(file, 0, [domain.path])]
}
