// Workbooks as other programs write them, from their XML.
import { strToU8, type Zippable, zipSync } from 'fflate'

/** The parts of a workbook beside its sheets, and what replaces or adds parts. */
interface WorkbookParts {
  /** The XML inside `<sheetData>` by the name of the sheet; behind `<!-- -->` what stands after it. */
  readonly sheets: Readonly<Record<string, string>>
  /** Attributes of sheets by their names, such as `state="hidden"`. */
  readonly attributes?: Readonly<Record<string, string>>
  /** The texts that cells refer to, as XML inside `<si>`. */
  readonly texts?: readonly string[]
  /** The codes of formats of the styles 1, 2 and so on. */
  readonly formats?: readonly string[]
  readonly is1904?: boolean
  /** By name, more parts, or others in their place. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>
}

const relationType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The bytes of a workbook. */
export function workbookOf({
  sheets,
  attributes = {},
  texts = [],
  formats = [],
  is1904,
  parts = {},
}: WorkbookParts): Buffer {
  const names = Object.keys(sheets)
  const all: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names
      .map(
        (name, index) =>
          `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}" ${attributes[name] ?? ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['texts', 'sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles', '/xl/styles.xml'],
    ]),
    'xl/sharedStrings.xml': `<sst>${texts.map(text => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${200 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, index) => {
        const [rows = '', behind = ''] = sheets[name]!.split('<!-- -->')
        return [`xl/worksheets/sheet${index + 1}.xml`, `<worksheet><sheetData>${rows}</sheetData>${behind}</worksheet>`]
      }),
    ),
    ...parts,
  }
  const zipped: Zippable = {}
  for (const [name, content] of Object.entries(all))
    zipped[name] = typeof content === 'string' ? strToU8(content) : content
  return Buffer.from(zipSync(zipped))
}

const relations = (all: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships>${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${relationType}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** Rows of cells with texts. */
export const textRows = (...rows: readonly (readonly string[])[]): string =>
  rows.map(cells => `<row>${cells.map(textCell).join('')}</row>`).join('')

/** A cell with a text; an empty cell for an empty one. */
export const textCell = (text: string): string =>
  text === '' ? '<c/>' : `<c t="inlineStr"><is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
