import type { Descriptor } from '../../shared/domains/descriptor.ts'
import type { TextFile } from '../../shared/link/text-file.ts'
import { descriptorTextRequest, listDomainsRequest } from '../../shared/protocol/domains.ts'
import { type Sender, send } from '../../shared/protocol/request.ts'

/** Something to open from the gallery. */
export interface GalleryItem {
  readonly group: string
  readonly label: string
  readonly detail: string
  readonly files: readonly TextFile[]
}

/** Loads the gallery: a file beside the page, and the rules of the domains that the server has. */
export async function loadGallery(server: Sender<never>): Promise<readonly GalleryItem[]> {
  const rules = ruleItemsOf(server)
  const response = await fetch('gallery.json')
  if (!response.ok) throw new Error(`The gallery could not be loaded: ${response.statusText}.`)
  return [...((await response.json()) as readonly GalleryItem[]), ...(await rules)]
}

async function ruleItemsOf(server: Sender<never>): Promise<GalleryItem[]> {
  const domains = (await send(server, listDomainsRequest, {})) ?? []
  const texts = await Promise.all(domains.map(({ path }) => send(server, descriptorTextRequest, { domain: path })))
  return texts.flatMap(text => (text === null ? [] : ruleItemsIn(JSON.parse(text) as Descriptor)))
}

/** The rules of a built-in domain, each with records that break it. */
const ruleItemsIn = ({ domain, records }: Descriptor): GalleryItem[] =>
  records.flatMap(({ rules = [] }) =>
    rules.flatMap(({ id, description = '', examples }) => {
      if (!examples) return []
      const text = `${examples.wrong}\n\n# Right is:\n${examples.right.replace(/^/gm, '# ')}\n`
      const name = `example.${domain.replace(/^core\./, '')}.rec`
      return [{ group: `Rules of ${domain}`, label: id, detail: description, files: [{ name, text }] }]
    }),
  )

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
