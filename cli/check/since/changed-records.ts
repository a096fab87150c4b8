import { resolve } from 'node:path'
import { changeFindings, hasTransitions } from '../../../shared/check/change-findings.ts'
import { type CheckedFile, checkFile } from '../../../shared/check/check.ts'
import { type Problem, problemAt } from '../../../shared/check/problem.ts'
import { match } from '../../../shared/diff/match.ts'
import { tagOfRecord } from '../../../shared/diff/record-key.ts'
import { type Unit, unitsOf } from '../../../shared/diff/units.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import type { RecordNode } from '../../../shared/syntax/nodes.ts'
import { lineBreakOf, parse, type Tree } from '../../../shared/syntax/tree.ts'
import { readText, textOfRecords } from '../../files/read-text.ts'
import type { Plan, PlannedFile } from '../../plan/plan.ts'
import type { ProblemsOfChanges } from '../check-files.ts'
import { contextOf } from '../file-state.ts'
import { foundProblems } from '../found-problem.ts'

/**
 * Compares the records of changed files, and runs the rules about changes on them. A record is the same in both
 * versions if `match` says so, also in another file.
 *
 * @param before the files in the earlier version; they are readable
 * @param here the folder that the paths of the files now start from
 */
export async function problemsOfChanges(before: Plan, now: Plan, here: string): Promise<ProblemsOfChanges> {
  const { registry } = now
  if (!hasTransitions(registry)) return () => []
  const versions = await changedTrees(before, now, here)
  const { changed } = versions
  const all = [...before.files, ...now.files]
  const alone = new Set(all.filter(({ settings }) => settings.countsAlone).map(({ source }) => source.file))
  const recordsBefore = new Map<RecordNode, RecordNode>()
  for (const { old, changed } of countedTogether(versions, alone))
    for (const [record, earlier] of recordsThatBreakRules(old, changed, registry)) recordsBefore.set(record, earlier)
  const found = new Map<string, { readonly checked: CheckedFile; readonly problems: readonly Problem[] }>()
  for (const [file, tree] of changed) {
    if (!tree.entries.some(entry => recordsBefore.has(entry as RecordNode))) continue
    const planned = now.files.find(({ source }) => source.file === file)!
    // Only the whole file tells which domain's definition of its tag counts for a record.
    const checked = checkFile(tree, contextOf(planned, registry))
    const problems = tree.entries.flatMap((entry, index) => {
      const tag = checked.entries[index]!.tag
      const earlier = recordsBefore.get(entry as RecordNode)
      if (!tag || !earlier) return []
      return changeFindings(earlier, entry as RecordNode, tag).map(finding => problemAt(index, finding))
    })
    found.set(file, { checked, problems })
  }
  return (planned, details) => {
    const { checked, problems = [] } = found.get(planned.source.file) ?? {}
    return checked ? foundProblems(planned, checked, problems, details) : []
  }
}

/** The records that break a rule by some definition of their tag, with the same record in the earlier version. */
function recordsThatBreakRules(old: Trees, changed: Trees, registry: Registry): Map<RecordNode, RecordNode> {
  const [before, after] = [unitsOfTrees(old, registry), unitsOfTrees(changed, registry)]
  const matching = match(before, after)
  const found = new Map<RecordNode, RecordNode>()
  after.forEach(({ record }, index) => {
    const earlier = before[matching.before[index]!]?.record
    if (!record || !earlier || earlier.text === record.text) return
    const tags = registry.tagsNamed(tagOfRecord(record))
    if (tags.some(tag => changeFindings(earlier, record, tag).length > 0)) found.set(record, earlier)
  })
  return found
}

/** The records of files, by the names of the files. */
type Trees = ReadonlyMap<string, Tree>

/** Files that are different now, as they were and as they are. */
interface ChangedTrees {
  readonly old: Trees
  readonly changed: Trees
}

/**
 * The files by what their ids count in: most together, and each other one for itself.
 *
 * @param alone the files whose ids count only in them
 */
function* countedTogether({ old, changed }: ChangedTrees, alone: ReadonlySet<string>): Generator<ChangedTrees> {
  const together = (trees: Trees): Trees => new Map([...trees].filter(([file]) => !alone.has(file)))
  yield { old: together(old), changed: together(changed) }
  for (const file of alone) {
    const [was, is] = [old.get(file), changed.get(file)]
    if (was && is) yield { old: new Map([[file, was]]), changed: new Map([[file, is]]) }
  }
}

const unitsOfTrees = (trees: Trees, registry: Registry): Unit[] =>
  [...trees].flatMap(([file, tree]) => unitsOf(tree, registry, lineBreakOf(tree), file))

/** Reads the files that are different now, each as it was and as it is. A file that cannot be read is left out. */
async function changedTrees(before: Plan, now: Plan, here: string): Promise<ChangedTrees> {
  const files = new Map(now.files.map(({ source }) => [source.file, source.path && resolve(here, source.path)]))
  const old = new Map<string, Tree>()
  const changed = new Map<string, Tree>()
  for (const { source } of before.files) {
    const text = await textOfSource(source)
    const current = await textOfSource({ ...source, path: files.get(source.file) })
    files.delete(source.file)
    if (text === current) continue
    if (text !== undefined) old.set(source.file, parse(text))
    if (current !== undefined) changed.set(source.file, parse(current))
  }
  for (const [file, path] of files) {
    const text = await textOfSource({ file, path })
    if (text !== undefined) changed.set(file, parse(text))
  }
  return { old, changed }
}

async function textOfSource(source: PlannedFile['source']): Promise<string | undefined> {
  if (source.path === undefined) return undefined
  const read = await readText(source)
  return 'failure' in read ? undefined : textOfRecords(source.file, read).text
}
