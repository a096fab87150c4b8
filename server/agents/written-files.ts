import type { GivenValue, WriteChange } from '../../shared/agents/inputs.ts'
import { type CheckedFile, conflictsOf, sectionAt } from '../../shared/check/check.ts'
import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { requiredFirst } from '../../shared/domains/example-record.ts'
import { recordName } from '../../shared/domains/identity.ts'
import { canonicalField } from '../../shared/domains/notation.ts'
import { type FieldDefinition, fieldNamed, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { removeWholes, type Whole, wholeAt } from '../../shared/edit/whole-record.ts'
import { writeValues } from '../../shared/edit/write-values.ts'
import { freeIds } from '../../shared/index/free-ids.ts'
import { isFieldName, type RecordNode, tagName, valueText } from '../../shared/syntax/nodes.ts'
import { smallestChange, type TextChange } from '../../shared/syntax/text-change.ts'
import { indexAtLine, parse } from '../../shared/syntax/tree.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { insertRecords } from '../tables/table-edit.ts'
import { refuse } from './answer.ts'
import { type AgentContext, pathOf, tagOfCall, uriOfCall } from './context.ts'
import { refuseField } from './describe.ts'
import { nearestIds, recordsOfId } from './get.ts'

/** A file that the changes of a call change. */
export class WrittenFile {
  /** The records with new values, by their entries. */
  readonly set = new Map<number, RecordNode>()
  readonly removed = new Set<number>()
  readonly added: AddedRecord[] = []

  /** @param isNew whether the file does not exist yet */
  constructor(
    readonly snapshot: Snapshot,
    readonly path: string,
    readonly isNew: boolean,
  ) {}

  get file(): CheckedFile {
    return this.snapshot.file
  }

  /** The changes of its text, sorted. */
  changes(): TextChange[] {
    const { tree } = this.file
    const changes = [...this.set].flatMap(([entry, { text }]) => {
      const at = tree.starts[entry]!
      const { text: before } = tree.entries[entry]!
      return smallestChange(before, text).map(change => ({
        ...change,
        start: at + change.start,
        end: at + change.end,
      }))
    })
    const wholes = [...this.removed].map((entry): Whole => wholeAt(tree, entry))
    return [...changes, ...removeWholes(tree, wholes), ...this.insertions()].sort(
      (one, other) => one.start - other.start || one.end - other.end,
    )
  }

  /** The new records, below the last one of their tag, or at the end of the file. */
  private insertions(): TextChange[] {
    const { entries } = this.file
    const byPlace = new Map<number | undefined, string[]>()
    for (const { tag, texts } of this.added) {
      const found = entries.findLastIndex((one, entry) => one.tag === tag && !this.removed.has(entry))
      const place = found < 0 ? undefined : found
      byPlace.set(place, [...(byPlace.get(place) ?? []), ...texts])
    }
    return [...byPlace].map(([place, texts]) => {
      const change = insertRecords(this.file, place, texts)
      return { ...change, text: this.header() + change.text }
    })
  }

  /** The header of a new file, unless its name or a setting says the domain. */
  private header(): string {
    const isNeeded = this.isNew && sectionAt(this.file, 0).source === 'registry'
    return isNeeded ? `@DOC domain=${this.added[0]!.tag.domain.path}\n\n` : ''
  }
}

/** A record to add. */
interface AddedRecord {
  readonly tag: Tag
  readonly id: string | undefined
  /** Its lines: comments above it, and the record. */
  readonly texts: readonly string[]
}

/** The files that the changes of a call change. Refuses what cannot be done. */
export async function writtenFiles(
  context: AgentContext,
  changes: readonly WriteChange[],
): Promise<ReadonlyMap<string, WrittenFile>> {
  const files = new Map<string, WrittenFile>()
  // The id of a record is one of these two fields.
  const givenIds = new Set(
    changes.flatMap(change =>
      change.action === 'add' ? [change.values?.rid, change.values?.id].flatMap(id => id?.toString() ?? []) : [],
    ),
  )
  for (const [place, change] of changes.entries()) {
    const at = `changes.${place}`
    if (change.action === 'add') await add(context, files, change, givenIds, at)
    else await changeRecord(context, files, change, at)
  }
  return files
}

type Addition = Extract<WriteChange, { action: 'add' }>
type OtherChange = Exclude<WriteChange, Addition>

async function fileAt(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  uri: string,
  at: string,
): Promise<WrittenFile> {
  const known = files.get(uri)
  if (known) return known
  const path = pathOf(context, uri)
  const snapshot = await context.read(uri)
  const [conflict] = snapshot ? conflictsOf(snapshot.file) : []
  if (conflict)
    refuse({ code: 'merge-conflict', message: `${path} has a merge conflict; it must be resolved first.`, at })
  const isKnown = context.index.fileAt(uri) !== undefined
  if (snapshot && !isKnown)
    refuse({ code: 'wrong-path', message: `${path} is no file that the workspace reads, maybe behind a link.`, at })
  if (!snapshot && isKnown) refuse({ code: 'not-readable', message: `${path} cannot be read, or is too large.`, at })
  const file = new WrittenFile(snapshot ?? context.draft(uri, ''), path, !snapshot)
  files.set(uri, file)
  return file
}

async function add(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  change: Addition,
  givenIds: ReadonlySet<string>,
  at: string,
): Promise<void> {
  const { tag: name, values, text, path } = change
  if (text !== undefined) {
    if (values) refuse({ code: 'wrong-arguments', message: 'Pass values or text, not both.', at: `${at}.text` })
    return addText(context, files, change, text, givenIds, at)
  }
  if (name === undefined || !values)
    refuse({
      code: 'missing-argument',
      message: 'An addition needs tag and values, or text.',
      at: name === undefined ? `${at}.tag` : `${at}.values`,
      example: '{"action":"add","tag":"FINDING","values":{"severity":"high","title":"…"}}',
    })
  const tag = tagOfCall(context, name, `${at}.tag`)
  const file = await fileToAddTo(context, files, tag, path, at)
  const given = new Map(
    Object.entries(values).map(([field, value]) => {
      const definition = fieldOf(tag, field)
      if (!definition) refuseField(tag, field, `${at}.values.${field}`)
      return [field, textOfValue(value, definition, `${at}.values.${field}`)]
    }),
  )
  const id = idFor(context, file, tag, given.get(tag.identityField), givenIds, `${at}.values.${tag.identityField}`)
  if (id !== undefined) given.set(tag.identityField, id)
  const order = [...new Set([tag.identityField, ...requiredFirst(tag).map(({ name }) => name), 'rid'])]
  const fields = order.flatMap(one => {
    const value = given.get(one)
    return value === undefined ? [] : canonicalField(fieldOf(tag, one)!, value)
  })
  if (fields.length === 0) refuse({ code: 'empty-record', message: 'The record has no field.', at: `${at}.values` })
  file.added.push({ tag, id, texts: [`@${tag.name} ${fields.join(' | ')}`] })
}

/** Adds records that are written already, such as `convert` returns them. */
async function addText(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  { tag: only, path }: Addition,
  text: string,
  givenIds: ReadonlySet<string>,
  at: string,
): Promise<void> {
  const place = `${at}.text`
  let comments: string[] = []
  let count = 0
  for (const entry of parse(text).entries) {
    if (entry.kind === 'blank') continue
    if (entry.kind === 'comment') {
      comments.push(entry.text.trim())
      continue
    }
    if (entry.kind !== 'record' || isHeader(entry))
      refuse({
        code: 'not-records',
        message: /^\s*[[{]/.test(text)
          ? 'This is JSON; pass its values as values, or call convert.'
          : 'The text has something else than records and comments.',
        at: place,
        example: '@FINDING rid=FND-1 | severity="high" | title="…"',
      })
    const tag = tagOfCall(context, tagName(entry) ?? '', place, only?.replace(/\.[^.]*$/, ''))
    const file = await fileToAddTo(context, files, tag, path, at)
    const written = entry.fields.find(({ name }) => name === tag.identityField)?.value
    const id = idFor(context, file, tag, written && valueText(entry, written), givenIds, place)
    const field = fieldOf(tag, tag.identityField)
    const whole =
      id === undefined || written || !field
        ? entry
        : writeValues(entry, [{ name: tag.identityField, field, value: id }])
    if (!whole) refuse({ code: 'not-closed', message: 'A value is not closed.', at: place })
    file.added.push({ tag, id, texts: [...comments, whole.text.replace(/\s+$/, '')] })
    comments = []
    count++
  }
  if (count === 0) refuse({ code: 'not-records', message: 'The text has no record.', at: place })
}

async function fileToAddTo(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  tag: Tag,
  path: string | undefined,
  at: string,
): Promise<WrittenFile> {
  const uri = path === undefined ? usualFileOf(context, tag) : uriOfCall(context, path, `${at}.path`)
  if (uri === undefined)
    refuse({
      code: 'missing-argument',
      message: `No file has ${tag.name} records yet; pass the path of a file, which is created if it does not exist.`,
      at: `${at}.path`,
      example: `records/${tag.name.toLowerCase()}.${tag.domain.path.replace(/^.*\./, '')}.rec`,
    })
  if (!uri.endsWith('.rec') || !context.hasFile(uri))
    refuse({
      code: 'wrong-path',
      message: 'Records are written only into .rec files that the workspace includes.',
      at: `${at}.path`,
    })
  const file = await fileAt(context, files, uri, `${at}.path`)
  const { domains } = sectionAt(file.file, Math.max(0, file.file.tree.entries.length - 1))
  if (!domains.some(domain => domain.tags.get(tag.name)?.nameOfRecords.path === tag.nameOfRecords.path))
    refuse({
      code: 'wrong-path',
      message: `The domain of ${tag.fullName.path} is not in force at the end of this file; choose another file.`,
      at: `${at}.path`,
    })
  return file
}

/** The file that has most records of a tag. */
function usualFileOf({ index }: AgentContext, { nameOfRecords }: Tag): string | undefined {
  let [best, most]: [string | undefined, number] = [undefined, 0]
  for (const uri of [...index.uris()].sort()) {
    if (!index.tagsIn(uri).has(nameOfRecords.path)) continue
    let count = 0
    for (const { tag } of index.recordsIn(uri)) if (tag.path === nameOfRecords.path) count++
    if (count > most) [best, most] = [uri, count]
  }
  return best
}

/** The id of a new record: the given one if it is free, or else the next free one. Undefined for a tag without ids. */
function idFor(
  { index }: AgentContext,
  file: WrittenFile,
  tag: Tag,
  given: string | undefined,
  givenIds: ReadonlySet<string>,
  at: string,
): string | undefined {
  const field = tag.fields.get(tag.identityField)
  const added = new Set(file.added.flatMap(one => (one.tag === tag && one.id !== undefined ? one.id : [])))
  const next = (): string => {
    const like = field?.example ?? `${tag.name}-1`
    const free = freeIds(file.file, index, tag.nameOfRecords, like, added.size + givenIds.size + 1)
    return free.find(id => !added.has(id) && !givenIds.has(id))!
  }
  if (given === undefined) return field ? next() : undefined
  if (added.has(given) || index.count(recordName(tag.nameOfRecords, given)) > 0)
    refuse({
      code: 'taken-id',
      message: `There is a ${tag.name} with this id already; leave the id out, or set values of that record.`,
      at,
      next_id: next(),
    })
  return given
}

/** Sets values of a record, or removes it. */
async function changeRecord(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  change: OtherChange,
  at: string,
): Promise<void> {
  const [record, ...others] = recordsOfId(context, change.id, change.tag)
  if (!record)
    refuse({
      code: 'unknown-id',
      message: `There is no ${change.tag ?? 'record'} with this id.`,
      at: `${at}.id`,
      nearest: nearestIds(context, change.id, change.tag),
    })
  if (others.length > 0)
    refuse({
      code: 'ambiguous-id',
      message: 'Several records have this id; pass tag, or change the text of the file.',
      at: `${at}.id`,
      allowed: [record, ...others].map(
        one => `${one.tag.path} in ${pathOf(context, one.uri)}:${one.tagPlace().start.line + 1}`,
      ),
    })
  const file = await fileAt(context, files, record.uri, `${at}.id`)
  const { tree, entries } = file.file
  const entry = indexAtLine(tree, record.tagPlace().start.line)
  const node = file.set.get(entry) ?? tree.entries[entry]
  const tag = entries[entry]?.tag
  if (node?.kind !== 'record' || !tag || file.removed.has(entry))
    refuse({ code: 'unknown-id', message: 'The record is no longer there; call get.', at: `${at}.id` })
  const isSet = change.action === 'set'
  expectValues(node, tag, change.expected ?? {}, isSet ? Object.keys(change.values) : undefined, `${at}.expected`)
  if (!isSet) {
    file.removed.add(entry)
    file.set.delete(entry)
    return
  }
  const values = Object.entries(change.values).map(([name, value]) => {
    const where = `${at}.values.${name}`
    const isThere = node.fields.some(field => field.name === name)
    const field = fieldOf(tag, name)
    if (!field && !(isThere && isFieldName(name))) refuseField(tag, name, where)
    return { name, field, value: value === null ? null : textOfValue(value, field ?? fieldNamed(tag, name), where) }
  })
  const written = writeValues(node, values)
  if (!written)
    refuse({
      code: 'not-closed',
      message: 'The record has text that is not closed or a field twice, so it is uncertain what would change.',
      at: `${at}.id`,
    })
  file.set.set(entry, written)
}

/** Refuses a change of a record whose values are others than the call expects. */
function expectValues(
  record: RecordNode,
  tag: Tag,
  expected: Readonly<Record<string, GivenValue | null>>,
  needed: readonly string[] | undefined,
  at: string,
): void {
  const names = Object.keys(expected)
  const current = (of: readonly string[]): Record<string, string | null> =>
    Object.fromEntries(of.map(name => [name, textIn(record, name)]))
  const untold = needed ? needed.filter(name => !names.includes(name)) : []
  if (untold.length > 0 || (!needed && names.length === 0))
    refuse({
      code: 'expected-missing',
      message: 'Pass in expected the values that the fields have now, so that nothing newer is overwritten.',
      at,
      current: current(needed ?? [...new Set(record.fields.map(({ name }) => name))].slice(0, 20)),
    })
  const stale = names.filter(name => {
    const value = expected[name]!
    const field = fieldOf(tag, name) ?? fieldNamed(tag, name)
    return textIn(record, name) !== (value === null ? null : textOfValue(value, field, `${at}.${name}`))
  })
  if (stale.length > 0)
    refuse({
      code: 'stale-value',
      message: 'The record has other values by now; look whether the change is still right.',
      at: `${at}.${stale[0]}`,
      current: current(stale),
    })
}

function textIn(record: RecordNode, name: string): string | null {
  const value = record.fields.find(field => field.name === name)?.value
  return value ? valueText(record, value) : null
}

/** A value of JSON as the text of a field. */
function textOfValue(value: GivenValue, { name, list }: FieldDefinition, at: string): string {
  if (!Array.isArray(value)) return String(value)
  if (!list) refuse({ code: 'wrong-value', message: `${name} is no list; pass one value.`, at })
  const items = value.map(String)
  const wrong = items.find(item => item.includes(',') || item.trim() === '')
  if (wrong !== undefined)
    refuse({ code: 'wrong-value', message: 'An item of a list is not empty and has no comma.', at })
  return items.join(', ')
}
