import { groupBy } from '../../../shared/basics/group.ts'
import { withCommas } from '../../../shared/basics/text.ts'
import type { Change, FieldChange } from '../../../shared/diff/changes.ts'
import { saidBy } from '../../../shared/diff/record-fields.ts'
import { definitionFor, tagOfRecord } from '../../../shared/diff/record-key.ts'
import { describeUnit, type Unit, unitsOf } from '../../../shared/diff/units.ts'
import { identityOf } from '../../../shared/domains/identity.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { hasSensitiveField, isSensitiveName, isWithheldWhole, withheld } from '../../../shared/domains/sensitive.ts'
import { type DueDay, dueDaysOf } from '../../../shared/due/due-days.ts'
import type { RecordNode } from '../../../shared/syntax/nodes.ts'
import { lineBreakOf, parse } from '../../../shared/syntax/tree.ts'
import { escapeText, markdownHead, markdownRow } from '../../../shared/syntax/written-rows.ts'
import type { Diff } from '../diff.ts'
import type { VersionOfFiles } from '../versions.ts'
import { kindsInWords, kindWord, renamedText } from './summary.ts'

/** Comments of GitHub have at most 65,536 characters. */
export const mostCharacters = 60_000

/** How many records a section shows; the others are counted. */
const mostShownRecords = 50

/** A section with more records is folded. */
const mostUnfolded = 10

/** How much of a value is shown, so that one record cannot take all the room. */
const mostOfValue = 300

/**
 * A summary for a pull request: counts, a table for each tag, and what became overdue or refers to nothing now. It is
 * short enough for a comment; what has no room is counted. Values of sensitive fields are withheld.
 */
export function markdown(diff: Diff, now = Date.now()): string {
  const { before, after, changes, registry, renamed, renamesCount } = diff
  const counts = kindsInWords(changes)
  if (renamesCount && renamed.size > 0) counts.push(renamedText(renamed.size))
  const head = `**${counts.length === 0 ? 'No changes' : counts.join(', ')}**\n`
  const lists = [
    markdownList('Renamed files', renamesCount ? Array.from(renamed, ([name, old]) => `${old} → ${name}`) : []),
    markdownList(
      'Became overdue',
      changes.flatMap(change => overdueIn(change, registry, now)),
    ),
    markdownList('Refers to a removed record', danglingIn(diff)),
  ].join('')
  const hasFiles = !(before.isOneFile && after.isOneFile)
  // The room for the sentence about what is left out is kept.
  let room = mostCharacters - head.length - lists.length - 200
  const sections: string[] = []
  const leftOut: Change[] = []
  for (const [heading, some] of groupBy(changes, headingOf)) {
    const text = section(heading, some, hasFiles, registry, room)
    if (text === undefined) leftOut.push(...some)
    else {
      sections.push(text)
      room -= text.length
    }
  }
  const rest = leftOut.length === 0 ? '' : `\nNo room for ${rowsLeft(leftOut)} of other tags.\n`
  return head + sections.join('') + rest + lists
}

/** The changes of one tag; undefined if there is no room for them. */
function section(
  heading: string,
  changes: readonly Change[],
  hasFiles: boolean,
  registry: Registry,
  room: number,
): string | undefined {
  const isFolded = changes.length > mostUnfolded
  const title = `\n### ${escapeText(heading)}\n\n`
  const start = isFolded ? `<details>\n<summary>${kindsInWords(changes).join(', ')}</summary>\n\n` : ''
  const end = isFolded ? '\n</details>\n' : ''
  const columns = markdownHead(['', 'record', 'fields', ...(hasFiles ? ['file'] : [])])
  let left = room - title.length - start.length - columns.length - end.length - 200
  if (left < 0) return undefined
  const rows: string[] = []
  for (const change of changes.slice(0, mostShownRecords)) {
    const text = tableRow(change, hasFiles, registry)
    left -= text.length
    if (left < 0) break
    rows.push(text)
  }
  const others = changes.slice(rows.length)
  const rest = others.length === 0 ? '' : `\nand ${rowsLeft(others)}\n`
  return title + start + (rows.length === 0 ? '' : columns + rows.join('')) + rest + end
}

const rowsLeft = (changes: readonly Change[]): string =>
  `${withCommas(changes.length)} more: ${kindsInWords(changes).join(', ')}`

const headingOf = ({ before, after }: Change): string => {
  const { record } = (after ?? before)!
  return record ? tagOfRecord(record) : 'Other text'
}

function tableRow({ kind, isMoved, before, after, fields }: Change, hasFiles: boolean, registry: Registry): string {
  const unit = (after ?? before)!
  const cells = [
    isMoved && kind !== 'moved' ? `${kindWord(kind)}, moved` : kindWord(kind),
    labelInMarkdown(unit, registry),
    (kind === 'added' || kind === 'removed'
      ? valuesInMarkdown(unit, registry)
      : fields.map(field => fieldInMarkdown(field, unit, registry))
    )
      .slice(0, mostShownRecords)
      .join('<br>'),
    ...(hasFiles ? [shownValue(unit.file)] : []),
  ]
  return markdownRow(cells)
}

/** What a record is called behind its tag, or what other text is: id and title. */
export function labelInMarkdown(unit: Unit, registry: Registry): string {
  const { name, title: usual } = describeUnit(unit, registry)
  // A sensitive field may be the title, or a part of it.
  const title = unit.record && hasSensitiveField(unit.record, registry) ? '' : usual
  const label = [unit.record ? name.slice(tagOfRecord(unit.record).length + 1) : name, title].filter(
    part => part !== '',
  )
  return label.length === 0 ? '*no id*' : label.map(shownValue).join(' ')
}

/** The fields of a record that only one version has. */
const valuesInMarkdown = ({ record }: Unit, registry: Registry): string[] =>
  record
    ? [...saidBy(record)].map(
        ([name, value]) =>
          `${shownValue(name)}: ${shownValue(isHiddenIn(record, name, registry) ? withheld : (value ?? ''))}`,
      )
    : []

/**
 * Whether the values of a field of a record are withheld: a summary goes into a pull request, which more people read
 * than the files.
 */
export const isHiddenIn = (record: RecordNode, name: string, registry: Registry): boolean =>
  isSensitiveName(record, name, registry) || isWithheldWhole(record, registry)

function fieldInMarkdown(
  { name, before, after, direction }: FieldChange,
  { record }: Unit,
  registry: Registry,
): string {
  const isHidden = record !== undefined && isHiddenIn(record, name, registry)
  const shown = (value: string): string => shownValue(isHidden ? withheld : value)
  const orNone = (value: string | undefined): string => (value === undefined ? '*none*' : shown(value))
  const way = direction === undefined ? '' : ` (${direction})`
  return `${shownValue(name)}: ${orNone(before)} → ${orNone(after)}${way}`
}

/** A text of a record in Markdown, of which a long one is cut. */
export const shownValue = (text: string): string =>
  escapeText(text.length <= mostOfValue ? text : `${text.slice(0, mostOfValue - 1)}…`)

/** A list takes at most a sixth of the room. */
function markdownList(heading: string, items: readonly string[]): string {
  if (items.length === 0) return ''
  let text = `\n### ${heading}\n\n`
  let listed = 0
  for (const item of items.slice(0, mostShownRecords)) {
    const line = `- ${shownValue(item)}\n`
    if (text.length + line.length > mostCharacters / 6) break
    text += line
    listed++
  }
  return listed === items.length ? text : `${text}\nand ${withCommas(items.length - listed)} more\n`
}

/** The due days of an added or changed record that are overdue and had not been before, and states that say so. */
function overdueIn({ kind, before, after, fields }: Change, registry: Registry, now: number): string[] {
  if (!after?.record || (kind !== 'added' && kind !== 'changed')) return []
  const { record } = after
  const { name } = describeUnit(after, registry)
  const old = new Set(before?.record && overdueDays(before.record, registry, now).map(({ field }) => field.name))
  const days = overdueDays(record, registry, now).flatMap(({ field, text }) =>
    old.has(field.name) || isSensitiveName(record, field.name, registry) ? [] : [`${name}: ${field.name} ${text}`],
  )
  const states = fields.filter(field => field.after === 'overdue').map(field => `${name}: ${field.name} overdue`)
  return [...days, ...states]
}

function overdueDays(record: RecordNode, registry: Registry, now: number): DueDay[] {
  const tag = definitionFor(record, registry)
  return tag ? dueDaysOf(record, tag, registry, now).filter(({ span }) => span === 'overdue') : []
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
