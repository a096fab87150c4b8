import {
  type EditRegion,
  editRegions,
  inverseRegions,
  joinedEdit,
  mostSingle,
} from '../../shared/protocol/edit-regions.ts'
import { type Replacement, type Tree, textOf } from '../../shared/syntax/tree.ts'

/** How many of its own changes the server remembers, with what takes them back. */
const mostRememberedEdits = 4

/**
 * The changes that the server has made for a client. The client makes many edits as a few regions, so that its editor
 * is quick; undo and redo come back as these regions, too. A region alone would not say which record is which in it, as
 * ids can change or be absent. The server knows the edits of its own regions.
 */
export class OwnEdits {
  private readonly known: { readonly uri: string; readonly regions: readonly EditRegion[] }[] = []

  /**
   * Remembers edits of a file.
   *
   * @param read the edits in order, and the text that they are in
   * @param count how many edits there are
   */
  remember(
    uri: string,
    read: () => { readonly edits: readonly Replacement[]; readonly text: string },
    count: number,
  ): void {
    // Few edits come back as they are.
    if (count <= mostSingle) return
    const { edits, text } = read()
    const regions = editRegions(edits, text)
    if (regions.length === edits.length) return
    this.known.push({ uri, regions: [...regions, ...inverseRegions(regions, text)] })
    if (this.known.length > mostRememberedEdits) this.known.shift()
  }

  /** Changes of a file, whose tree before them is given, with the edits of a region in its place. */
  partsOf(uri: string, before: Tree, changes: readonly Replacement[]): readonly Replacement[] {
    const own = this.known.filter(one => one.uri === uri).flatMap(({ regions }) => regions)
    if (own.length === 0) return changes
    return changes.flatMap(change => {
      const region = own.findLast(
        one => one.start === change.start && one.end === change.end && one.text === change.text,
      )
      // In another text, the edits would not do what the change does.
      return region && joinedEdit(region.edits, textOf(before)).text === change.text ? region.edits : change
    })
  }
}
