/// <reference path="../../convert/papaparse.d.ts" />
import papa from 'papaparse'
import { withoutEscape } from '../../convert/formula.ts'
import { localize } from '../../domains/localize.ts'
import type { Refusal } from '../../protocol/request.ts'

/**
 * The rows and cells of text from a clipboard, with tabs between the cells, as spreadsheets put it there. A text
 * without a tab has one column: a comma can be part of a name, a sentence or an amount.
 */
export function cellsOfText(text: string): string[][] {
  const lines = lineFeedsOnly(text)
  // A quote without a second one is part of the text.
  return splitAt('\t', lines) ?? lines.split('\n').map(line => line.split('\t').map(withoutEscape))
}

/** The rows and cells of CSV with semicolons or commas; why it cannot be read. */
export function cellsOfCsv(text: string): string[][] | Refusal {
  const lines = lineFeedsOnly(text)
  const [first = ''] = lines.replace(/"[^"]*"/g, '').split('\n')
  // Where semicolons are, a comma is a decimal sign.
  return splitAt(first.includes(';') ? ';' : ',', lines) ?? { refusal: unreadableCsv() }
}

const unreadableCsv = (): string =>
  localize(
    'The clipboard has no CSV: a cell starts with a quote, and has none at its end or something behind it; paste it as text.',
  )

const lineFeedsOnly = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/\n$/, '')

/**
 * The cells of lines, without the quotes around them; undefined if a quote has no second one at the end of its cell.
 */
function splitAt(delimiter: string, lines: string): string[][] | undefined {
  if (lines === '') return [['']]
  const rows: string[][] = []
  let hasWholeQuotes = true
  papa.parse(lines, {
    delimiter,
    newline: '\n',
    step: ({ data, errors }) => {
      rows.push(data.map(withoutEscape))
      if (errors.length > 0) hasWholeQuotes = false
    },
  })
  return hasWholeQuotes ? rows : undefined
}
