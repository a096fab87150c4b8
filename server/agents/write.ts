import type { InferOutput } from 'valibot'
import type { writeInput } from '../../shared/agents/inputs.ts'
import type { AgentProblem, WrittenRecord } from '../../shared/agents/outputs.ts'
import { estimatedTokens } from '../../shared/agents/tokens.ts'
import { visibleJson } from '../../shared/agents/visible-json.ts'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import { counted } from '../../shared/basics/text.ts'
import { changeFindings } from '../../shared/check/change-findings.ts'
import { countMended, listed as listedCounts } from '../../shared/check/fixes/fix-counts.ts'
import { type Problem, problemAt, withSeverities } from '../../shared/check/problem.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { withheldText } from '../../shared/domains/sensitive.ts'
import { freeIdIn } from '../../shared/index/free-ids.ts'
import type { FileToWrite, ToolAnswer } from '../../shared/protocol/agents.ts'
import { type RecordNode, tagWord } from '../../shared/syntax/nodes.ts'
import { changesBetween, type TextChange } from '../../shared/syntax/text-change.ts'
import { indexAt, type Tree, textBetween, textOf } from '../../shared/syntax/tree.ts'
import { plainEdit } from '../snapshot/ranges.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'
import { answered, cutToTokens, refuse } from './answer.ts'
import { type AgentContext, agentPlace, pathOf } from './context.ts'
import { FindCache } from './find.ts'
import { type PlacedEntries, placedEntries } from './placed-entries.ts'
import { agentProblem, newProblems, recordKeyIn } from './problems.ts'
import type { WrittenFile } from './written-file.ts'
import { writtenFiles } from './written-files.ts'

/** Problems that are no errors, but say that a record names something that does not exist. */
const invented = new Set(['unknown-field', 'unknown-tag', 'unknown-domain', 'dangling-reference', 'wrong-reference'])

/** The most files whose problems are compared, besides those that change. */
const mostAffected = 200

/** The most records of an answer that are listed. */
const mostListedRecords = 20

/** The most tokens of the diff of an answer. */
const longestAnsweredDiff = 1500

/** A file before and after the changes. */
interface WrittenFileChange {
  readonly uri: string
  readonly written: WrittenFile
  readonly changes: readonly TextChange[]
  readonly after: Snapshot
  readonly placed: PlacedEntries
}

/** Adds, changes, removes, renames, moves and fixes records: all changes of the call, or none. */
export async function writeFor(
  context: AgentContext,
  given: InferOutput<typeof writeInput>,
  cache: FindCache = new FindCache(),
): Promise<ToolAnswer> {
  const { apply = false, allow_errors: allowsErrors = false } = given
  const { files, notes: notesOfChanges, left } = await writtenFiles(context, given.changes)
  const changed = [...files].map(([uri, written]): WrittenFileChange => {
    const after = written.after((before, changes) => context.edited(before, changes))
    const placed = placedEntries(written, after)
    if (!placed)
      refuse({
        code: 'changes-meet',
        message: 'These changes cannot be made together; call once for the removals and once for the others.',
        at: 'changes',
      })
    return { uri, written, changes: changesBetween(written.file.tree, after.file.tree), after, placed }
  })
  const { problems, uncompared, ids } = await problemsOfWrite(context, changed)
  const blocking = problems.filter(({ isNew, problem }) => isNew && isBlocking(problem)).map(one => one.shown)
  if (blocking.length > 0 && !allowsErrors)
    refuse({
      code: 'adds-problems',
      message: `Nothing was written, as this would add ${counted(blocking.length, 'problem')}; correct the changes and call again. Leave out what the source does not say.`,
      problems: fitting(blocking, 3000),
    })
  const shown = [...problems.map(one => one.shown), ...left]
  const listed = fitting(shown, 2000)
  const all = changed.flatMap(recordsOfChange)
  const records = all.slice(0, mostListedRecords)
  const diff = cutToTokens(changed.map(one => diffOf(one, context.registry)).join(''), longestAnsweredDiff)
  const isKnown = apply && cache.shownDiff === fingerprint(diff)
  cache.shownDiff = apply ? undefined : fingerprint(diff)
  const fixed = countMended(changed.flatMap(({ written }) => written.fixed?.rounds ?? []))
  const refused = changed.flatMap(({ written }) => written.fixed?.rounds.flatMap(round => round.refused) ?? [])
  const notes = [
    ...(apply ? [] : ['Nothing is written yet: call again with apply: true.']),
    ...stayedNote(
      changed,
      'same',
      places =>
        `Not changed, because the values are there already: ${places}; the action fix mends how a value is written.`,
    ),
    ...stayedNote(
      changed,
      'uncomputed',
      places => `Not changed, because an expression reads an absent value: ${places}.`,
    ),
    ...(fixed.size > 0 ? [`Fixed: ${listedCounts(fixed)}.`] : []),
    ...notesOfChanges,
    ...(refused.length > 0
      ? [`${counted(refused.length, 'problem')} stayed, because a record would not say the same after the fix.`]
      : []),
    ...(records.length < all.length ? [`${all.length - records.length} more records.`] : []),
    ...(listed.length < shown.length ? [`${shown.length - listed.length} more problems; call check.`] : []),
    ...(uncompared > 0 ? [`${uncompared} more files refer to these records; call check for them.`] : []),
  ]
  const content = {
    applied: apply,
    counts: countsOfActions(all, fixed),
    records,
    problems: listed,
    ...(!isKnown && { diff }),
    ...(Object.keys(ids).length > 0 && { next_ids: ids }),
  }
  return answered(content, { notes, files: apply ? changed.flatMap(one => fileToWrite(context, one)) : [] })
}

/** A sentence about the records that stay as they are for a reason, with the places of the first ones. */
function stayedNote(
  changed: readonly WrittenFileChange[],
  reason: 'same' | 'uncomputed',
  sentenceOf: (places: string) => string,
): string[] {
  const places = changed.flatMap(({ written }) =>
    Array.from(written[reason], entry => agentPlace(written.path, written.file.tree.lines[entry]!)),
  )
  if (places.length === 0) return []
  const more = places.length > 3 ? ', …' : ''
  return [sentenceOf(`${counted(places.length, 'record')} (${places.slice(0, 3).join(', ')}${more})`)]
}

/** How many records each action changes, and how many problems are fixed. */
function countsOfActions(
  records: readonly WrittenRecord[],
  fixed: ReadonlyMap<string, number>,
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { action } of records) counts[action] = (counts[action] ?? 0) + 1
  const problems = [...fixed.values()].reduce((sum, count) => sum + count, 0)
  return { ...counts, ...(problems > 0 && { fix: problems }) }
}

const isBlocking = ({ severity, code }: Problem): boolean => severity === 'error' || invented.has(code)

interface WriteProblem {
  readonly problem: Problem
  readonly shown: AgentProblem
  /** Whether the changes add it; otherwise a record that they touch had it before. */
  readonly isNew: boolean
}

/** What is known of changes by trying them out. */
interface WriteTrial {
  readonly problems: readonly WriteProblem[]
  /** How many files may have other problems, which are not compared. */
  readonly uncompared: number
  /** The next free ids, by the tags of added records. */
  readonly ids: Readonly<Record<string, string>>
}

/** The problems that changes add anywhere, and those that remain in the records that they touch. */
async function problemsOfWrite(context: AgentContext, changed: readonly WrittenFileChange[]): Promise<WriteTrial> {
  const trial = changed.map(({ uri, written, after }) => ({
    uri,
    file: after.file,
    ...(!written.isNew && { before: written.file }),
  }))
  const affected = context.tryOut(trial, all => [...all])
  const others: Snapshot[] = []
  for (const uri of affected.slice(0, mostAffected)) {
    const snapshot = await context.read(uri)
    if (snapshot) others.push(snapshot)
  }
  const before = [...changed.map(({ written }) => written.snapshot), ...others].map(one => ({
    file: one.file,
    problems: problemsIn(one),
  }))
  // The next ids are those after the changes too. To take these into the index and back takes long in a large file.
  return context.tryOut(trial, (): WriteTrial => {
    const ofChanged = changed.map(one => ({ ...one, problems: [...problemsIn(one.after), ...problemsOfSet(one)] }))
    const ofOthers = others.map(({ uri, file }, index) => ({ uri, file, problems: problemsIn(others[index]!) }))
    const after = [
      ...ofChanged.map(({ written, placed, after: { file }, problems }) => {
        const recordBefore = (entry: number): string | undefined => {
          const known = placed.before[entry]!
          return known < 0 ? undefined : recordKeyIn(written.file, known)
        }
        return { file, problems, recordBefore }
      }),
      ...ofOthers,
    ]
    const added = newProblems(before, after)
    const problems = [
      ...ofChanged.flatMap(({ problems, ...file }) => {
        const { written, after, placed } = file
        const touched = new Set([...placed.added, ...[...written.set.keys()].map(entry => placed.after[entry]!)])
        const set = new Map([...written.setFields].map(([entry, names]) => [placed.after[entry], names]))
        // A record that gets its tag by a fix had its problems before; nobody could see them.
        const hadNoTag = new Set(
          written.fixed ? written.file.entries.flatMap(({ tag }, entry) => (tag ? [] : placed.after[entry]!)) : [],
        )
        return problems
          .filter(problem => added.has(problem) || touched.has(problem.entry))
          .map(problem => ({
            problem,
            shown: agentProblem(after.file, written.path, problem),
            // A wrong value in place of another wrong one is a new mistake.
            isNew:
              (added.has(problem) && !hadNoTag.has(problem.entry)) ||
              set.get(problem.entry)?.has(problem.field ?? '') === true,
          }))
      }),
      ...ofOthers.flatMap(({ uri, file, problems }) =>
        problems
          .filter(problem => added.has(problem))
          .map(problem => ({ problem, shown: agentProblem(file, pathOf(context, uri), problem), isNew: true })),
      ),
    ]
    return { problems, uncompared: Math.max(0, affected.length - mostAffected), ids: nextIds(context, changed) }
  })
}

/** The problems of values that may not follow those before. */
function problemsOfSet({ written, after, placed }: WrittenFileChange): readonly Problem[] {
  const found = [...written.set].flatMap(([entry, record]) => {
    const { tag } = written.file.entries[entry]!
    const before = written.file.tree.entries[entry] as RecordNode
    return tag ? changeFindings(before, record, tag).map(one => problemAt(placed.after[entry]!, one)) : []
  })
  return withSeverities(found, after.settings.severity)
}

/** The records that a call changes, with their places after that; of removed ones, those before. */
function recordsOfChange({ written, after, placed }: WrittenFileChange): WrittenRecord[] {
  const { path } = written
  const { tree } = after.file
  const about = (action: string, entry: number, line: number): WrittenRecord => {
    const { tag, identity } = written.file.entries[entry]!
    const id = identity?.definition?.id
    const name = tag?.name ?? shorten(tagWord(written.file.tree.entries[entry] as RecordNode))
    return { action, tag: name, ...(id !== undefined && { id }), place: agentPlace(path, line) }
  }
  const setAction = (entry: number): string => {
    if (written.renamed.has(entry)) return 'rename'
    return written.referring.has(entry) ? 'reference' : 'set'
  }
  return [
    ...written.added.map(({ action, tag, id }, index) => ({
      action,
      tag: tag.name,
      ...(id !== undefined && { id }),
      place: agentPlace(path, tree.lines[placed.added[index]!]!),
    })),
    ...[...written.set.keys()]
      .sort((one, other) => Number(written.renamed.has(other)) - Number(written.renamed.has(one)) || one - other)
      .map(entry => {
        const now = placed.after[entry]!
        const { identity } = after.file.entries[now]!
        const record = about(setAction(entry), entry, tree.lines[now]!)
        return identity?.definition ? { ...record, id: identity.definition.id } : record
      }),
    ...[...written.removed]
      .filter(entry => !written.movedAway.has(entry))
      .map(entry => about('remove', entry, written.file.tree.lines[entry]!)),
  ]
}

/** The lines that go and come, record by record. */
function diffOf({ written, changes, after }: WrittenFileChange, registry: Registry): string {
  const { tree } = written.file
  if (changes.length === 0) return ''
  const lines = (sign: string, text: string): string =>
    withheldText(text, registry)
      .trim()
      .split(/\r\n|\r|\n/)
      .map(line => `${sign}${line}\n`)
      .join('')
  if (written.fixed) {
    const pairs = changedLines(tree, after.file.tree, changes)
    return [`--- ${written.path}\n`, ...pairs.map(({ gone, come }) => lines('-', gone) + lines('+', come))].join('')
  }
  const parts = [
    ...[...written.set].map(([entry, record]) => ({
      entry,
      text: lines('-', tree.entries[entry]!.text) + lines('+', record.text),
    })),
    ...[...written.removed].map(entry => ({ entry, text: lines('-', tree.entries[entry]!.text) })),
  ].sort((one, other) => one.entry - other.entry)
  const added = written.added.flatMap(({ texts }) => texts.map(text => lines('+', text)))
  return [`--- ${written.path}\n`, ...parts.map(({ text }) => text), ...added].join('')
}

/** The whole lines that changes touch, as they were and as they are. */
function changedLines(
  before: Tree,
  after: Tree,
  changes: readonly TextChange[],
): { readonly gone: string; readonly come: string }[] {
  const found: { readonly gone: string; readonly come: string }[] = []
  let shift = 0
  for (const { start, end, text } of changes) {
    const [first, last] = [indexAt(before, start), indexAt(before, Math.max(start, end - 1))]
    const [from, to] = [before.starts[first]!, before.starts[last + 1]!]
    const gone = textBetween(before, first, last + 1)
    found.push({ gone, come: textOf(after).slice(from + shift, to + shift + text.length - (end - start)) })
    shift += text.length - (end - start)
  }
  return found
}

/** The next free id of each tag that records are added of, while the changes are tried out. */
function nextIds(context: AgentContext, changed: readonly WrittenFileChange[]): Record<string, string> {
  const ids = new Map<string, string>()
  for (const { written, after } of changed)
    for (const { tag, action } of written.added) {
      if (action === 'move') continue
      const id = freeIdIn(after.file, context.index, tag.nameOfRecords)
      if (id !== undefined) ids.set(tag.name, id)
    }
  return Object.fromEntries(ids)
}

function fileToWrite(context: AgentContext, { uri, written, changes }: WrittenFileChange): FileToWrite[] {
  if (changes.length === 0) return []
  const { tree } = written.file
  return [
    {
      uri,
      version: context.isOpen(uri) ? written.snapshot.version : null,
      fingerprint: written.isNew ? null : fingerprint(textOf(tree)),
      edits: changes.map(change => plainEdit(tree, change)),
    },
  ]
}

/** The first things that take at most so many tokens. */
function fitting<Thing>(things: readonly Thing[], most: number): Thing[] {
  let tokens = 0
  const end = things.findIndex(thing => {
    tokens += estimatedTokens(visibleJson(thing))
    return tokens > most
  })
  return things.slice(0, end < 0 ? things.length : end)
}
