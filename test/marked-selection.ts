import { applyChanges, type TextChange } from '../shared/syntax/text-change.ts'
import { offsetAt, type Position, parse, positionAt, type Selection, type Tree } from '../shared/syntax/tree.ts'

/** Changes of a text, and what is selected after them. */
interface SelectedChanges {
  readonly changes: readonly TextChange[]
  readonly selections: readonly Selection[]
}

/**
 * The text after a change of it, with `«` and `»` around what is selected, or `▮` at a cursor, as in the text before;
 * undefined where there is no change.
 */
export function changedSelection(
  text: string,
  change: (tree: Tree, selections: readonly Selection[]) => SelectedChanges | null,
): string | undefined {
  const clean = text.replace(/[«»▮]/g, '')
  const tree = parse(clean)
  const place = (mark: string): Position | undefined =>
    text.includes(mark)
      ? positionAt(tree, text.replace(/[«»▮]/g, found => (found === mark ? mark : '')).indexOf(mark))
      : undefined
  const anchor = place('«') ?? place('▮')!
  const changed = change(tree, [{ anchor, active: place('»') ?? anchor }])
  return changed ? marked(applyChanges(tree, changed.changes), changed.selections[0]!) : undefined
}

function marked(text: string, { anchor, active }: Selection): string {
  const tree = parse(text)
  const [start, end] = [offsetAt(tree, anchor), offsetAt(tree, active)]
  if (start === end) return `${text.slice(0, start)}▮${text.slice(start)}`
  return `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`
}
