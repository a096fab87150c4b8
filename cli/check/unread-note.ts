import { localize } from '../../shared/domains/localize.ts'
import { oneLine } from '../output/one-line.ts'
import type { Plan } from '../plan/plan.ts'
import { projectsOfRun } from '../plan/unread-files.ts'

/**
 * Says that a check did not read all files of the project, of which one may have the records that references lead to;
 * undefined if it read all.
 */
export async function unreadNote(plan: Plan): Promise<string | undefined> {
  const projects = projectsOfRun(plan)
  let count = 0
  let first: { readonly file: string; readonly project: string } | undefined
  for await (const source of projects.unread()) {
    count++
    first ??= { file: oneLine(source.file), project: projects.folderOf(source) }
  }
  if (!first) return undefined
  return count === 1
    ? localize(
        '1 file of the project was not read, {file}, and may have the records that references lead to; name it too, or {project} for the whole project.',
        first,
      )
    : localize(
        '{count} files of the project were not read, the first {file}, and may have the records that references lead to; name them too, or {project} for the whole project.',
        { ...first, count },
      )
}
