import { mostChangedRecords, usualChangedRecords, type WriteChange } from '../../shared/agents/inputs.ts'
import type { AgentProblem } from '../../shared/agents/outputs.ts'
import { counted, withoutLineBreak } from '../../shared/basics/text.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { fieldNamed, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { type NewValue, writeValues } from '../../shared/edit/write-values.ts'
import { isFieldName, isHeader, type RecordNode, tagWord } from '../../shared/syntax/nodes.ts'
import { indexAtLine } from '../../shared/syntax/tree.ts'
import { textWithComments } from '../tables/move-records.ts'
import { addRecords, fileToAddTo } from './added-records.ts'
import { refuse } from './answer.ts'
import { recordOfChange } from './changed-record.ts'
import { makeChosenFix } from './chosen-fixes.ts'
import { type ComputedValues, computedValues } from './computed-values.ts'
import { type AgentContext, agentPlace, tagOfCall } from './context.ts'
import { refuseField } from './describe.ts'
import { expectValues } from './expected-values.ts'
import { recordsWhere } from './find.ts'
import { fixFiles } from './fixed-files.ts'
import { importRowsOf } from './imported-rows.ts'
import { renameInFiles } from './renamed-record.ts'
import type { UnknownRecord } from './unknown-records.ts'
import { textOfValue, type WrittenFile, writtenFileAt } from './written-file.ts'

/** What the changes of a call do. */
interface WrittenChanges {
  readonly files: ReadonlyMap<string, WrittenFile>
  /** What the agent should know, as sentences. */
  readonly notes: readonly string[]
  /** Problems that a fix was asked for and that stay. */
  readonly left: readonly AgentProblem[]
}

/** The files that the changes of a call change. Refuses what cannot be done. */
export async function writtenFiles(context: AgentContext, changes: readonly WriteChange[]): Promise<WrittenChanges> {
  const files = new Map<string, WrittenFile>()
  const notes: string[] = []
  const left: AgentProblem[] = []
  // The id of a record is one of these two fields.
  const givenIds = new Set(
    changes.flatMap(change =>
      change.action === 'add' ? [change.values?.rid, change.values?.id].flatMap(id => id?.toString() ?? []) : [],
    ),
  )
  for (const [place, change] of changes.entries()) {
    const at = `changes.${place}`
    mustBeAlone(change, changes, at)
    mustHaveNoOther(change, at)
    if (change.action === 'add') notes.push(...(await addRecords(context, files, change, givenIds, at)))
    else if (change.choose !== undefined) await makeChosenFix(context, files, change, change.choose, at)
    else if (change.action === 'fix') {
      const stay = await fixFiles(context, files, change, at)
      notes.push(...stay.notes)
      left.push(...stay.left)
    } else if (change.action === 'import') notes.push(...(await importRowsOf(context, files, change, at)))
    else if (change.where !== undefined) await changeWhere(context, files, change, at)
    else await changeOne(context, files, change, at)
  }
  return { files, notes: [...new Set(notes)], left }
}

/** Refuses changes beside others that would not be those of the text that they were meant for. */
function mustBeAlone({ action }: WriteChange, changes: readonly WriteChange[], at: string): void {
  if (changes.length === 1 || !(action === 'fix' || action === 'rename' || action === 'import')) return
  if (changes.every(({ choose }) => choose !== undefined)) return
  refuse({
    code: 'changes-meet',
    message: `${action === 'import' ? 'An' : 'A'} ${action} is the only change of a call; make one call for it. Only fixes with choose may stand beside each other.`,
    at,
  })
}

/** The arguments that each action reads; others would have no effect, which nobody wants who passes them. */
const readBy: Readonly<Record<WriteChange['action'], readonly (keyof WriteChange)[]>> = {
  add: ['tag', 'values', 'text', 'path'],
  set: ['tag', 'id', 'place', 'where', 'limit', 'values', 'computed', 'unset', 'expected'],
  remove: ['tag', 'id', 'place', 'where', 'limit', 'expected'],
  rename: ['tag', 'id', 'place', 'new_id', 'expected'],
  move: ['tag', 'id', 'place', 'where', 'limit', 'path', 'expected'],
  fix: ['codes', 'paths', 'tag', 'id', 'place', 'choose'],
  import: ['tag', 'text', 'path', 'mapping', 'key', 'gone', 'base', 'limit', 'date_order', 'decimal_mark'],
}

function mustHaveNoOther(change: WriteChange, at: string): void {
  const { action } = change
  const allowed = readBy[action]
  const other = (Object.keys(change) as (keyof WriteChange)[]).find(
    name => name !== 'action' && !allowed.includes(name),
  )
  if (other !== undefined)
    refuse({
      code: 'wrong-arguments',
      message: `The action ${action} does not read ${other}.`,
      at: `${at}.${other}`,
      allowed: allowed.map(String),
    })
}

/** Changes all records of a tag for which a condition is true. */
async function changeWhere(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  change: WriteChange,
  at: string,
): Promise<void> {
  const { where, limit, tag: name } = change
  const other = (['id', 'place', 'expected'] as const).find(one => change[one] !== undefined)
  if (other !== undefined || name === undefined)
    refuse({
      code: other === undefined ? 'missing-argument' : 'wrong-arguments',
      message: 'A change with where needs the tag of the records, and has no id, place or expected.',
      at: `${at}.${other ?? 'tag'}`,
    })
  const tag = tagOfCall(context, name, `${at}.tag`)
  const { nodes, left } = await recordsWhere(context, tag, where, `${at}.where`)
  if (left > 0)
    refuse({
      code: 'not-readable',
      message: `${counted(left, 'record')} of ${tag.name} are in files that are too large to be read here; use "recline edit".`,
      at: `${at}.where`,
    })
  if (nodes.length === 0)
    refuse({ code: 'nothing-found', message: `No ${tag.name} fits this condition.`, at: `${at}.where` })
  const most = limit || usualChangedRecords
  if (nodes.length > most)
    refuse({
      code: 'too-many-records',
      message: `${nodes.length} records fit this condition, and limit is ${most}; pass a limit of ${nodes.length} if all should change${nodes.length > mostChangedRecords ? ', with "recline edit"' : ''}.`,
      at: `${at}.limit`,
    })
  const computed = await computedValues(context, tag, change, at)
  for (const { snapshot, entry } of nodes) {
    const file = await writtenFileAt(context, files, snapshot.uri, `${at}.where`)
    await changeEntry(context, files, { file, entry, computed }, change, at)
  }
}

/** Changes one record. */
async function changeOne(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  change: WriteChange,
  at: string,
): Promise<void> {
  const record = await recordOfChange(context, change, at)
  if ('node' in record) return removeUnknown(context, files, record, change, at)
  const file = await writtenFileAt(context, files, record.uri, `${at}.id`)
  const { tree, entries } = file.file
  const entry = indexAtLine(tree, record.tagPlace().start.line)
  const node = file.set.get(entry) ?? tree.entries[entry]
  const tag = entries[entry]?.tag
  if (node?.kind !== 'record' || !tag || file.removed.has(entry))
    refuse({ code: 'unknown-id', message: 'The record is no longer there; call get.', at: `${at}.id` })
  const { action, expected = {}, values = {}, computed = {}, unset = [] } = change
  const names = [...new Set([...Object.keys(values), ...Object.keys(computed), ...unset])]
  // A field that does not exist is the first thing to know.
  if (action === 'set') for (const name of names) mustBeField(node, tag, name, placeOfGiven(change, name, at))
  const known = { node, tag, registry: context.registry }
  if (action === 'rename') {
    expectValues(known, expected, [], `${at}.expected`)
    return renameInFiles(context, files, record, change.new_id, at)
  }
  expectValues(known, expected, action === 'set' ? names : undefined, `${at}.expected`)
  await changeEntry(
    context,
    files,
    { file, entry, computed: await computedValues(context, tag, change, at) },
    change,
    at,
  )
}

/** Removes a record with an unknown tag: nothing else is certain of it. */
async function removeUnknown(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  { snapshot, entry, node }: UnknownRecord,
  { action, expected = {} }: WriteChange,
  at: string,
): Promise<void> {
  if (action !== 'remove')
    refuse({
      code: 'unknown-tag',
      message: `No domain in force there defines the tag ${shorten(tagWord(node))}, so the record can only be removed; the action fix with choose gives it a tag that check offers.`,
      at,
    })
  const file = await writtenFileAt(context, files, snapshot.uri, `${at}.place`)
  expectValues({ node, tag: undefined, registry: context.registry }, expected, undefined, `${at}.expected`)
  file.removed.add(entry)
}

/** A record of a file that a call changes. */
interface ChangedEntry {
  readonly file: WrittenFile
  readonly entry: number
  readonly computed: ComputedValues
}

/** Sets values of a record, removes it, or moves it. */
async function changeEntry(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  changed: ChangedEntry,
  change: WriteChange,
  at: string,
): Promise<void> {
  const { file, entry } = changed
  const node = file.set.get(entry) ?? (file.file.tree.entries[entry] as RecordNode)
  const tag = file.file.entries[entry]!.tag!
  if (change.action === 'set') return setValues(changed, node, tag, change, at)
  if (file.removed.has(entry))
    refuse({ code: 'changes-meet', message: 'A record is removed or moved twice; call once for each.', at })
  if (change.action === 'move') {
    if (change.path === undefined)
      refuse({ code: 'missing-argument', message: 'A move needs the path of a file.', at: `${at}.path` })
    if (file.set.has(entry) || isHeader(node))
      refuse({
        code: 'changes-meet',
        message:
          'A record is not moved in the call that sets its values, and a header stays; make a call for the move.',
        at,
      })
    const target = await fileToAddTo(context, files, tag, change.path, at)
    if (target === file)
      refuse({ code: 'wrong-path', message: 'The record is in this file already.', at: `${at}.path` })
    const id = file.file.entries[entry]!.identity?.definition?.id
    const text = withoutLineBreak(textWithComments({ snapshot: file.snapshot, record: entry }))
    target.added.push({ action: 'move', tag, id, texts: text.split(/\r\n|\r|\n/) })
    file.movedAway.add(entry)
  }
  file.removed.add(entry)
  file.set.delete(entry)
}

function setValues(changed: ChangedEntry, node: RecordNode, tag: Tag, change: WriteChange, at: string): void {
  const { file, entry } = changed
  const { values = {}, unset = [] } = change
  const names = [...Object.keys(values), ...Object.keys(change.computed ?? {}), ...unset]
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (names.length === 0 || twice !== undefined)
    refuse({
      code: twice === undefined ? 'missing-argument' : 'wrong-arguments',
      message:
        twice === undefined
          ? 'Pass values with the new values, computed with expressions of them, or unset with the fields to remove.'
          : `${twice} is set or removed twice.`,
      at: `${at}.values`,
    })
  const ofExpressions = computedIn(changed, node, change, at)
  if (!ofExpressions) {
    file.uncomputed.add(entry)
    return
  }
  const written = writeValues(node, [
    ...Object.entries(values).map(([name, value]): NewValue => {
      const where = placeOfGiven(change, name, at)
      const field = mustBeField(node, tag, name, where)
      return { name, field, value: value === null ? null : textOfValue(value, field ?? fieldNamed(tag, name), where) }
    }),
    ...ofExpressions,
    ...unset.map((name): NewValue => {
      const field = mustBeField(node, tag, name, placeOfGiven(change, name, at))
      return { name, field, value: null }
    }),
  ])
  if (!written)
    refuse({
      code: 'not-closed',
      message: 'The record has text that is not closed or a field twice, so it is uncertain what would change.',
      at: `${at}.id`,
    })
  if (written.text === node.text) {
    file.same.add(entry)
    return
  }
  file.set.set(entry, written)
  file.setFields.set(entry, new Set([...(file.setFields.get(entry) ?? []), ...names]))
}

/** The values of a record that are computed; undefined if it stays as it is, among others of a condition. */
function computedIn(
  { file, entry, computed }: ChangedEntry,
  node: RecordNode,
  change: WriteChange,
  at: string,
): readonly NewValue[] | undefined {
  const found = computed(node)
  const isRepeated = Object.keys(change.computed ?? {}).some(
    name => node.fields.filter(field => field.name === name).length > 1,
  )
  if (found === undefined && change.where !== undefined) return undefined
  if (typeof found === 'object' && !isRepeated) return found
  const reason = typeof found === 'string' ? found : 'absent'
  const place = agentPlace(file.path, file.file.tree.lines[entry]!)
  refuse({
    code: 'not-computed',
    message: `The record at ${place} ${whyNotComputed[isRepeated ? 'repeated' : reason]}.`,
    at: `${at}.computed`,
  })
}

const whyNotComputed = {
  absent: 'lacks a value that the expression reads',
  inexact: 'would get a number with fewer digits than it needs',
  'split items': 'would get an item with a comma, which is several items',
  repeated: 'has the field twice, so it is uncertain what would change',
}

const placeOfGiven = ({ values = {}, computed = {} }: WriteChange, name: string, at: string): string => {
  if (Object.hasOwn(values, name)) return `${at}.values.${name}`
  return Object.hasOwn(computed, name) ? `${at}.computed.${name}` : `${at}.unset`
}

/** The definition of a field; undefined for one that the tag does not define, and the record has all the same. */
function mustBeField(node: RecordNode, tag: Tag, name: string, at: string): NewValue['field'] {
  const field = fieldOf(tag, name)
  if (!field && !(isFieldName(name) && node.fields.some(one => one.name === name))) refuseField(tag, name, at)
  return field
}
