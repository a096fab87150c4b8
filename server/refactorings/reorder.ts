import { withoutLineBreak } from '../../shared/basics/text.ts'
import type { CheckedFile } from '../../shared/check/check.ts'
import { endsLine, spanOfWhole, type Whole, wholeAt } from '../../shared/edit/whole-record.ts'
import { isHeader } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { lineBreakOf, textBetween } from '../../shared/syntax/tree.ts'

/** The wholes of records that follow one another, with only blank lines in between. */
export function runsIn(file: CheckedFile, { first, end }: Whole): Whole[][] {
  const { tree } = file
  const runs: Whole[][] = [[]]
  for (let index = first; index < end; ) {
    if (tree.entries[index]!.kind === 'blank') {
      index++
      continue
    }
    const whole = wholeAt(tree, index)
    const record = tree.entries[whole.end - 1]!
    if (record.kind === 'record' && !isHeader(record)) runs.at(-1)!.push(whole)
    else runs.push([])
    index = whole.end
  }
  return runs.filter(run => run.length > 1)
}

/** The change that writes wholes in another order; none if they have it. What is between them stays where it is. */
export function reorder({ tree }: CheckedFile, run: readonly Whole[], sorted: readonly Whole[]): TextChange[] {
  if (sorted.every((whole, index) => whole === run[index])) return []
  const { start } = spanOfWhole(tree, run[0]!)
  const { end } = spanOfWhole(tree, run.at(-1)!)
  const textOf = (whole: Whole): string => {
    const text = textBetween(tree, whole.first, whole.end).slice(
      spanOfWhole(tree, whole).start - tree.starts[whole.first]!,
    )
    return endsLine(text) ? text : text + lineBreakOf(tree)
  }
  const gapBelow = (index: number): string =>
    index === run.length - 1 ? '' : textBetween(tree, run[index]!.end, run[index + 1]!.first)
  const text = sorted.map((whole, index) => textOf(whole) + gapBelow(index)).join('')
  const endedLine = endsLine(tree.entries[run.at(-1)!.end - 1]!.text)
  return [{ start, end, text: endedLine ? text : withoutLineBreak(text) }]
}
