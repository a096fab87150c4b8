import type { Diagnostic } from 'vscode-languageserver'
import { type CheckedFile, checkFile } from '../../shared/check/check.ts'
import { indicesWith, Mark } from '../../shared/check/marks.ts'
import { merged, type Problem, type Severities } from '../../shared/check/problem.ts'
import type { Descriptor, RuleSettings } from '../../shared/domains/descriptor.ts'
import { domainSettings, type FileContext } from '../../shared/domains/domains-in-force.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { RuleBudget } from '../../shared/domains/rule-budget.ts'
import { speakLanguage } from '../../shared/domains/texts/speak-language.ts'
import { integrityOfSome, metBefore } from '../../shared/index/integrity.ts'
import { type NamesInDoubt, recordsWith } from '../../shared/index/names-in-doubt.ts'
import { type PackedFile, packFile } from '../../shared/index/packed-file.ts'
import { problemsOfRules, type RulesInDoubt } from '../../shared/index/rules-in-doubt.ts'
import { type FoundValue, searchValues, type ValueQuery } from '../../shared/index/value-search.ts'
import { withScan } from '../../shared/scan/record-scan.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { diagnostics } from '../snapshot/diagnostics.ts'
import type { DiagnosticClient } from '../snapshot/snapshot.ts'
import type { FileSystem } from './file-system.ts'

/** A file of the workspace, with what decides its domains if it has no header. */
export interface FileToRead extends Pick<FileContext, 'fileName' | 'settingDomains' | 'extensions' | 'ruleSettings'> {
  readonly uri: string
  /** The severities of its problems; undefined if its problems are not wanted. */
  readonly severity: Severities | undefined
  /** The ids in the file that are wrong among the records of all files; undefined while these are not all known. */
  readonly inDoubt?: NamesInDoubt
  /** Which of its records break rules about several records; undefined if none does, or while this is not known. */
  readonly rulesInDoubt?: RulesInDoubt | undefined
}

/** What was read of a file that is not open. */
export interface ReadFile {
  readonly facts: PackedFile
  /** Empty if the problems are not wanted. */
  readonly diagnostics: Diagnostic[]
  /** Whether a comment in the file suppresses problems. */
  readonly hasSuppressions: boolean
  /** The ids of the rules that were stopped, as they take too many steps. */
  readonly stoppedRules: readonly string[]
}

/** A search for text in the values of a file. */
export interface ValueSearch extends ValueQuery {
  readonly uri: string
}

/** Reads files that are not open, packs what the index needs of them, and finds their problems. */
export interface FileReader {
  /** Reads a file; undefined if it is gone, cannot be read or is not UTF-8. */
  read(file: FileToRead): Promise<ReadFile | undefined>
  /** Searches a file as it is on disk; finds nothing if it cannot be read. */
  search(wanted: ValueSearch): Promise<FoundValue[]>
  /** Ends the reader. Reads that are in progress never finish. */
  close(): void
}

/** How a reader checks files. */
export interface ReaderOptions {
  readonly descriptors: readonly Descriptor[]
  readonly client: DiagnosticClient
}

/** Reads files on this thread. Other work runs between two files, but not while one is parsed. */
export function readerHere(fileSystem: FileSystem, { descriptors, client }: ReaderOptions): FileReader {
  // It can be on a thread of its own.
  speakLanguage(client.language)
  const registry = createRegistry(descriptors)
  const known = keptByText<RuleSettings>()
  return {
    async read(toRead) {
      const { uri, fileName, ruleSettings, severity } = toRead
      const text = await fileSystem.read(uri)
      if (text === undefined) return undefined
      const stoppedRules: string[] = []
      const context = withScan({
        ruleBudget: new RuleBudget(rule => void stoppedRules.push(rule)),
        registry,
        fileName,
        ...domainSettings(toRead),
        ...(ruleSettings && { ruleSettings: known(ruleSettings) }),
        onlyNames: !severity,
        isIndexed: true,
      })
      const file = checkFile(parse(text), context)
      return {
        facts: packFile(file),
        diagnostics: severity
          ? diagnostics({ uri, file, settings: { severity }, client, across: () => problemsAcross(toRead, file) })
          : [],
        hasSuppressions: indicesWith(file.marks, Mark.suppression).length > 0,
        stoppedRules,
      }
    },
    async search(wanted) {
      const text = await fileSystem.read(wanted.uri)
      return text === undefined ? [] : searchValues(text, wanted)
    },
    close() {},
  }
}

/**
 * Returns the first of equal objects for each of them. Another thread sends the same settings again with each file, and
 * compiled rules are cached by their settings.
 */
function keptByText<Kept>(): (one: Kept) => Kept {
  const kept = new Map<string, Kept>()
  return one => {
    const text = JSON.stringify(one)
    const first = kept.get(text) ?? one
    kept.set(text, first)
    return first
  }
}

function problemsAcross({ uri, inDoubt, rulesInDoubt }: FileToRead, file: CheckedFile): Problem[] | 'unknown' {
  if (!inDoubt) return 'unknown'
  const names = integrityOfSome(uri, file, 0, recordsWith(inDoubt), metBefore())
  return rulesInDoubt ? merged(problemsOfRules(file, rulesInDoubt), names) : names
}
