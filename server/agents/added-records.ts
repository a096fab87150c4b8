import type { WriteChange } from '../../shared/agents/inputs.ts'
import { sectionAt } from '../../shared/check/check.ts'
import { requiredFirst } from '../../shared/domains/example-record.ts'
import { recordName } from '../../shared/domains/identity.ts'
import { canonicalField } from '../../shared/domains/notation.ts'
import { fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { writeValues } from '../../shared/edit/write-values.ts'
import { defaultValues } from '../../shared/expression/default-values.ts'
import { freeIds } from '../../shared/index/free-ids.ts'
import { isHeader, tagName, valueText } from '../../shared/syntax/nodes.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { cutSentence, refuse } from './answer.ts'
import { type AgentContext, tagOfCall, uriOfCall } from './context.ts'
import { refuseField } from './describe.ts'
import { textOfValue, type WrittenFile, writtenFileAt } from './written-file.ts'

/**
 * Adds a record of a tag with some values, or records that are written already.
 *
 * @returns what the agent should know, as sentences
 */
export async function addRecords(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  change: WriteChange,
  givenIds: ReadonlySet<string>,
  at: string,
): Promise<readonly string[]> {
  const { tag: name, values, text, path } = change
  if (text !== undefined) {
    if (values) refuse({ code: 'wrong-arguments', message: 'Pass values or text, not both.', at: `${at}.text` })
    await addText(context, files, change, text, givenIds, at)
    return []
  }
  if (name === undefined || !values)
    refuse({
      code: 'missing-argument',
      message: 'An addition needs tag and values, or text.',
      at: name === undefined ? `${at}.tag` : `${at}.values`,
      example: '{"action":"add","tag":"FINDING","values":{"severity":"high","title":"…"}}',
    })
  const tag = tagOfCall(context, name, `${at}.tag`)
  const given = new Map(
    Object.entries(values).flatMap(([field, value]) => {
      const definition = fieldOf(tag, field)
      if (!definition) refuseField(tag, field, `${at}.values.${field}`)
      return value === null ? [] : [[field, textOfValue(value, definition, `${at}.values.${field}`)] as const]
    }),
  )
  const file = await fileToAddTo(context, files, tag, path, at, given)
  const id = idFor(context, file, tag, given.get(tag.identityField), givenIds, `${at}.values.${tag.identityField}`)
  if (id !== undefined) given.set(tag.identityField, id)
  const said = new Map<string, string | null>([...Object.keys(values).map(one => [one, null] as const), ...given])
  const defaults = defaultValues(tag, context.registry, said, context.now)
  for (const [field, value] of defaults) given.set(field, value)
  const order = [...new Set([tag.identityField, ...requiredFirst(tag).map(({ name }) => name), 'rid'])]
  const fields = order.flatMap(one => {
    const value = given.get(one)
    return value === undefined ? [] : canonicalField(fieldOf(tag, one)!, value)
  })
  if (fields.length === 0) refuse({ code: 'empty-record', message: 'The record has no field.', at: `${at}.values` })
  file.added.push({ action: 'add', tag, id, texts: [`@${tag.name} ${fields.join(' | ')}`] })
  if (defaults.size === 0) return []
  const written = Array.from(defaults, ([field, value]) => `${field}=${value}`).join(', ')
  return [cutSentence(`Defaults of ${tag.name} are written: ${written}; pass null for a field that stays empty.`)]
}

/** Adds records that are written already, such as `convert` returns them. */
async function addText(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  { tag: only, path }: WriteChange,
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
    const own = entry.fields.flatMap(({ name, value }) => (value ? [[name, valueText(entry, value)] as const] : []))
    const file = await fileToAddTo(context, files, tag, path, at, new Map(own))
    const written = entry.fields.find(({ name }) => name === tag.identityField)?.value
    const id = idFor(context, file, tag, written && valueText(entry, written), givenIds, place)
    const field = fieldOf(tag, tag.identityField)
    const whole =
      id === undefined || written || !field
        ? entry
        : writeValues(entry, [{ name: tag.identityField, field, value: id }])
    if (!whole) refuse({ code: 'not-closed', message: 'A value is not closed.', at: place })
    file.added.push({ action: 'add', tag, id, texts: [...comments, whole.text.replace(/\s+$/, '')] })
    comments = []
    count++
  }
  if (count === 0) refuse({ code: 'not-records', message: 'The text has no record.', at: place })
}

/**
 * The file that gets a record of a tag.
 *
 * @param given the values of the record, which say to what it belongs
 */
export async function fileToAddTo(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  tag: Tag,
  path: string | undefined,
  at: string,
  given: ReadonlyMap<string, string> = new Map(),
): Promise<WrittenFile> {
  const uri = path === undefined ? usualFileOf(context, tag, given) : uriOfCall(context, path, `${at}.path`)
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
  const file = await writtenFileAt(context, files, uri, `${at}.path`)
  const { domains } = sectionAt(file.file, Math.max(0, file.file.tree.entries.length - 1))
  if (!domains.some(domain => domain.tags.get(tag.name)?.nameOfRecords.path === tag.nameOfRecords.path))
    refuse({
      code: 'wrong-path',
      message: `The domain of ${tag.fullName.path} is not in force at the end of this file; choose another file.`,
      at: `${at}.path`,
    })
  return file
}

/**
 * The file that a new record belongs to: that of most records of its tag that refer to the same record, else that of
 * the record that it refers to, if it has records of the tag, else the one with most records of the tag.
 */
function usualFileOf(
  { index, loaded }: AgentContext,
  tag: Tag,
  given: ReadonlyMap<string, string>,
): string | undefined {
  const { path } = tag.nameOfRecords
  const inFile = new Map([...loaded.countsIn(path)].filter(([uri]) => uri.endsWith('.rec')))
  for (const [name, id] of given) {
    const target = fieldOf(tag, name)?.target
    if (!target) continue
    const parent = recordName(target, id)
    const beside = new Map<string, number>()
    for (const one of index.recordsReferringTo(parent))
      if (one.tag.path === path) beside.set(one.uri, (beside.get(one.uri) ?? 0) + 1)
    if (beside.size > 0) return keyOfMost(beside)
    const own = [...index.recordsNamed(parent)].find(({ uri }) => inFile.has(uri))
    if (own) return own.uri
  }
  return keyOfMost(inFile)
}

/** The first of the keys with the greatest count. */
function keyOfMost(counts: ReadonlyMap<string, number>): string | undefined {
  let [best, most]: [string | undefined, number] = [undefined, 0]
  for (const [key, count] of counts) if (count > most) [best, most] = [key, count]
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
