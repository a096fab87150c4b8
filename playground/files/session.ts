import type { LinkedFiles } from '../../shared/link/playground-link.ts'
import type { Project } from './project.ts'

/** How long nothing must change before the address is written, in milliseconds. */
const addressPause = 500

type Links = typeof import('../../shared/link/playground-link.ts')

/**
 * Keeps what the user does in the fragment of the page's address: a reload, the back button and a copied address all
 * lead to it, and nothing is stored anywhere else.
 */
export class PlaygroundSession {
  private timer: ReturnType<typeof setTimeout> | undefined
  /** What makes and reads fragments. A visit that opens no link and changes nothing does without. */
  private links: Links | undefined
  /** The fragment of the address. */
  private written = ''
  /** What is shown, as it was opened or as the address has it; undefined while it is being opened. */
  private known: string | undefined

  /**
   * @param isTable whether the table is shown
   * @param open shows what a link holds
   * @param say tells the user something
   */
  constructor(
    private readonly project: Project,
    private readonly isTable: () => boolean,
    private readonly open: (linked: LinkedFiles) => void,
    private readonly say: (text: string) => void,
  ) {
    addEventListener('popstate', () => {
      if (location.hash.slice(1) !== this.written) void this.start(this.current())
    })
    addEventListener('pagehide', () => void this.keep())
  }

  /** Opens what the address of the page holds, or something else if it holds nothing that can be opened. */
  async start(otherwise: LinkedFiles): Promise<void> {
    const fragment = location.hash.slice(1)
    this.written = fragment
    if (fragment === '') return this.show(otherwise)
    const { readFragment } = await this.load()
    // The user may have gone on meanwhile.
    if (location.hash.slice(1) !== fragment) return
    const linked = readFragment(fragment)
    if ('problem' in linked) this.say(linked.problem)
    this.show('problem' in linked ? otherwise : linked)
  }

  /** Opens other files; the back button leads to the ones before. */
  async openNew(linked: LinkedFiles): Promise<void> {
    await this.keep()
    history.pushState(null, '', location.pathname + location.search)
    this.written = ''
    this.show(linked)
  }

  /** Writes the address soon, as something has changed. */
  changed(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.keep(), addressPause)
    // When the page is left, there is no time to load it.
    if (!this.links && this.hasChanged()) void this.load()
  }

  /** The address of what is shown now; undefined if the files are too large for one, which the user is told. */
  async address(): Promise<string | undefined> {
    const fragment = this.fragmentFrom(await this.load())
    if (fragment === undefined) return undefined
    this.write(fragment)
    return location.href
  }

  /** Copies the address. */
  async copy(): Promise<void> {
    const link = await this.address()
    if (link === undefined) return
    const size = `${link.length.toLocaleString('en')} characters`
    const count = this.project.files.length
    const what = count === 1 ? 'the text of the file' : `the texts of all ${count} files`
    try {
      await navigator.clipboard.writeText(link)
      this.say(`A link of ${size} was copied. It contains ${what}: whoever has the link can read it.`)
    } catch {
      this.say(`The browser did not allow to copy; the address of this page is the link. It contains ${what}.`)
    }
  }

  private show(linked: LinkedFiles): void {
    clearTimeout(this.timer)
    this.known = undefined
    this.open(linked)
    this.known = this.content()
  }

  /** Writes the address if what is shown has changed since it was opened. */
  private async keep(): Promise<void> {
    clearTimeout(this.timer)
    if (!this.hasChanged()) return
    const fragment = this.fragmentFrom(this.links ?? (await this.load()))
    if (fragment !== undefined) this.write(fragment)
  }

  private write(fragment: string): void {
    this.known = this.content()
    this.written = fragment
    if (location.hash.slice(1) !== fragment) history.replaceState(null, '', `#${fragment}`)
  }

  private current(): LinkedFiles {
    const { project } = this
    const shown = Math.max(0, project.files.indexOf(project.current!))
    return { files: project.texts(), shown, isTable: this.isTable() }
  }

  private hasChanged(): boolean {
    return this.known !== undefined && this.content() !== this.known
  }

  /** All that a link holds, as one text. */
  private content(): string {
    return JSON.stringify(this.current())
  }

  private async load(): Promise<Links> {
    this.links ??= await import('../../shared/link/playground-link.ts')
    return this.links
  }

  /** @returns undefined if the files are too large for a link, which the user is told */
  private fragmentFrom({ fragmentOf }: Links): string | undefined {
    const made = fragmentOf(this.current())
    if ('fragment' in made) return made.fragment
    this.say(`${made.problem} A reload of the page loses what you changed.`)
    return undefined
  }
}
