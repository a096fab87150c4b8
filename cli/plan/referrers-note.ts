import { localize } from '../../shared/domains/localize.ts'
import { noRecordNote } from '../../shared/query/missing-note.ts'
import { readText, type Source } from '../files/read-text.ts'
import { oneLine } from '../output/one-line.ts'
import type { Plan } from './plan.ts'
import { projectsOfRun } from './unread-files.ts'

/** What to say of the records that `referrers` of a run cannot find. */
export interface ReferrersNote {
  readonly sentence: string
  /** Whether there are such records, so that a result can be wrong. */
  readonly isMissing: boolean
}

/**
 * Says which records `referrers` misses, because files of the project have them that the run does not read; undefined
 * if nothing is missing there. Without a project, it names the tags without a record in the run.
 *
 * @param tags the names of the tags that `referrers` finds records of
 * @param absent those without a record in the run
 */
export async function referrersNote(
  plan: Plan,
  tags: ReadonlySet<string>,
  absent: ReadonlySet<string>,
): Promise<ReferrersNote | undefined> {
  if (tags.size === 0) return undefined
  const projects = projectsOfRun(plan)
  const names = [...tags].map(tag => tag.replaceAll('_', '[_-]'))
  const hasTag = new RegExp(`@(?:${names.join('|')})(?![\\w-])`, 'i')
  const missed: Source[] = []
  for await (const source of projects.unread()) {
    const content = await readText(source)
    if ('failure' in content || hasTag.test(content.text)) missed.push(source)
  }
  const [first] = missed
  if (first) {
    const places = {
      tags: { and: [...tags] },
      file: oneLine(first.file),
      project: projects.folderOf(first),
    }
    const sentence =
      missed.length === 1
        ? localize(
            'referrers misses {tags} records of 1 file of the project, {file}, because this run does not read it; name it too, or {project} for the whole project.',
            places,
          )
        : localize(
            'referrers misses {tags} records of {count} files of the project, the first {file}, because this run does not read them; name them too, or {project} for the whole project.',
            { ...places, count: missed.length },
          )
    return { sentence, isMissing: true }
  }
  if (!projects.isEmpty || absent.size === 0) return undefined
  return { sentence: noRecordNote(absent), isMissing: false }
}
