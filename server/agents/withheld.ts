import type { CheckedFile } from '../../shared/check/check.ts'
import type { FieldDefinition, Registry, Tag } from '../../shared/domains/registry.ts'
import { sensitiveFieldsOf, sensitivityOf, withheld } from '../../shared/domains/sensitive.ts'
import { type ReadExpression, readsOf } from '../../shared/expression/expression.ts'
import { valueText } from '../../shared/syntax/nodes.ts'
import { refuse } from './answer.ts'
import type { AgentContext } from './context.ts'

/*
 * Sensitive fields: agents may write them and not read them. What an answer is made of leaves them out; `scrubbed` is
 * the last look at every answer, for the sentences of problems, titles and suggestions.
 */

/** Refuses to read a sensitive field: what a condition or an order says of it tells its values. */
export function mustBeShown(tag: Tag, field: FieldDefinition, at: string): void {
  const sensitivity = sensitivityOf(tag, field)
  if (!sensitivity) return
  const { name } = field.aspect?.of ?? field
  refuse({
    code: 'withheld-field',
    message: `${tag.name}.${name} is marked as ${sensitivity}: it can be written, and not read, searched, sorted or counted.`,
    at,
  })
}

/** Refuses an expression that reads a sensitive field of any record. */
export function mustReadShown(read: ReadExpression, tag: Tag, registry: Registry, at: string): void {
  const { own, others, named } = readsOf(read)
  for (const field of [...own, ...named]) mustBeShown(tag, field, at)
  for (const [path, fields] of others)
    for (const other of registry.tagsOfName(path)) for (const field of fields) mustBeShown(other, field, at)
}

/** The title of a record; undefined for one whose tag has sensitive fields, as one of them may be its title. */
export const shownTitle = (tag: Tag | undefined, title: string): string | undefined =>
  title === '' || (tag && sensitiveFieldsOf(tag).size > 0) ? undefined : title

/** Reads the files with sensitive fields, so that `scrubbed` finds their values whatever a call itself reads. */
export async function loadSensitive({
  registry,
  loaded,
  token,
}: Pick<AgentContext, 'registry' | 'loaded' | 'token'>): Promise<void> {
  const tags = [...registry.tags.values()].filter(tag => sensitiveFieldsOf(tag).size > 0)
  await loaded.load([...new Set(tags.map(({ nameOfRecords }) => nameOfRecords.path))], token)
}

/**
 * An answer in which no value stands that a sensitive field of some files has. Values of up to three characters would
 * be found everywhere, so they are left to those who make the answer.
 */
export function scrubbed<Answer>(answer: Answer, files: Iterable<CheckedFile>): Answer {
  const byStart = new Map<string, Set<string>>()
  for (const file of files)
    for (const value of sensitiveValuesIn(file)) {
      const start = value.slice(0, shortest)
      byStart.set(start, (byStart.get(start) ?? new Set()).add(value))
    }
  return byStart.size === 0 ? answer : (scrubbedPart(answer, byStart) as Answer)
}

const shortest = 4

function scrubbedPart(part: unknown, byStart: ReadonlyMap<string, ReadonlySet<string>>): unknown {
  if (typeof part === 'string') return scrubbedText(part, byStart)
  if (Array.isArray(part)) return part.map(one => scrubbedPart(one, byStart))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, scrubbedPart(value, byStart)]))
}

function scrubbedText(text: string, byStart: ReadonlyMap<string, ReadonlySet<string>>): string {
  let shown = ''
  let from = 0
  for (let at = 0; at + shortest <= text.length; at++) {
    const found = [...(byStart.get(text.slice(at, at + shortest)) ?? [])].filter(value => isWordAt(text, at, value))
    if (found.length === 0) continue
    const length = Math.max(...found.map(value => value.length))
    shown += text.slice(from, at) + withheld
    from = at + length
    at = from - 1
  }
  return from === 0 ? text : shown + text.slice(from)
}

/** Whether a value stands at an offset of a text, and not inside a longer word or number. */
function isWordAt(text: string, at: number, value: string): boolean {
  if (!text.startsWith(value, at)) return false
  const isPart = (one: string | undefined): boolean => one !== undefined && /[\p{L}\p{N}]/u.test(one)
  const [before, behind] = [text[at - 1], text[at + value.length]]
  return !(isPart(before) && isPart(value[0])) && !(isPart(behind) && isPart(value.at(-1)))
}

/** The values of sensitive fields in a file, and the starts of long ones, as messages cut them. */
function sensitiveValuesIn(file: CheckedFile): ReadonlySet<string> {
  let values = knownValues.get(file)
  if (!values) {
    const found = new Set<string>()
    const { tree, entries } = file
    for (const [entry, record] of tree.entries.entries()) {
      const { tag } = entries[entry]!
      if (record.kind !== 'record' || !tag || sensitiveFieldsOf(tag).size === 0) continue
      for (const { name, value } of record.fields) {
        if (!value || !sensitiveFieldsOf(tag).has(name)) continue
        const text = valueText(record, value).trim()
        for (const one of [text, record.text.slice(value.start, value.end), text.slice(0, longestShown)])
          if (one.length >= shortest) found.add(one)
      }
    }
    values = found
    knownValues.set(file, values)
  }
  return values
}

/** How many characters messages show of a value at least, before they cut it. */
const longestShown = 38

const knownValues = new WeakMap<CheckedFile, ReadonlySet<string>>()
