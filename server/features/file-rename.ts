import type { CheckedFile } from '../../shared/check/check.ts'
import { setHeaderDomains } from '../../shared/check/header.ts'
import { domainsOfFile } from '../../shared/domains/domains-in-force.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'

/**
 * The changes that keep the domain of a file's records when the file is renamed: if the old name chose the domain and
 * the new one does not, an `@DOC` header is added. An empty list if no change is needed.
 *
 * @param newPath the path of the file after the rename
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
