import { withEscape } from '../../convert/formula.ts'

/**
 * Rows of cells as a table in HTML, which spreadsheets prefer to text. What a spreadsheet would change, such as the
 * zeros of `007`, is marked as text: for LibreOffice with `sdnum`, for Excel with `mso-number-format`, and for Google
 * Sheets with `data-sheets-value`. Numbers and dates stay numbers and dates. A formula gets an apostrophe before it.
 *
 * The table also holds the cells as they are, as JSON in an attribute: a table of Recline reads these.
 */
export function htmlOfCells(rows: readonly (readonly (string | null)[])[]): string {
  const lines = rows.map(row => `<tr>${row.map(cellHtml).join('')}</tr>`)
  return `<table ${ownAttribute}="${escaped(JSON.stringify(rows))}">${lines.join('')}</table>`
}

const ownAttribute = 'data-recline-cells'

function cellHtml(cell: string | null): string {
  const text = withEscape(cell ?? '')
  const html = escaped(text).replaceAll(/\r\n?|\n/g, '<br style="mso-data-placement:same-cell">')
  if (text === '' || isNumberOrDate(text)) return `<td>${html}</td>`
  const value = escaped(JSON.stringify({ 1: 2, 2: text }))
  return `<td sdnum="0;0;@" data-sheets-value="${value}" style="mso-number-format:'\\@';white-space:pre">${html}</td>`
}

/**
 * The cells of a table of Recline in HTML, as they are; undefined if the HTML has none. The HTML is not parsed as a
 * page: browsers write an attribute with the same few character references, whatever else they change in what was
 * copied.
 */
export function ownCellsIn(html: string): string[][] | undefined {
  const [, attribute] = new RegExp(`<table [^>]*${ownAttribute}="([^"]*)"`).exec(html) ?? []
  if (attribute === undefined) return undefined
  try {
    const rows: unknown = JSON.parse(attribute.replace(/&(?:amp|lt|gt|quot|nbsp);/g, name => htmlReferences[name]!))
    if (!Array.isArray(rows) || !rows.every(Array.isArray)) return undefined
    return (rows as unknown[][]).map(row => row.map(cell => (typeof cell === 'string' ? cell : '')))
  } catch {
    return undefined
  }
}

const htmlReferences: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
}

/** Whether a spreadsheet shows the same digits: a number holds about 15 of them. */
const isNumberOrDate = (text: string): boolean =>
  (/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(text) && text.length <= 15) || /^\d{4}-\d{2}-\d{2}$/.test(text)

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!)
