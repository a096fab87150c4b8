import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types'
import { plainMessage } from '../../shared/domains/message-text.ts'
import { problemsOfBlock } from '../../shared/reports/block-problems.ts'
import { openBlocks, type ReportPage, rangeInBlock } from './open-blocks.ts'

/** What keeps the blocks of a Markdown file from being filled. */
export const blockDiagnostics = ({ text, registry }: ReportPage): Diagnostic[] =>
  openBlocks(text).flatMap(block =>
    problemsOfBlock(block.content, registry, []).map(({ message, line, start, end }) => {
      // What no line has stands at the signs of the fence.
      const signs = Math.max(0, block.firstLine - 1)
      const ofSigns = text.getText({ start: { line: signs, character: 0 }, end: { line: signs + 1, character: 0 } })
      return {
        range: line
          ? rangeInBlock(block, line, { start, end })
          : {
              start: { line: signs, character: ofSigns.length - ofSigns.trimStart().length },
              end: { line: signs, character: ofSigns.trimEnd().length },
            },
        severity: DiagnosticSeverity.Error,
        source: 'recline',
        message: plainMessage(message),
      }
    }),
  )
