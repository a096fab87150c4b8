import pc from 'picocolors'
import { directionInWords } from '../../../shared/diff/change-in-words.ts'
import type { Change, FieldChange } from '../../../shared/diff/changes.ts'
import { saidBy } from '../../../shared/diff/record-fields.ts'
import { describeUnit } from '../../../shared/diff/units.ts'
import { compareWords } from '../../../shared/diff/words.ts'
import { localize } from '../../../shared/domains/localize.ts'
import { atLineStart, nameOnLine, oneLine } from '../../output/one-line.ts'
import type { Diff } from '../diff.ts'
import { kindsInWords, renamedFrom, renamedText } from './summary.ts'

type DiffColors = ReturnType<typeof pc.createColors>

/** The changes for people: a line for each record, with its changed fields below, at most 80 columns wide. */
export function* textDiff({ changes, renamed, renamesCount, registry }: Diff, hasColors: boolean): Generator<string> {
  const colors = pc.createColors(hasColors)
  const heading = (name: string): string => {
    const old = renamed.get(name)
    return colors.bold(nameOnLine(name)) + (old === undefined ? '' : colors.dim(`  ${renamedFrom(old)}`))
  }
  let file: string | undefined = ''
  for (const change of changes) {
    const unit = (change.after ?? change.before)!
    if (unit.file !== file) {
      yield `${file === '' ? '' : '\n'}${heading(unit.file)}\n`
      file = unit.file
    }
    const { name, title } = describeUnit(unit, registry)
    const { sign, color } = changeLook(change, colors)
    const place = placeInText(change)
    const start = `${sign} ${oneLine(name)}`
    const rest = cutText(oneLine(title), 80 - start.length - place.length - 2)
    yield `${color(start)}${rest === '' ? '' : `  ${rest}`}${colors.dim(place)}\n`
    yield* details(change, colors)
  }
  const withChanges = new Set(changes.map(({ before, after }) => (after ?? before)!.file))
  const others = renamesCount ? [...renamed.keys()].filter(name => !withChanges.has(name)) : []
  if (others.length > 0) yield `${file === '' ? '' : '\n'}${others.map(name => `${heading(name)}\n`).join('')}`
  yield diffSummary(changes, renamesCount ? renamed.size : 0, colors)
}

function changeLook(
  { kind }: Change,
  { green, red, yellow, cyan, dim }: DiffColors,
): { sign: string; color: DiffColors['red'] } {
  switch (kind) {
    case 'added':
      return { sign: '+', color: green }
    case 'removed':
      return { sign: '-', color: red }
    case 'changed':
      return { sign: '~', color: yellow }
    case 'moved':
    case 'reordered':
      return { sign: '>', color: cyan }
    case 'format':
      return { sign: ' ', color: dim }
  }
}

function placeInText({ kind, isMoved, before, after }: Change): string {
  if (isMoved)
    return before!.file === after!.file
      ? `  ${localize('(moved)')}`
      : `  ${localize('(moved from {file})', { file: oneLine(before!.file) })}`
  if (kind === 'reordered') return `  ${localize('(fields in another order)')}`
  return kind === 'format' ? `  ${localize('(notation or blank lines)')}` : ''
}

function* details({ kind, before, after, fields }: Change, colors: DiffColors): Generator<string> {
  if (kind === 'added' || kind === 'removed') {
    const sign = kind === 'added' ? colors.green : colors.red
    for (const [name, value] of (after ?? before)!.record ? saidBy((after ?? before)!.record!) : [])
      yield `    ${oneLine(name)}  ${sign(cutText(oneLine(value ?? ''), 80 - name.length - 6))}\n`
  }
  const column = Math.min(20, Math.max(0, ...fields.map(({ name }) => name.length)))
  for (const field of fields)
    yield `    ${oneLine(field.name).padEnd(column)}  ${valuesInText(field, column, colors)}\n`
  if (before && after && before.comments !== after.comments) yield `    ${localize('comments changed')}\n`
}

function valuesInText({ before, after, direction }: FieldChange, column: number, colors: DiffColors): string {
  const room = 80 - column - 6
  const shown = (value: string | undefined): string => (value === undefined ? localize('(none)') : oneLine(value))
  const [old, now] = [shown(before), shown(after)]
  const way = direction === undefined ? '' : ` (${directionInWords(direction)})`
  if (before !== undefined && after !== undefined && old.length + now.length + way.length + 4 > room)
    return changedWords(old, now, column + 6, colors)
  const colored = direction === 'backward' ? colors.yellow(way) : colors.dim(way)
  return `${colors.red(cutText(old, room))} -> ${colors.green(cutText(now, room))}${colored}`
}

/** The changed words of a long text, with some words around them. */
function changedWords(before: string, after: string, indent: number, colors: DiffColors): string {
  const parts = compareWords(before, after)
  if (!parts)
    return `\n${' '.repeat(indent)}${colors.red(atLineStart(cutText(before, 80 - indent)))}\n${' '.repeat(indent)}${colors.green(atLineStart(cutText(after, 80 - indent)))}`
  const pieces = parts.flatMap(({ text: value, side }, index) => {
    if (side === 'after') return markedWords(`{+${value}+}`, colors.green)
    if (side === 'before') return markedWords(`[-${value}-]`, colors.red)
    const around = 24
    if (value.length <= 2 * around + 2) return markedWords(value, same)
    const start = index === 0 ? '' : value.slice(0, around)
    const end = index === parts.length - 1 ? '' : value.slice(-around)
    return markedWords(`${start}…${end}`, same)
  })
  return wrapped(pieces, indent)
}

interface Word {
  readonly text: string
  readonly color: (text: string) => string
}

const same = (text: string): string => text

const markedWords = (text: string, color: Word['color']): Word[] =>
  text.split(/(?<= )/).map(word => ({ text: word, color }))

function wrapped(all: readonly Word[], indent: number): string {
  let result = ''
  let length = indent
  for (const { text: word, color } of all) {
    if (length + word.trimEnd().length > 80 && length > indent) {
      result = `${result.trimEnd()}\n${' '.repeat(indent)}`
      length = indent
    }
    const text = length === indent ? atLineStart(word) : word
    result += color(text)
    length += text.length
  }
  return result
}

const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1))}…`

function diffSummary(changes: readonly Change[], renamed: number, colors: DiffColors): string {
  const counts = kindsInWords(changes)
  if (renamed > 0) counts.push(renamedText(renamed))
  return counts.length === 0
    ? `${localize('No changes.')}\n`
    : `\n${colors.bold(localize('{counts}.', { counts: counts.join(', ') }))}\n`
}
