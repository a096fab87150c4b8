import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Position } from 'vscode-languageserver-types'
import type { ReportPage } from '../server/reports/open-blocks.ts'
import { open } from './editor.ts'

/** An open Markdown file with blocks of a report. In the text, `▮` is the cursor. */
export function openReport(marked: string): { readonly page: ReportPage; readonly position: Position } {
  const text = TextDocument.create('file:///a.md', 'markdown', 1, marked.replace('▮', ''))
  const { registry, client } = open('').snapshot
  return { page: { text, registry, client }, position: text.positionAt(Math.max(0, marked.indexOf('▮'))) }
}

/** A Markdown file with a block of these lines. */
export const pageWith = (lines: string): string => `# A\n\n\`\`\`recline\n${lines}\n\`\`\`\n`
