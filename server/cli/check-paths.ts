import { builtinDescriptors } from '../../shared/builtin.ts'
import { checkFile, problemsOf } from '../../shared/check.ts'
import { createRegistry, type Registry } from '../../shared/registry.ts'
import type { Severity } from '../../shared/rule.ts'
import { parse } from '../../shared/tree.ts'
import type { Failure } from './failure.ts'
import { findFiles } from './find-files.ts'
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

/**
 * Reads and checks all files that paths stand for, one at a time.
 *
 * @param paths files, folders, globs, and `-` for standard input
 * @param stdinFileName the name that standard input goes by
 */
export async function* checkPaths(paths: readonly string[], stdinFileName?: string): AsyncGenerator<FileResult | Failure> {
  const registry = createRegistry(builtinDescriptors)
  for await (const source of findFiles(paths, stdinFileName)) {
    if ('failure' in source) {
      yield source
      continue
    }
    const read = await readText(source)
    yield 'failure' in read ? read : checkText(read.text, source.file, registry)
  }
}

function checkText(text: string, file: string, registry: Registry): FileResult {
  const tree = parse(text)
  const placeOf = placesIn(tree)
  const problems = problemsOf(checkFile(tree, { registry, fileName: file, settingDomains: [] }))
  return {
    file,
    records: tree.entries.filter(({ kind }) => kind === 'record').length,
    problems: problems.map(({ code, severity, message, entry, start, end, domain = null, tag = null, field = null }) => {
      const { line, column } = placeOf(entry, start)
      const { line: endLine, column: endColumn } = placeOf(entry, end)
      return { code, severity, message, line, column, endLine, endColumn, domain, tag, field }
    }),
  }
}
