import * as vscode from 'vscode'
import { withCommas } from '../../shared/basics/text.ts'

/** How many records there are, in the language of the user. */
export const recordsText = (count: number): string =>
  count === 1 ? vscode.l10n.t('1 record') : vscode.l10n.t('{count} records', { count: withCommas(count) })

/** How many files there are, in the language of the user. */
export const filesText = (count: number): string =>
  count === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{count} files', { count: withCommas(count) })
