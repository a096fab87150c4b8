import { stat } from 'node:fs/promises'
import { type DescriptorFile, readDescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import type { DescriptorProblem } from '../../shared/config/descriptors/descriptor-rule.ts'
import {
  descriptorRuleProblems,
  foreignReferenceProblems,
  takenDomains,
} from '../../shared/config/descriptors/descriptor-set.ts'
import { extensionProblems } from '../../shared/config/descriptors/extension-problems.ts'
import { schemaHashProblems } from '../../shared/config/descriptors/schema-hash.ts'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { localize } from '../../shared/domains/localize.ts'
import { practiceDescriptors, withBuiltIn } from '../../shared/domains/practice.ts'
import { createRegistry, type Registry } from '../../shared/domains/registry.ts'
import type { Failure } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import { readText, type Source } from '../files/read-text.ts'
import { excluder, findFiles } from './find-files.ts'

/** A descriptor that was read. */
export interface ReadDescriptor {
  /** Its name as printed: relative to the working directory, with `/`. */
  readonly name: string
  readonly source: Source
  readonly text: string
  readonly file: DescriptorFile
}

/**
 * Reads all descriptors that paths stand for.
 *
 * @param paths files, folders (all `*.domain.json` below), globs, and `-` for standard input
 * @param exclude globs of files and folders that are left out
 */
export async function readDescriptors(
  paths: readonly string[],
  exclude: readonly string[] = [],
): Promise<{ read: ReadDescriptor[]; failures: Failure[] }> {
  const read: ReadDescriptor[] = []
  const { excludes, failures: badGlobs } = excluder(exclude)
  const failures: Failure[] = [...badGlobs]
  for await (const source of findFiles(await withoutFolders(paths, failures))) {
    if ('file' in source && excludes(source.file)) continue
    const result = 'failure' in source ? source : await readText(source)
    if ('failure' in result || 'failure' in source) failures.push(result as Failure)
    else read.push({ name: source.file, source, text: result.text, file: readDescriptorFile(result.text) })
  }
  return { read, failures }
}

/** The files of descriptors that paths stand for, and why some paths stand for none. */
export async function descriptorFiles(paths: readonly string[]): Promise<{ paths: string[]; failures: Failure[] }> {
  const failures: Failure[] = []
  const files: string[] = []
  for await (const source of findFiles(await withoutFolders(paths, failures)))
    if ('failure' in source) failures.push(source)
    else files.push(source.path ?? '-')
  return { paths: files, failures }
}

/**
 * The built-in domains and those of descriptors, which replace built-in ones of the same path.
 *
 * @param named the domains that configurations name
 */
export const registryOf = (read: readonly ReadDescriptor[], named: Iterable<string> = []): Registry =>
  createRegistry(
    withBuiltIn(
      read.flatMap(({ file }) => file.descriptor ?? []),
      named,
    ),
  )

/** The paths, with each folder replaced by the descriptors below it. */
async function withoutFolders(paths: readonly string[], failures: Failure[]): Promise<string[]> {
  const files: string[] = []
  for (const path of paths) {
    if (path === '-' || !(await isExistingFolder(path))) {
      files.push(path)
      continue
    }
    const { linkFailures, search } = await import('../files/search.ts')
    const found = await search(['**/*.domain.json'], path)
    files.push(...found.files)
    failures.push(...found.failures, ...(await linkFailures(found.links, found.files)))
    if (found.files.length + found.failures.length === 0)
      failures.push({ failure: localize('{folder} has no .domain.json file.', { folder: printed(path) }) })
  }
  return files
}

const isExistingFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  )

/** The problems of each descriptor, also those among all of them, in the order of their positions. */
export function descriptorProblems(
  read: readonly ReadDescriptor[],
  registry: Registry,
): (readonly [ReadDescriptor, DescriptorProblem[]])[] {
  const duplicates = takenDomains(new Map(read.map(({ name, file }) => [name, file])), [
    ...builtinDescriptors,
    ...practiceDescriptors,
  ])
  return read.map(descriptor => {
    const { name, file } = descriptor
    const duplicate = duplicates.get(name)
    const problems = [
      ...file.problems,
      ...foreignReferenceProblems(file, registry),
      ...descriptorRuleProblems(file, registry),
      ...extensionProblems(file, registry),
      ...schemaHashProblems(descriptor, read),
      ...(duplicate ? [duplicate] : []),
    ]
    return [descriptor, problems.sort((one, other) => one.start - other.start)]
  })
}
