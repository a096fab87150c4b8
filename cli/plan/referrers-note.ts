import { realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { counted } from '../../shared/basics/text.ts'
import { noRecordNote } from '../../shared/query/missing-note.ts'
import { printed, repositoryAbove } from '../files/paths.ts'
import { readText, type Source } from '../files/read-text.ts'
import { oneLine } from '../output/one-line.ts'
import { Configs } from './configs.ts'
import { findFiles } from './find-files.ts'
import type { Plan, PlannedFile } from './plan.ts'

/** What to say of the records that `referrers` of a run cannot find. */
export interface ReferrersNote {
  readonly sentence: string
  /** Whether there are such records, so that a result can be wrong. */
  readonly isMissing: boolean
}

/**
 * Says which records `referrers` misses, because files of the project have them that the run does not read. The project
 * of a file is the folder of its `recline.json`, or else its git repository; undefined if nothing is missing there.
 * Without a project, it names the tags without a record in the run.
 *
 * @param tags the names of the tags that `referrers` finds records of
 * @param absent those without a record in the run
 */
export async function referrersNote(
  { files, exclude = [] }: Plan,
  tags: ReadonlySet<string>,
  absent: ReadonlySet<string>,
): Promise<ReferrersNote | undefined> {
  if (tags.size === 0) return undefined
  const { excluder } = await import('./find-files.ts')
  const configs = new Configs('', excluder(exclude).excludes)
  const projects = new Set(files.flatMap(({ source }) => projectOf(source, configs) ?? []))
  const unread = await unreadFiles(files, [...projects], tags, configs)
  const [first] = unread
  if (first) {
    const [which, they] = unread.length === 1 ? ['', 'it'] : ['the first ', 'them']
    const where = `${counted(unread.length, 'file')} of the project, ${which}${oneLine(first.file)}`
    const advice = `name ${they} too, or ${oneLine(printed(projectOf(first, configs)!))} for the whole project`
    const sentence = `referrers misses ${[...tags].join(' and ')} records of ${where}, because this run does not read ${they}; ${advice}.`
    return { sentence, isMissing: true }
  }
  if (projects.size > 0 || absent.size === 0) return undefined
  return { sentence: noRecordNote(absent), isMissing: false }
}

const projectOf = ({ file, path = file }: Source, configs: Configs): string | undefined =>
  configs.folderFor(path) ?? repositoryAbove(dirname(resolve(path)))

/** The files of projects that are not among those of a run, and that have records of some tags by their text. */
async function unreadFiles(
  files: readonly PlannedFile[],
  projects: readonly string[],
  tags: ReadonlySet<string>,
  configs: Configs,
): Promise<Source[]> {
  const read = new Set(await Promise.all(files.map(({ source }) => realSourcePath(source))))
  const names = [...tags].map(tag => tag.replaceAll('_', '[_-]'))
  const hasTag = new RegExp(`@(?:${names.join('|')})(?![\\w-])`, 'i')
  const unread: Source[] = []
  for await (const source of findFiles(projects, undefined, configs)) {
    if ('failure' in source || read.has(await realSourcePath(source))) continue
    const content = await readText(source)
    if ('failure' in content || hasTag.test(content.text)) unread.push(source)
  }
  return unread
}

const realSourcePath = ({ file, path = file }: Source): Promise<string> => realpath(path).catch(() => resolve(path))
