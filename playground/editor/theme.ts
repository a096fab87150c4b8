import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The colors of the page for the editor, which is in a shadow root: the names of VS Code, as for the table. */
export const editorTheme = [
  EditorView.theme({
    '&': { height: '100%', color: 'var(--vscode-foreground)', backgroundColor: 'var(--vscode-editor-background)' },
    // The page shows the focus around all of it.
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': {
      fontFamily: 'var(--vscode-editor-font-family)',
      fontSize: 'var(--vscode-editor-font-size)',
      lineHeight: '1.6',
    },
    '.cm-content': { caretColor: 'var(--vscode-foreground)', padding: '8px 0' },
    '.cm-cursor': { borderLeftColor: 'var(--vscode-foreground)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      background: 'var(--vscode-editor-selectionBackground)',
    },
    '.cm-gutters': {
      color: 'var(--vscode-editorLineNumber-foreground)',
      backgroundColor: 'var(--vscode-editor-background)',
      border: 'none',
    },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--vscode-list-hoverBackground)' },
    '.cm-activeLineGutter': { color: 'var(--vscode-foreground)' },
    '.cm-tooltip': {
      color: 'var(--vscode-foreground)',
      backgroundColor: 'var(--vscode-editorWidget-background)',
      border: '1px solid var(--vscode-widget-border)',
      borderRadius: '4px',
      boxShadow: '0 2px 8px var(--vscode-widget-shadow)',
      maxWidth: 'min(40em, 92vw)',
      fontFamily: 'var(--vscode-font-family)',
      fontSize: 'var(--vscode-font-size)',
    },
    '.cm-lsp-hover-tooltip': { maxHeight: '45vh', overflow: 'auto', padding: '2px 10px' },
    '.cm-lsp-documentation a': { color: 'var(--vscode-textLink-foreground)' },
    '.cm-lsp-documentation table': { borderCollapse: 'collapse' },
    '.cm-lsp-documentation td, .cm-lsp-documentation th': {
      border: '1px solid var(--vscode-widget-border)',
      padding: '1px 6px',
      textAlign: 'left',
    },
    '.cm-lsp-documentation pre': { whiteSpace: 'pre-wrap' },
    '.cm-lsp-documentation code, .cm-lsp-documentation pre': { fontFamily: 'var(--vscode-editor-font-family)' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': {
      fontFamily: 'var(--vscode-editor-font-family)',
      fontSize: 'var(--vscode-editor-font-size)',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 6px' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      color: 'var(--vscode-list-activeSelectionForeground)',
      background: 'var(--vscode-list-activeSelectionBackground)',
    },
    '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.85' },
    '.cm-completionInfo': { maxHeight: '40vh', overflow: 'auto', padding: '4px 8px' },
    '.cm-diagnostic': { padding: '6px 10px', borderLeft: '4px solid' },
    '.cm-diagnostic-error': { borderLeftColor: 'var(--vscode-editorError-foreground)' },
    '.cm-diagnostic-warning': { borderLeftColor: 'var(--vscode-editorWarning-foreground)' },
    '.cm-diagnostic-info, .cm-diagnostic-hint': { borderLeftColor: 'var(--vscode-editorInfo-foreground)' },
    '.cm-diagnosticAction': {
      color: 'var(--vscode-button-foreground)',
      backgroundColor: 'var(--vscode-button-background)',
    },
    '.cm-lintRange': { backgroundImage: 'none', textDecorationSkipInk: 'none' },
    '.cm-lintRange-error': { textDecoration: 'underline wavy var(--vscode-editorError-foreground)' },
    '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--vscode-editorWarning-foreground)' },
    '.cm-lintRange-info': { textDecoration: 'underline dotted var(--vscode-editorInfo-foreground)' },
    '.cm-panels': { color: 'var(--vscode-foreground)', backgroundColor: 'var(--vscode-editorWidget-background)' },
    '.cm-panels input, .cm-panels button, .cm-textfield, .cm-button': {
      color: 'var(--vscode-input-foreground)',
      background: 'var(--vscode-input-background)',
      border: '1px solid var(--vscode-input-border)',
    },
    '.cm-searchMatch': { backgroundColor: 'var(--vscode-editor-inactiveSelectionBackground)' },
    '.cm-searchMatch-selected': { outline: '1px solid var(--vscode-focusBorder)' },
    '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
      backgroundColor: 'var(--vscode-editor-inactiveSelectionBackground)',
    },
    '.hint': {
      color: 'var(--vscode-descriptionForeground)',
      backgroundColor: 'var(--vscode-editor-inactiveSelectionBackground)',
      borderRadius: '3px',
      fontSize: '0.9em',
      padding: '0 4px',
      margin: '0 2px',
    },
    '.token-class': { color: 'var(--token-tag)', fontWeight: '600' },
    '.token-keyword': { color: 'var(--token-keyword)' },
    '.token-property, .token-variable': { color: 'var(--token-field)' },
    '.token-type, .token-function': { color: 'var(--token-type)' },
    '.token-string': { color: 'var(--token-string)' },
    '.token-enumMember': { color: 'var(--token-enum)' },
    '.token-number': { color: 'var(--token-number)' },
    '.token-namespace': { color: 'var(--token-tag)' },
    '.token-operator': { color: 'var(--vscode-foreground)' },
    '.token-timestamp': { color: 'var(--token-number)' },
    '.token-unknown': { color: 'var(--vscode-descriptionForeground)', fontWeight: 'normal' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.comment, color: 'var(--token-comment)', fontStyle: 'italic' },
      { tag: tags.className, color: 'var(--token-tag)', fontWeight: '600' },
      { tag: tags.keyword, color: 'var(--token-keyword)' },
      { tag: tags.propertyName, color: 'var(--token-field)' },
      { tag: tags.typeName, color: 'var(--token-type)' },
      { tag: [tags.string, tags.meta], color: 'var(--token-string)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--token-number)' },
      { tag: tags.separator, color: 'var(--token-comment)' },
    ]),
  ),
]
