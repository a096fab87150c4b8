import { element } from '../../client/webviews/dom.ts'
import { problemOfName } from '../../shared/link/text-file.ts'
import { askInDialog, confirmed } from '../dialogs/ask.ts'
import type { FoundProblems } from '../editor/problems.ts'
import type { Project, ProjectFile } from '../files/project.ts'

/** The files as tabs, and what adds, renames and removes one. */
export class FileTabs {
  private readonly tabs = element('div', { class: 'tabs', attributes: { role: 'tablist', 'aria-label': 'Files' } })
  readonly view: HTMLElement

  /** @param say tells the user something */
  constructor(
    private readonly project: Project,
    private readonly problems: FoundProblems,
    private readonly say: (text: string) => void,
  ) {
    const act = (text: string, title: string, onClick: () => void): HTMLElement =>
      element('button', { text, title, attributes: { type: 'button' }, onClick })
    this.view = element(
      'nav',
      { class: 'files', attributes: { 'aria-label': 'Files' } },
      this.tabs,
      element(
        'div',
        { class: 'file-actions' },
        act('New file', 'Add records, a descriptor or a recline.json', () => void this.add()),
        act('Rename', 'Give the file another name', () => void this.rename()),
        act('Remove', 'Remove the file', () => void this.remove()),
      ),
    )
    this.tabs.addEventListener('keydown', event => this.onKey(event))
  }

  /** Shows the files as they are now. */
  draw(): void {
    const hadFocus = this.tabs.contains(document.activeElement)
    this.tabs.replaceChildren(
      ...this.project.files.map(file => {
        const isShown = file === this.project.current
        const count = this.problems.of(file.uri).length
        return element(
          'button',
          {
            text: file.name,
            attributes: {
              type: 'button',
              role: 'tab',
              'aria-selected': String(isShown),
              'aria-controls': 'text',
              tabindex: isShown ? '0' : '-1',
            },
            onClick: () => this.project.show(file),
          },
          ...(count > 0 ? [element('span', { class: 'count', text: String(count), title: 'Problems' })] : []),
        )
      }),
    )
    if (hadFocus) this.focus()
  }

  /** Gives the tab of the shown file the focus. */
  focus(): void {
    this.tabs.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  }

  private onKey(event: KeyboardEvent): void {
    const { files, current } = this.project
    const place = files.indexOf(current!)
    const targets: Readonly<Record<string, ProjectFile | undefined>> = {
      ArrowRight: files[place + 1] ?? files[0],
      ArrowLeft: files[place - 1] ?? files.at(-1),
      Home: files[0],
      End: files.at(-1),
    }
    const target = targets[event.key]
    if (!target) return
    event.preventDefault()
    this.project.show(target)
  }

  private async add(): Promise<void> {
    const { files } = this.project
    const proposed = files.some(({ name }) => name === 'more.rec') ? '' : 'more.rec'
    const name = await askInDialog('Name of the new file', proposed, name => problemOfName(name, fileNamesOf(files)))
    if (name !== undefined) this.project.add({ name, text: startingText(name) }).focus()
  }

  private async rename(): Promise<void> {
    const { files, current } = this.project
    if (!current) return
    const others = fileNamesOf(files.filter(file => file !== current))
    const name = await askInDialog('New name of the file', current.name, name => problemOfName(name, others))
    if (name !== undefined && name !== current.name) this.project.rename(current, name)
  }

  private async remove(): Promise<void> {
    const { files, current } = this.project
    if (!current) return
    if (files.length === 1) {
      this.say('This is the only file, so it stays; add another one first.')
      return
    }
    if (current.state.doc.length === 0 || (await confirmed(`Remove ${current.name} with its text?`, 'Remove')))
      this.project.remove(current)
  }
}

const fileNamesOf = (files: readonly ProjectFile[]): string[] => files.map(({ name }) => name)

/** What stands in a new file. */
function startingText(name: string): string {
  if (name === 'recline.json') return '{\n  "severity": {}\n}\n'
  if (!name.endsWith('.json')) return ''
  const domain = `team.${name
    .replace(/\..*/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')}`
  return `${JSON.stringify({ domain, version: '1.0', description: '', records: [] }, null, 2)}\n`
}
