import type { InferOutput } from 'valibot'
import type { writeInput } from '../../shared/agents/inputs.ts'
import type { AgentProblem } from '../../shared/agents/outputs.ts'
import { estimatedTokens } from '../../shared/agents/tokens.ts'
import { visibleJson } from '../../shared/agents/visible-json.ts'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import { changeFindings } from '../../shared/check/change-findings.ts'
import { type Problem, problemAt, withSeverities } from '../../shared/check/problem.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import { freeIdIn } from '../../shared/index/free-ids.ts'
import type { FileToWrite, ToolAnswer } from '../../shared/protocol/agents.ts'
import type { Entry, RecordNode } from '../../shared/syntax/nodes.ts'
import { changesBetween, type TextChange } from '../../shared/syntax/text-change.ts'
import { parse, textOf } from '../../shared/syntax/tree.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'
import { plainEdit } from '../snapshot/workspace-edit.ts'
import { answered, cutToTokens, refuse } from './answer.ts'
import { type AgentContext, pathOf } from './context.ts'
import { agentProblem, newProblems } from './problems.ts'
import type { WrittenFile } from './written-file.ts'
import { writtenFiles } from './written-files.ts'

/** Problems that are no errors, but say that a record names something that does not exist. */
const invented = new Set(['unknown-field', 'unknown-tag', 'unknown-domain', 'dangling-reference', 'wrong-reference'])

/** The most files whose problems are compared, besides those that change. */
const mostAffected = 200

/** A file before and after the changes. */
interface WrittenFileChange {
  readonly uri: string
  readonly written: WrittenFile
  readonly changes: readonly TextChange[]
  readonly after: Snapshot
}

/** Adds, changes and removes records: all changes of the call, or none. */
export async function writeFor(context: AgentContext, given: InferOutput<typeof writeInput>): Promise<ToolAnswer> {
  const { apply = false, allow_errors: allowsErrors = false } = given
  const files = await writtenFiles(context, given.changes)
  const changed = [...files].map(([uri, written]): WrittenFileChange => {
    const after = context.draft(
      uri,
      written.text(text => context.draft(uri, text)),
    )
    mustBeAsMeant(written, after)
    return { uri, written, changes: changesBetween(written.file.tree, after.file.tree), after }
  })
  const { problems, uncompared } = await problemsOfWrite(context, changed)
  const blocking = problems.filter(({ isNew, problem }) => isNew && isBlocking(problem)).map(one => one.shown)
  if (blocking.length > 0 && !allowsErrors)
    refuse({
      code: 'adds-problems',
      message: `Nothing was written, as this would add ${blocking.length} problem${blocking.length === 1 ? '' : 's'}; correct the changes and call again. Leave out what the source does not say.`,
      problems: fitting(blocking, 5000),
    })
  const shown = problems.map(one => one.shown)
  const listed = fitting(shown, 2000)
  const all = changed.flatMap(recordsOfChange)
  const records = fitting(all, 6000)
  const notes = [
    ...(apply ? [] : ['Nothing is written yet: call again with apply: true.']),
    ...(records.length < all.length ? [`${all.length - records.length} more records.`] : []),
    ...(listed.length < shown.length ? [`${shown.length - listed.length} more problems; call check.`] : []),
    ...(uncompared > 0 ? [`${uncompared} more files refer to these records; call check for them.`] : []),
  ]
  const content = {
    applied: apply,
    records,
    problems: listed,
    diff: cutToTokens(changed.map(diffOf).join(''), Math.max(200, 9000 - tokensOfAll([...records, ...listed]))),
    next_ids: nextIds(context, changed),
  }
  return answered(content, { notes, files: apply ? changed.flatMap(one => fileToWrite(context, one)) : [] })
}

/** Refuses changes that would do more or less than the call says. */
function mustBeAsMeant({ file, set, removed, added }: WrittenFile, after: Snapshot): void {
  const texts = (entries: readonly Entry[]): string[] =>
    entries.flatMap(({ kind, text }) => (kind === 'record' ? text.trim() : []))
  const kept = file.tree.entries.flatMap((entry, index) => (removed.has(index) ? [] : (set.get(index) ?? entry)))
  const meant = [...texts(kept), ...added.flatMap(one => texts(parse(one.texts.join('\n')).entries))]
  const found = texts(after.file.tree.entries).filter(text => !text.startsWith('@DOC'))
  const isSame =
    meant
      .filter(text => !text.startsWith('@DOC'))
      .toSorted()
      .join('\n') === found.toSorted().join('\n')
  if (isSame) return
  refuse({
    code: 'changes-meet',
    message: 'These changes cannot be made together; call once for the removals and once for the others.',
    at: 'changes',
  })
}

const isBlocking = ({ severity, code }: Problem): boolean => severity === 'error' || invented.has(code)

interface WriteProblem {
  readonly problem: Problem
  readonly shown: AgentProblem
  /** Whether the changes add it; otherwise a record that they touch had it before. */
  readonly isNew: boolean
}

/** The problems that changes add anywhere, and those that remain in the records that they touch. */
async function problemsOfWrite(
  context: AgentContext,
  changed: readonly WrittenFileChange[],
): Promise<{ readonly problems: readonly WriteProblem[]; readonly uncompared: number }> {
  const trial = changed.map(({ uri, after }) => ({ uri, file: after.file }))
  const affected = context.tryOut(trial, all => [...all])
  const others: Snapshot[] = []
  for (const uri of affected.slice(0, mostAffected)) {
    const snapshot = await context.read(uri)
    if (snapshot) others.push(snapshot)
  }
  const before = new Map(
    [...changed.map(({ written }) => written.snapshot), ...others].map(one => [one.uri, problemsIn(one)]),
  )
  const problems = context.tryOut(trial, () => [
    ...changed.flatMap(file => {
      const { written, after, uri } = file
      const all = [...problemsIn(after), ...problemsOfSet(file)]
      const added = new Set(newProblems(before.get(uri) ?? [], written.file, all, after.file))
      const touched = touchedEntries(file)
      const set = new Map([...written.setFields].map(([entry, names]) => [entryAfter(file, entry), names]))
      return all
        .filter(problem => added.has(problem) || touched.has(problem.entry))
        .map(problem => ({
          problem,
          shown: agentProblem(after.file, written.path, problem),
          // A wrong value in place of another wrong one is a new mistake.
          isNew: added.has(problem) || set.get(problem.entry)?.has(problem.field ?? '') === true,
        }))
    }),
    ...others.flatMap(snapshot => {
      const { uri, file } = snapshot
      return newProblems(before.get(uri) ?? [], file, problemsIn(snapshot), file).map(problem => ({
        problem,
        shown: agentProblem(file, pathOf(context, uri), problem),
        isNew: true,
      }))
    }),
  ])
  return { problems, uncompared: Math.max(0, affected.length - mostAffected) }
}

/** The entry of the text after that has the new values of a record. */
function entryAfter({ written, after }: WrittenFileChange, entry: number): number {
  const text = written.set.get(entry)!.text.trim()
  return after.file.tree.entries.findIndex(one => one.text.trim() === text)
}

/** The problems of values that may not follow those before. */
function problemsOfSet(file: WrittenFileChange): Problem[] {
  const { written, after } = file
  const found = [...written.set].flatMap(([entry, record]) => {
    const { tag } = written.file.entries[entry]!
    const before = written.file.tree.entries[entry] as RecordNode
    return tag ? changeFindings(before, record, tag).map(one => problemAt(entryAfter(file, entry), one)) : []
  })
  return withSeverities(found, after.settings.severity)
}

function touchedEntries(file: WrittenFileChange): ReadonlySet<number> {
  const { written, after } = file
  const ids = new Set(written.added.flatMap(({ tag, id }) => (id === undefined ? [] : recordKeyOf(tag, id))))
  const added = after.file.entries.flatMap(({ identity, tag }, entry) =>
    tag && identity?.definition && ids.has(recordKeyOf(tag, identity.definition.id)) ? entry : [],
  )
  return new Set([...added, ...[...written.set.keys()].map(entry => entryAfter(file, entry))])
}

const recordKeyOf = ({ nameOfRecords }: Tag, id: string): string => `${nameOfRecords.path} ${id}`

/** The records that a call adds, changes and removes, with their lines after that; of removed ones, those before. */
function recordsOfChange(file: WrittenFileChange): object[] {
  const { written, after } = file
  const { path } = written
  const lineOf = (entry: number): number => after.file.tree.lines[entry]! + 1
  const byId = new Map(
    after.file.entries.flatMap(({ identity, tag }, entry) =>
      tag && identity?.definition ? [[recordKeyOf(tag, identity.definition.id), entry]] : [],
    ),
  )
  const about = (entry: number, line: number): object => {
    const { tag, identity } = written.file.entries[entry]!
    return { tag: tag?.name ?? '', id: identity?.definition?.id ?? null, path, line }
  }
  return [
    ...written.added.map(({ tag, id }) => {
      const entry = id === undefined ? undefined : byId.get(recordKeyOf(tag, id))
      return { action: 'add', tag: tag.name, id: id ?? null, path, line: entry === undefined ? 0 : lineOf(entry) }
    }),
    ...[...written.set.keys()].map(entry => ({ action: 'set', ...about(entry, lineOf(entryAfter(file, entry))) })),
    ...[...written.removed].map(entry => ({
      action: 'remove',
      ...about(entry, written.file.tree.lines[entry]! + 1),
    })),
  ]
}

/** The lines that go and come, record by record. */
function diffOf({ written }: WrittenFileChange): string {
  const { tree } = written.file
  const lines = (sign: string, text: string): string =>
    text
      .trim()
      .split(/\r\n|\r|\n/)
      .map(line => `${sign}${line}\n`)
      .join('')
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

/** The next free id of each tag that records are added of. */
function nextIds(context: AgentContext, changed: readonly WrittenFileChange[]): Record<string, string> {
  const ids = new Map<string, string>()
  context.tryOut(
    changed.map(({ uri, after }) => ({ uri, file: after.file })),
    () => {
      for (const { written, after } of changed)
        for (const { tag } of written.added) {
          const id = freeIdIn(after.file, context.index, tag.nameOfRecords)
          if (id !== undefined) ids.set(tag.name, id)
        }
    },
  )
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

const tokensOfAll = (things: readonly object[]): number =>
  things.reduce((sum, thing) => sum + estimatedTokens(visibleJson(thing)), 0)

/** The first things that take at most so many tokens. */
function fitting<Thing>(things: readonly Thing[], most: number): Thing[] {
  let tokens = 0
  const end = things.findIndex(thing => {
    tokens += estimatedTokens(visibleJson(thing))
    return tokens > most
  })
  return things.slice(0, end < 0 ? things.length : end)
}
