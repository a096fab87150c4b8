import { freeIds } from '../../shared/index/free-ids.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { lineBreakOf } from '../../shared/syntax/tree.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { copyOf } from './duplicate-record.ts'
import { countBreaks, endsLine, spanOf, type Unit, withoutLastBreak } from './units.ts'

/**
 * Writes a copy of a unit above or below it. Its records get the next free ids. Between blank lines, the copy gets one,
 * too.
 *
 * @returns the change, and how many lines it adds
 */
export function copyOfUnit(
  snapshot: Snapshot,
  unit: Unit,
  way: 'up' | 'down',
): { readonly change: TextChange; readonly lines: number } {
  const { tree } = snapshot.file
  const lineBreak = lineBreakOf(tree)
  const text = withoutLastBreak(textOfCopy(snapshot, unit))
  const gap = lineBreak + (isParagraph(snapshot, unit) ? lineBreak : '')
  const { start, end } = spanOf(tree, unit)
  const isUnended = !endsLine(tree.entries[unit.end - 1]!.text)
  const lines = countBreaks(text) + countBreaks(gap)
  if (way === 'up') return { change: { start, end: start, text: text + gap }, lines }
  const inserted = isUnended ? gap + text : gap.slice(lineBreak.length) + text + lineBreak
  return { change: { start: end, end, text: inserted }, lines }
}

function textOfCopy({ file, index }: Snapshot, { first, end }: Unit): string {
  const { tree, entries } = file
  const free = new Map<string, Iterator<string, undefined>>()
  const nextId = (entry: number): string | undefined => {
    const definition = entries[entry]!.identity?.definition
    if (!definition) return undefined
    const ids = free.get(definition.path) ?? freeIds(index, definition, definition.id, end - first).values()
    free.set(definition.path, ids)
    return ids.next().value
  }
  return tree.entries
    .slice(first, end)
    .map(({ kind, text }, at) => {
      const copy = kind === 'record' ? copyOf(file, first + at, nextId(first + at)) : undefined
      const own = at === 0 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
      return copy === undefined ? own : copy + own.slice(withoutLastBreak(own).length)
    })
    .join('')
}

/** Whether blank lines separate a unit from what is above and below. */
function isParagraph({ file: { tree } }: Snapshot, { first, end }: Unit): boolean {
  const [above, below] = [tree.entries[first - 1], tree.entries[end]]
  if (!above && !below) return false
  return (!above || above.kind === 'blank') && (!below || below.kind === 'blank')
}
