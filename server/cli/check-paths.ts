import { checkFile, problemsOf, type CheckedFile } from '../../shared/check.ts'
import { hasIntegrityProblem, checkIntegrity } from '../../shared/integrity.ts'
import { withSeverities } from '../../shared/problem.ts'
import type { Registry } from '../../shared/registry.ts'
import { parse } from '../../shared/tree.ts'
import { factsOf } from '../../shared/file-facts.ts'
import { WorkspaceIndex } from '../../shared/workspace-index.ts'
import type { Failure } from './failure.ts'
import { allAtOnce, type Details, type FileResult } from './file-result.ts'
import { placedProblems } from './placed-problems.ts'
import type { Plan, PlannedFile } from './plan.ts'
import { readText } from './read-text.ts'

/**
 * Reads and checks all files of a plan, together: references lead from one to another.
 *
 * Only one file's text is held at a time. So a file whose records turn out to be wrong among those of the others is
 * read again in the end, when all are known.
 *
 * @param details what of the problems is wanted besides what they always have
 * @param onRead is told of each part of the files that has been read for the first time, how many bytes it has
 */
export async function* checkPlanned({ files, registry }: Plan, details: Details, onRead?: (bytes: number) => void): AsyncGenerator<FileResult | Failure> {
  const index = new WorkspaceIndex()
  const seen: { readonly file: PlannedFile; readonly result: FileResult; readonly kept?: Read }[] = []
  for (const file of files) {
    const read = await readAndCheck(file, registry)
    if ('failure' in read) {
      yield read
      continue
    }
    onRead?.(read.bytes)
    index.update(file.source.file, factsOf(read.checked))
    // What came over standard input cannot be read again.
    seen.push({ file, result: resultOf(file, read, [], details), ...(file.source.path === undefined && { kept: read }) })
  }
  for (const { file, result, kept } of seen) {
    const name = file.source.file
    if (!hasIntegrityProblem(name, index)) {
      yield result
      continue
    }
    const read = kept ?? await readAndCheck(file, registry)
    yield 'failure' in read ? read : resultOf(file, read, checkIntegrity(name, read.checked, index).problems, details)
  }
}

type Read = { readonly checked: CheckedFile; readonly bytes: number }

async function readAndCheck({ source, settings: { settingDomains } }: PlannedFile, registry: Registry): Promise<Read | Failure> {
  const read = await readText(source)
  if ('failure' in read) return read
  return { checked: checkFile(parse(read.text), { registry, fileName: source.file, settingDomains }), bytes: read.bytes }
}

const resultOf = (
  { source: { file }, settings: { severity } }: PlannedFile, { checked, bytes }: Read, across: Parameters<typeof problemsOf>[1], details: Details,
): FileResult => ({
  file,
  records: checked.tree.entries.filter(({ kind }) => kind === 'record').length,
  bytes,
  problems: allAtOnce(placedProblems(file, checked, withSeverities(problemsOf(checked, across), severity), details)),
})
