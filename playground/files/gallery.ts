import type { TextFile } from '../../shared/link/playground-link.ts'

/** Something to open from the gallery. */
export interface GalleryItem {
  readonly group: string
  readonly label: string
  readonly detail: string
  readonly files: readonly TextFile[]
}

/** Loads the gallery, which is a file beside the page. */
export async function loadGallery(): Promise<readonly GalleryItem[]> {
  const response = await fetch('gallery.json')
  if (!response.ok) throw new Error(`The gallery could not be loaded: ${response.statusText}.`)
  return response.json()
}

/** What the playground shows if nobody has asked for anything else. */
export const welcome: readonly TextFile[] = [
  {
    name: 'first-steps.compliance.rec',
    text: `# Each line that starts with @ is a record: a tag, then fields. The file's name says which domain they are of.
# This record is right. Move the pointer over a name to see what it means.
@CONTROL rid=CTL-0001 | title="Review of user access" | status="effective" | owner="Head of IT" | maturity:int=4

# These have problems: put the cursor on one and press Ctrl+. to choose a fix.
@CONTROL rid=CTL-0002 | title="Backup and restore" | status="implemnted" | maturity:int=7
@FINDING rid=FND-01 | control_ref="CTL-0020" | severity="High" | description="Restores were not tested"

# Write a record of your own below: type @ and choose a tag.

`,
  },
]
