import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentUnit } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPClient,
  serverCompletionSource,
  signatureHelp,
} from '@codemirror/lsp-client'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view'
import DOMPurify from 'dompurify'
import { type MakeState, Project, projectFolder } from '../files/project.ts'
import { codeActionExtension } from './code-actions.ts'
import { inlayHintExtension } from './inlay-hints.ts'
import { type FoundProblems, takeProblems } from './problems.ts'
import { recLanguage } from './rec-language.ts'
import { renameExtension } from './rename.ts'
import { semanticTokens } from './semantic-tokens.ts'
import { symbols } from './symbols.ts'
import { editorTheme } from './theme.ts'

/** The editor of the playground, the client of its server, and the files that both share. */
export interface Editor {
  readonly view: EditorView
  readonly client: LSPClient
  readonly project: Project
}

/**
 * Makes an editor that works before its server has started.
 *
 * @param parent gets the editor, in a shadow root: so the styles that CodeMirror makes need no exception in the content
 *   security policy of the page
 * @param keys what the page does with keys in the editor
 * @param edited is called after each change of the text
 */
export function createEditor(
  parent: HTMLElement,
  problems: FoundProblems,
  keys: readonly KeyBinding[],
  edited: () => void,
): Editor {
  const root = parent.attachShadow({ mode: 'open' })
  const view = new EditorView({ root, parent: root })
  const codesPage = document.querySelector<HTMLMetaElement>('meta[name=codes-page]')?.content
  let project: Project | undefined
  const makeState: MakeState = (text, uri, languageId) =>
    EditorState.create({
      doc: text,
      extensions: [
        languageId === 'rec' ? recLanguage : json(),
        keymap.of([...keys]),
        common,
        EditorView.contentAttributes.of({
          tabindex: '0',
          'aria-label': `Text of ${decodeURIComponent(uri.split('/').at(-1)!)}`,
        }),
        EditorView.updateListener.of(({ docChanged }) => docChanged && edited()),
        client.plugin(uri, languageId),
      ],
    })
  const client: LSPClient = new LSPClient({
    rootUri: projectFolder,
    timeout: 30_000,
    sanitizeHTML: safeHtml,
    initializationOptions: { hoversShowProblems: true, ...(codesPage && { codesPage }) },
    workspace: client => {
      project = new Project(client, makeState, state => {
        // Does now what is left to measure for the old text: in the new one, its positions would be wrong.
        view.coordsAtPos(0)
        view.setState(state)
        return view
      })
      return project
    },
    extensions: [
      hoverTooltips(),
      signatureHelp(),
      takeProblems(problems),
      codeActionExtension,
      renameExtension,
      symbols,
      semanticTokens(),
      inlayHintExtension(),
    ],
  })
  return { view, client, project: project! }
}

const common: Extension = [
  lineNumbers(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  dropCursor(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  autocompletion({ override: [serverCompletionSource], icons: false }),
  tooltips({ position: 'fixed' }),
  EditorView.lineWrapping,
  indentUnit.of('  '),
  // Tab leaves the editor unless a list is open, so that nobody who uses only the keyboard is caught in it.
  keymap.of([
    { key: 'Tab', run: acceptCompletion },
    { key: 'Mod-i', run: startCompletion },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...lintKeymap,
    ...formatKeymap,
    ...jumpToDefinitionKeymap,
    ...findReferencesKeymap,
    ...defaultKeymap,
  ]),
  editorTheme,
]

/**
 * Makes the HTML of a text of the server safe to show. The texts of descriptors and records can come from anybody who
 * sends a link.
 */
const safeHtml = (html: string): string =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [
      ...['a', 'b', 'blockquote', 'br', 'code', 'del', 'em', 'h1', 'h2', 'h3', 'h4', 'hr', 'i', 'li', 'ol', 'p', 'pre'],
      ...['s', 'span', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
    ],
    ALLOWED_ATTR: ['class', 'href'],
    ALLOWED_URI_REGEXP: /^https:\/\//,
  })

DOMPurify.addHook('afterSanitizeAttributes', node => {
  if (node.tagName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noreferrer noopener')
})
