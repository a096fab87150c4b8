import { builtinDescriptors } from '../../shared/builtin.ts'
import { checkFile, problemsOf, type CheckedFile } from '../../shared/check.ts'
import { hasIntegrityProblem, integrityProblems } from '../../shared/integrity.ts'
import { createRegistry, type Registry } from '../../shared/registry.ts'
import type { Severity } from '../../shared/rule.ts'
import { parse } from '../../shared/tree.ts'
import { placedIdentities, WorkspaceIndex } from '../../shared/workspace-index.ts'
import type { OwnDomains } from './descriptors/own-domains.ts'
import { complain } from './exit.ts'
import type { Failure } from './failure.ts'
import { findFiles, type Source } from './find-files.ts'
import { placesIn } from './places.ts'
import { readText } from './read-text.ts'

/** What was found in one file. */
export interface FileResult {
  /** The file's name as printed: relative to the working directory, with `/`. */
  readonly file: string
  readonly records: number
  /** In the order of their places. */
  readonly problems: readonly PlacedProblem[]
}

/** A problem as the command line reports it: lines and columns from 1, columns in Unicode characters, the end not included. */
export interface PlacedProblem {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  /** What it is about; null where it is about none. */
  readonly domain: string | null
  readonly tag: string | null
  readonly field: string | null
}

export interface CheckSettings {
  /** The name that standard input goes by. */
  readonly stdinFileName: string | undefined
  /** Where the user's descriptor files are. */
  readonly descriptors: readonly string[]
}

/**
 * Reads and checks all files that paths stand for, together: references lead from one to another.
 *
 * Only one file's text is held at a time. So a file whose records turn out to be wrong among those of the others is
 * read again in the end, when all are known.
 *
 * @param paths files, folders, globs, and `-` for standard input
 */
export async function* checkPaths(paths: readonly string[], { stdinFileName, descriptors }: CheckSettings): AsyncGenerator<FileResult | Failure> {
  const { registry, failures, warnings } = await domainsWith(descriptors)
  yield* failures
  for (const sentence of warnings) complain(sentence)
  const index = new WorkspaceIndex()
  const seen: { readonly source: Source; readonly result: FileResult; readonly kept?: CheckedFile }[] = []
  for await (const source of findFiles(paths, stdinFileName)) {
    const checked = 'failure' in source ? source : await readAndCheck(source, registry)
    if ('failure' in checked || 'failure' in source) {
      yield checked as Failure
      continue
    }
    index.update(source.file, placedIdentities(checked))
    // What came over standard input cannot be read again.
    seen.push({ source, result: resultOf(source.file, checked, []), ...(source.path === undefined && { kept: checked }) })
  }
  for (const { source, result, kept } of seen) {
    if (!hasIntegrityProblem(source.file, index)) {
      yield result
      continue
    }
    const checked = kept ?? await readAndCheck(source, registry)
    yield 'failure' in checked ? checked : resultOf(source.file, checked, integrityProblems(source.file, checked, index))
  }
}

/** The code that reads descriptors is loaded only where there are any. */
async function domainsWith(descriptors: readonly string[]): Promise<OwnDomains> {
  if (descriptors.length === 0) return { registry: createRegistry(builtinDescriptors), failures: [], warnings: [] }
  const { readOwnDomains } = await import('./descriptors/own-domains.ts')
  return readOwnDomains(descriptors)
}

async function readAndCheck(source: Source, registry: Registry): Promise<CheckedFile | Failure> {
  const read = await readText(source)
  return 'failure' in read ? read : checkFile(parse(read.text), { registry, fileName: source.file, settingDomains: [] })
}

function resultOf(file: string, checked: CheckedFile, across: Parameters<typeof problemsOf>[1]): FileResult {
  const placeOf = placesIn(checked.tree)
  return {
    file,
    records: checked.tree.entries.filter(({ kind }) => kind === 'record').length,
    problems: problemsOf(checked, across).map(({ code, severity, message, entry, start, end, domain = null, tag = null, field = null }) => {
      const { line, column } = placeOf(entry, start)
      const { line: endLine, column: endColumn } = placeOf(entry, end)
      return { code, severity, message, line, column, endLine, endColumn, domain, tag, field }
    }),
  }
}
