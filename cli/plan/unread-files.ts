import { realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { printed, repositoryAbove } from '../files/paths.ts'
import type { Source } from '../files/read-text.ts'
import { oneLine } from '../output/one-line.ts'
import { Configs } from './configs.ts'
import { excluder, findFiles } from './find-files.ts'
import type { Plan, PlannedFile } from './plan.ts'

/** The projects that a run reads files of. */
interface ProjectsOfRun {
  /** Whether the files are of no project. */
  readonly isEmpty: boolean
  /** Finds the files with records that the run does not read. */
  readonly unread: () => AsyncIterable<Source>
  /** The folder of the project that a file is of, as it is printed. */
  readonly folderOf: (source: Source) => string
}

/** The projects of the files of a run. That of a file is the folder of its `recline.json`, or else its repository. */
export function projectsOfRun({ files, exclude = [] }: Plan): ProjectsOfRun {
  const configs = new Configs('', excluder(exclude).excludes)
  const projects = new Set(files.flatMap(({ source }) => projectOf(source, configs) ?? []))
  return {
    isEmpty: projects.size === 0,
    unread: () => unreadIn([...projects], files, configs),
    folderOf: source => oneLine(printed(projectOf(source, configs)!)),
  }
}

const projectOf = ({ file, path = file }: Source, configs: Configs): string | undefined =>
  configs.folderFor(path) ?? repositoryAbove(dirname(resolve(path)))

async function* unreadIn(
  projects: readonly string[],
  files: readonly PlannedFile[],
  configs: Configs,
): AsyncGenerator<Source> {
  const read = new Set(await Promise.all(files.map(({ source }) => realSourcePath(source))))
  for await (const source of findFiles(projects, undefined, configs))
    if (!('failure' in source || read.has(await realSourcePath(source)))) yield source
}

const realSourcePath = ({ file, path = file }: Source): Promise<string> => realpath(path).catch(() => resolve(path))
