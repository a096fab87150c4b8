import { checkFile, problemsOf, type CheckedFile } from '../../shared/check.ts'
import { hasIntegrityProblem, integrityProblems } from '../../shared/integrity.ts'
import type { Registry } from '../../shared/registry.ts'
import { parse } from '../../shared/tree.ts'
import { placedIdentities, WorkspaceIndex } from '../../shared/workspace-index.ts'
import { complain } from './exit.ts'
import type { Failure } from './failure.ts'
import type { Details, FileResult } from './file-result.ts'
import { findFiles, type Source } from './find-files.ts'
import { placedProblems } from './placed-problems.ts'
import { readText } from './read-text.ts'
import { registryWith } from './registry.ts'

export interface CheckSettings {
  /** The name that standard input goes by. */
  readonly stdinFileName: string | undefined
  /** Where the user's descriptor files are. */
  readonly descriptors: readonly string[]
  /** The domains of files that have no header. */
  readonly domains: readonly string[]
  /** What of the problems is wanted besides what they always have. */
  readonly details: Details
}

/**
 * Reads and checks all files that paths stand for, together: references lead from one to another.
 *
 * Only one file's text is held at a time. So a file whose records turn out to be wrong among those of the others is
 * read again in the end, when all are known.
 *
 * @param paths files, folders, globs, and `-` for standard input
 */
export async function* checkPaths(paths: readonly string[], settings: CheckSettings): AsyncGenerator<FileResult | Failure> {
  const { stdinFileName, descriptors, domains, details } = settings
  const { registry, failures, warnings } = await registryWith(descriptors)
  yield* failures
  for (const sentence of warnings) complain(sentence)
  const index = new WorkspaceIndex()
  const seen: { readonly source: Source; readonly result: FileResult; readonly kept?: Read }[] = []
  for await (const source of findFiles(paths, stdinFileName)) {
    const read = 'failure' in source ? source : await readAndCheck(source, registry, domains)
    if ('failure' in read || 'failure' in source) {
      yield read as Failure
      continue
    }
    index.update(source.file, placedIdentities(read.checked))
    // What came over standard input cannot be read again.
    seen.push({ source, result: resultOf(source.file, read, [], details), ...(source.path === undefined && { kept: read }) })
  }
  for (const { source, result, kept } of seen) {
    if (!hasIntegrityProblem(source.file, index)) {
      yield result
      continue
    }
    const read = kept ?? await readAndCheck(source, registry, domains)
    yield 'failure' in read ? read : resultOf(source.file, read, integrityProblems(source.file, read.checked, index), details)
  }
}

type Read = { readonly checked: CheckedFile; readonly bytes: number }

async function readAndCheck(source: Source, registry: Registry, settingDomains: readonly string[]): Promise<Read | Failure> {
  const read = await readText(source)
  if ('failure' in read) return read
  return { checked: checkFile(parse(read.text), { registry, fileName: source.file, settingDomains }), bytes: read.bytes }
}

const resultOf = (file: string, { checked, bytes }: Read, across: Parameters<typeof problemsOf>[1], details: Details): FileResult => ({
  file,
  records: checked.tree.entries.filter(({ kind }) => kind === 'record').length,
  bytes,
  problems: placedProblems(file, checked, problemsOf(checked, across), details),
})
