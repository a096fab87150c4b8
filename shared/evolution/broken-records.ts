import { checkFile, problemsOf } from '../check/check.ts'
import type { Problem } from '../check/problem.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import type { Registry } from '../domains/registry.ts'
import { readCondition, readsOf } from '../expression/expression.ts'
import { type Entry, isHeader } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import type { DomainChange } from './change.ts'
import type { ChangeKindId } from './kinds.ts'

/** A problem that a record has only with the new domains. */
interface NewProblem extends Problem {
  /** The line of its record, from 1. */
  readonly line: number
  /** The text that it marks, without quotes. */
  readonly marked: string
}

/** The problems that records of a file have with new domains, and that were right with the old ones. */
export interface NewProblems {
  /** How many records the file has. */
  readonly records: number
  /** How many of them have an error or a warning with the old domains, so that nothing breaks them. */
  readonly wrongBefore: number
  /** Errors and warnings, in the order of the file. The problems of one record have the same `entry`. */
  readonly problems: readonly NewProblem[]
}

/**
 * Checks each record of a file with two versions of its domains. References and rules that read other records are not
 * compared.
 *
 * @param context what else decides how the file is checked
 */
export function newProblemsOf(
  text: string,
  context: Omit<FileContext, 'registry'>,
  before: Registry,
  after: Registry,
): NewProblems {
  const tree = parse(text)
  const wrongWith = (registry: Registry): Problem[] =>
    problemsOf(checkFile(tree, { ...context, registry })).filter(({ severity }) => severity !== 'information')
  const wrong = new Set(wrongWith(before).map(({ entry }) => entry))
  const problems = wrongWith(after)
    // That a header asks for the old version is no matter of the records.
    .filter(({ entry, code }) => !wrong.has(entry) && code !== 'unknown-version')
    .map(problem => ({
      ...problem,
      line: tree.lineOf(problem.entry) + 1,
      marked: tree.entries[problem.entry]!.text.slice(problem.start, problem.end).replace(/^"|"$/g, ''),
    }))
  const isRecord = (entry: Entry): boolean => entry.kind === 'record' && !isHeader(entry)
  return {
    records: tree.entries.filter(isRecord).length,
    wrongBefore: tree.entries.filter((entry, index) => isRecord(entry) && wrong.has(index)).length,
    problems,
  }
}

/** Whether a problem that a record has only with the new domains comes from a change of its domain. */
export function comesFrom(problem: NewProblem, domain: string, change: DomainChange): boolean {
  const { kind, tag, field, rule, was, values } = change
  const { code, subject } = problem
  if (change.records === 'compatible') return false
  if (kind === 'domain-removed') return code === 'unknown-domain'
  if (kind === 'tag-removed' || kind === 'tag-renamed') return code === 'unknown-tag' && problem.tag === (was ?? tag)
  if (problem.tag !== tag || (problem.domain !== undefined && problem.domain !== domain)) return false
  if (rule !== undefined) return code === `rule/${rule}`
  if (field === undefined) return false
  // A problem of a whole record names the fields that it lacks.
  const fields = problem.field === undefined ? (subject ?? '').split(', ') : [problem.field]
  const codes = codesOfKind[kind]
  // After a field was renamed, records still have it by its old name, and lack it by the new one.
  const changed = code === 'missing-field' ? field : (was ?? field)
  if (!fields.includes(changed) || (codes !== undefined && !codes.includes(code))) return false
  return code !== 'not-in-enum' || kind === 'enum-added' || values === undefined || values.includes(problem.marked)
}

/**
 * Whether the check of single records decides what a change does to them. It does not know what other records say, nor
 * what was meant.
 *
 * @param registry the new domains
 * @param domain the path of the domain
 */
export function isDecidedByRecords(
  { kind, tag = '', rule }: DomainChange,
  registry: Registry,
  domain: string,
): boolean {
  if (undecided.has(kind)) return false
  if (rule === undefined) return true
  const known = registry.domains.get(domain)?.tags.get(tag)
  const found = known?.descriptor.rules?.find(({ id }) => id === rule)
  return !found || !readsOf(readCondition(found.expression, known!, registry)).isAcrossRecords
}

const undecided: ReadonlySet<ChangeKindId> = new Set([
  'base-changed',
  'id-field-changed',
  'ref-added',
  'ref-changed',
  'unit-changed',
  'enum-reordered',
  'transition-removed',
])

/** The only codes of the problems that some kinds of changes make. */
const codesOfKind: Partial<Record<ChangeKindId, readonly string[]>> = {
  'field-removed': ['unknown-field'],
  'field-renamed': ['unknown-field', 'missing-field'],
  'required-added': ['missing-field'],
  'enum-added': ['not-in-enum'],
  'enum-narrowed': ['not-in-enum'],
  'value-renamed': ['not-in-enum'],
  'range-narrowed': ['out-of-range'],
  'pattern-changed': ['pattern-mismatch'],
}
