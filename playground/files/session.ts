import { fragmentOf, type LinkedFiles, readFragment } from '../../shared/link/playground-link.ts'
import type { Project } from './project.ts'

/** How long nothing must change before the address is written, in milliseconds. */
const addressPause = 500

/**
 * Keeps what the user does in the fragment of the page's address: a reload, the back button and a copied address all
 * lead to it, and nothing is stored anywhere else.
 */
export class PlaygroundSession {
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The fragment of what is shown, as it is in the address or was opened without one. */
  private known = ''

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
      if (location.hash.slice(1) !== this.known) this.start(this.current())
    })
    addEventListener('pagehide', () => this.keep())
  }

  /** Opens what the address of the page holds, or something else if it holds nothing that can be opened. */
  start(otherwise: LinkedFiles): void {
    const fragment = location.hash.slice(1)
    const linked = fragment === '' ? otherwise : readFragment(fragment)
    if ('problem' in linked) this.say(linked.problem)
    this.show('problem' in linked ? otherwise : linked)
  }

  /** Opens other files; the back button leads to the ones before. */
  openNew(linked: LinkedFiles): void {
    this.keep()
    history.pushState(null, '', location.pathname + location.search)
    this.show(linked)
  }

  /** Writes the address soon, as something has changed. */
  changed(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.keep(), addressPause)
  }

  /** The address of what is shown now; undefined if the files are too large for one, which the user is told. */
  address(): string | undefined {
    const fragment = this.fragment()
    if (fragment === undefined) return undefined
    this.write(fragment)
    return location.href
  }

  /** Copies the address. */
  async copy(): Promise<void> {
    const link = this.address()
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
    this.open(linked)
    this.known = this.fragment() ?? ''
  }

  /** Writes the address if what is shown has changed since it was opened. */
  private keep(): void {
    clearTimeout(this.timer)
    const fragment = this.fragment()
    if (fragment !== undefined && fragment !== this.known) this.write(fragment)
  }

  private write(fragment: string): void {
    this.known = fragment
    if (location.hash.slice(1) !== fragment) history.replaceState(null, '', `#${fragment}`)
  }

  private current(): LinkedFiles {
    const { project } = this
    const shown = Math.max(0, project.files.indexOf(project.current!))
    return { files: project.texts(), shown, isTable: this.isTable() }
  }

  /** @returns undefined if the files are too large for a link, which the user is told */
  private fragment(): string | undefined {
    const made = fragmentOf(this.current())
    if ('fragment' in made) return made.fragment
    this.say(`${made.problem} A reload of the page loses what you changed.`)
    return undefined
  }
}
