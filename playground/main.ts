import type { Diagnostic } from 'vscode-languageserver-types'
import { element } from '../client/webviews/dom.ts'
import { choose } from './dialogs/choose.ts'
import { chooseAction } from './editor/code-actions.ts'
import { createEditor } from './editor/editor.ts'
import { FoundProblems, markProblems } from './editor/problems.ts'
import { renameAtCursor } from './editor/rename.ts'
import { goToRecord } from './editor/symbols.ts'
import { loadGallery, welcome } from './files/gallery.ts'
import { spanIn } from './files/positions.ts'
import type { ProjectFile } from './files/project.ts'
import { PlaygroundSession } from './files/session.ts'
import { senderOf } from './server/sender.ts'
import { startPlaygroundServer } from './server/start-server.ts'
import { FileTabs } from './views/file-tabs.ts'
import { ProblemList } from './views/problem-list.ts'
import { TableInFrame } from './views/table-view.ts'
import './page/page.css'

/**
 * The playground: an editor with the language server in a worker, the files, and the problems below. As an example
 * inside another page it shows less; its address then says the colors of that page: `?embed=dark`.
 */

const embedded = new URLSearchParams(location.search).get('embed')

const problems = new FoundProblems()
const said = element('p', { class: 'said', attributes: { role: 'status' } })
const text = element('main', { attributes: { id: 'text', 'aria-label': 'Text' } })
const { view, client, project } = createEditor(
  text,
  problems,
  [
    { key: 'Mod-.', run: () => started(fix()) },
    { key: 'F2', run: () => started(renameAtCursor(view, project, say)) },
    { key: 'Mod-Shift-o', run: () => started(goToRecord(view, choose, say)), preventDefault: true },
  ],
  () => session.changed(),
)
const tabs = new FileTabs(project, problems, say)
const list = new ProblemList(project, problems, go, (file, problem) => {
  go(file, problem)
  void fix()
})
const table = new TableInFrame(client, project, {
  showText: (file, line) => {
    setTable(false)
    const shown = project.show(file)
    const anchor = shown.state.doc.line(Math.min(line + 1, shown.state.doc.lines)).from
    shown.dispatch({ selection: { anchor }, scrollIntoView: true })
    shown.focus()
  },
  leave: moveOn,
  say,
})
let isTable = false
const session = new PlaygroundSession(
  project,
  () => isTable,
  linked => {
    project.replace(linked.files, linked.shown)
    setTable(linked.isTable)
  },
  say,
)
const ofText = [
  button('Go to record', 'List the records of the file (Ctrl+Shift+O)', () => void goToRecord(view, choose, say)),
  button('Fix', 'List the fixes and refactorings at the cursor (Ctrl+.)', () => void fix()),
]
const asText = button('Text', 'Show the text of the file', () => setTable(false))
const asTable = button('Table', 'Show the records of the file as a table', () => setTable(true))

if (embedded !== null) {
  document.body.className = 'embedded'
  document.documentElement.dataset.theme = embedded
  addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || typeof data !== 'object' || data === null || !('theme' in data)) return
    document.documentElement.dataset.theme = String(data.theme)
  })
}
document.body.prepend(
  element(
    'header',
    {},
    element('img', { attributes: { src: 'icon.svg', alt: '' } }),
    element('h1', { text: 'Recline playground' }),
    element('span', { class: 'space' }),
    button('Gallery', 'Open an example', () => void openGallery()),
    element('div', { class: 'choice', attributes: { role: 'group', 'aria-label': 'View' } }, asText, asTable),
    ...ofText,
    button('Copy link', 'Copy a link that contains the texts of all files', () => void session.copy(), true),
  ),
  tabs.view,
  text,
  table.view,
  list.view,
  element(
    'footer',
    {},
    said,
    ...(embedded === null
      ? []
      : [button('Open in playground', 'Open what stands here in a page of its own', () => void openAlone())]),
    element('span', { text: 'Nothing leaves your browser.' }),
    element('span', { class: 'keys', text: 'Ctrl+. fixes · Ctrl+Space completes · F6 or Escape leaves the editor' }),
  ),
)
addEventListener('keydown', event => {
  if (event.defaultPrevented || (event.key !== 'F6' && event.key !== 'Escape')) return
  if (event.key === 'Escape' && !isInEditor()) return
  event.preventDefault()
  moveOn(event.shiftKey)
})

project.onChange(() => {
  tabs.draw()
  list.draw()
  mark()
  showView()
  session.changed()
})
problems.onChange(uri => {
  tabs.draw()
  list.draw()
  if (uri !== project.current?.uri) return
  mark()
  table.changed()
})

startPlaygroundServer(client, project, say)
void session.start({ files: welcome, shown: 0, isTable: false })
view.focus()
// It does not work for pages from a file, or without an encrypted connection; the playground then needs the network.
void navigator.serviceWorker?.register('service-worker.js').catch(() => {})

function say(sentence: string): void {
  said.textContent = sentence
}

/** For a key: what it starts is on its way. */
const started = (_work: Promise<void>): boolean => true

function mark(): void {
  const { current } = project
  if (current) markProblems(view, problems.of(current.uri), () => void fix())
}

/** Shows a problem in the editor. */
function go(file: ProjectFile, problem: Diagnostic): void {
  setTable(false)
  const shown = project.show(file)
  const { from, to } = spanIn(shown.state.doc, problem.range)
  shown.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
  shown.focus()
}

async function fix(): Promise<void> {
  const { current } = project
  if (current) await chooseAction(view, project, problems.of(current.uri), choose, say)
}

async function openGallery(): Promise<void> {
  try {
    const chosen = await choose('Search the gallery', await loadGallery(senderOf(client)))
    if (!chosen) return
    await session.openNew({ files: chosen.files, shown: 0, isTable: false })
    say(chosen.detail)
    view.focus()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}

function button(label: string, title: string, onClick: () => void, isMain = false): HTMLElement {
  return element('button', {
    text: label,
    title,
    class: isMain ? 'primary' : '',
    attributes: { type: 'button' },
    onClick,
  })
}

/** Shows the file as a table, or as text. */
function setTable(wanted: boolean): void {
  isTable = wanted
  showView()
  session.changed()
}

/** Shows the file in the view that the user wants; JSON is text in any case. */
function showView(): void {
  const { current } = project
  const shown = isTable && current?.languageId === 'rec' ? current : undefined
  text.hidden = shown !== undefined
  table.show(shown)
  for (const each of ofText) each.hidden = shown !== undefined
  asText.setAttribute('aria-pressed', String(!shown))
  asTable.setAttribute('aria-pressed', String(shown !== undefined))
}

/** Opens what an example inside another page shows now. */
async function openAlone(): Promise<void> {
  const address = await session.address()
  if (address !== undefined) open(address.replace(location.search, ''), '_blank', 'noopener')
}

function isInEditor(): boolean {
  return document.activeElement === text
}

/** Gives the next part of the page the focus: the editor, the problems, the tabs. */
function moveOn(isBack: boolean): void {
  const parts = [
    { element: text, focus: () => view.focus() },
    { element: table.view, focus: () => table.focus() },
    { element: list.view, focus: () => list.view.focus() },
    { element: tabs.view, focus: () => tabs.focus() },
  ]
  const shown = parts.filter(part => !part.element.hidden)
  const place = shown.findIndex(part => part.element.contains(document.activeElement))
  shown.at((place + (isBack ? -1 : 1)) % shown.length)?.focus()
}
