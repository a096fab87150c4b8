import { inverseChanges, type TextChange } from '../syntax/text-change.ts'

/** Several edits of a text as one larger edit. */
export interface EditRegion extends TextChange {
  /** The edits, in the text before all edits. */
  readonly edits: readonly TextChange[]
}

/** Up to this many edits, each stays one of its own: an editor keeps what is between them, such as cursors. */
export const mostSingle = 300

/** Between edits of one region there are at most so many characters. */
const mostBetween = 4000

/**
 * Edits of a text as an editor should get them. An editor computes positions, texts and inverses for each edit, so many
 * edits are made as a few larger ones: one for each region that has changes near each other.
 *
 * @param edits in order, not overlapping
 * @param text the text before them
 */
export function editRegions(edits: readonly TextChange[], text: string): readonly EditRegion[] {
  if (edits.length <= mostSingle) return edits.map(edit => ({ ...edit, edits: [edit] }))
  const groups: TextChange[][] = []
  for (const edit of edits) {
    const group = groups.at(-1)
    if (group && edit.start - group.at(-1)!.end <= mostBetween) group.push(edit)
    else groups.push([edit])
  }
  return groups.map(group => joinedEdit(group, text))
}

/** One edit that does what some edits of a text do, and keeps what is between them. */
export function joinedEdit(edits: readonly TextChange[], text: string): EditRegion {
  const [{ start }, { end }] = [edits[0]!, edits.at(-1)!]
  const parts: string[] = []
  let from = start
  for (const edit of edits) {
    parts.push(text.slice(from, edit.start), edit.text)
    from = edit.end
  }
  return { start, end, text: parts.join(''), edits }
}

/**
 * What takes regions back: for each of them the region of the text after all of them, with the inverse of its edits.
 *
 * @param text the text before
 */
export function inverseRegions(regions: readonly EditRegion[], text: string): readonly EditRegion[] {
  const inverse = inverseChanges(
    regions.flatMap(({ edits }) => edits),
    text,
  )
  let taken = 0
  return inverseChanges(regions, text).map((region, index) => {
    const from = taken
    taken += regions[index]!.edits.length
    return { ...region, edits: inverse.slice(from, taken) }
  })
}
