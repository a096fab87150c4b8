import { groupBy } from '../../../shared/basics/group.ts'
import type { Change, FieldChange } from '../../../shared/diff/changes.ts'
import { definitionFor, saidBy } from '../../../shared/diff/record-fields.ts'
import { tagOf } from '../../../shared/diff/record-key.ts'
import { describeUnit, type Unit, unitsOf } from '../../../shared/diff/units.ts'
import { identityOf } from '../../../shared/domains/identity.ts'
import { fieldOf, type Registry } from '../../../shared/domains/registry.ts'
import { lineBreakOf, parse } from '../../../shared/syntax/tree.ts'
import { escapeText, markdownHead, markdownRow } from '../../../shared/syntax/written-rows.ts'
import type { Diff } from '../diff.ts'
import type { VersionOfFiles } from '../versions.ts'
import { countKinds, kindWord, renamedText } from './summary.ts'

/** A summary for a pull request: counts, a table for each tag, and what became overdue or refers to nothing now. */
export function* markdown(diff: Diff, today = new Date().toISOString().slice(0, 10)): Generator<string> {
  const { changes, registry, renamed, renamesCount } = diff
  const counts = [...countKinds(changes)].map(([kind, number]) => `${number} ${kindWord(kind)}`)
  if (renamesCount && renamed.size > 0) counts.push(renamedText(renamed.size))
  yield `**${counts.length === 0 ? 'No changes' : counts.join(', ')}**\n`
  for (const [heading, some] of groupBy(changes, headingOf)) {
    yield `\n### ${escapeText(heading)}\n\n${markdownHead(['', 'record', 'fields'])}`
    for (const change of some) yield row(change, registry)
  }
  if (renamesCount)
    yield* list(
      'Renamed files',
      Array.from(renamed, ([name, old]) => `${old} → ${name}`),
    )
  yield* list(
    'Became overdue',
    changes.flatMap(change => overdueIn(change, registry, today)),
  )
  yield* list('Refers to a removed record', danglingIn(diff))
}

const headingOf = ({ before, after }: Change): string => {
  const { record } = (after ?? before)!
  return record ? tagOf(record) : 'Other text'
}

function row({ kind, isMoved, before, after, fields }: Change, registry: Registry): string {
  const unit = (after ?? before)!
  const { name, title } = describeUnit(unit, registry)
  const label = [unit.record ? name.slice(tagOf(unit.record).length + 1) : name, title].filter(part => part !== '')
  const cells = [
    isMoved && kind !== 'moved' ? `${kindWord(kind)}, moved` : kindWord(kind),
    label.length === 0 ? '*no id*' : label.map(escapeText).join(' '),
    (kind === 'added' || kind === 'removed' ? valuesOf(unit) : fields.map(fieldText)).join('<br>'),
  ]
  return markdownRow(cells)
}

/** The fields of a record that only one version has. */
const valuesOf = ({ record }: Unit): string[] =>
  record ? [...saidBy(record)].map(([name, value]) => `${escapeText(name)}: ${escapeText(value ?? '')}`) : []

function fieldText({ name, before, after, direction }: FieldChange): string {
  const shown = (value: string | undefined): string => (value === undefined ? '*none*' : escapeText(value))
  const way = direction === undefined ? '' : ` (${direction})`
  return `${escapeText(name)}: ${shown(before)} → ${shown(after)}${way}`
}

function* list(heading: string, items: readonly string[]): Generator<string> {
  if (items.length === 0) return
  yield `\n### ${heading}\n\n${items.map(item => `- ${escapeText(item)}\n`).join('')}`
}

/** The dates of an added or changed record that have passed and had not before, and states that say so. */
function overdueIn({ kind, before, after, fields }: Change, registry: Registry, today: string): string[] {
  if (!after?.record || (kind !== 'added' && kind !== 'changed')) return []
  const { record } = after
  const tag = definitionFor(record, registry)
  const old = before?.record ? saidBy(before.record) : new Map<string, string | undefined>()
  const isPast = (value: string | undefined): boolean =>
    value !== undefined && /^\d{4}-/.test(value) && value.slice(0, 10) < today
  const { name } = describeUnit(after, registry)
  const dates = [...saidBy(record)].flatMap(([field, value]) => {
    const isDue = tag && fieldOf(tag, field)?.type === 'ts' && /(^|_)(due|deadline)(_|$)/.test(field)
    return isDue && isPast(value) && !isPast(old.get(field)) ? [`${name}: ${field} ${value}`] : []
  })
  const states = fields.filter(field => field.after === 'overdue').map(field => `${name}: ${field.name} overdue`)
  return [...dates, ...states]
}

/** The references to records that only the version before has. */
function danglingIn({ before, after, registry }: Diff): string[] {
  const unitsIn = ({ files }: VersionOfFiles): Unit[] =>
    [...files.values()].flatMap(text => {
      const tree = parse(text)
      return unitsOf(tree, registry, lineBreakOf(tree))
    })
  const units = unitsIn(after)
  const present = new Set(units.map(({ key }) => key))
  const removed = new Set(unitsIn(before).flatMap(({ key }) => (key === undefined || present.has(key) ? [] : [key])))
  return units.flatMap(unit => {
    const tag = unit.record && definitionFor(unit.record, registry)
    if (!tag || removed.size === 0) return []
    return identityOf(unit.record!, tag)
      .references.filter(reference => removed.has(`${reference.tag} ${reference.id}`))
      .map(({ field, id }) => `${describeUnit(unit, registry).name}: ${field} ${id}`)
  })
}
