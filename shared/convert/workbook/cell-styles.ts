import { spreadsheet, xmlAttribute, xmlHead } from './workbook-xml.ts'

/** The styles of the cells of a workbook, by their numbers. */
export class CellStyles {
  private readonly codes: string[] = []
  private readonly numbers = new Map<string, number>()

  /** The style of a number with this code of its format; an empty one is that of all numbers without a format. */
  ofFormat(code: string): number {
    if (code === '') return cellStyles.plain
    let number = this.numbers.get(code)
    if (number === undefined) {
      number = fixedStyles.length + this.codes.length
      this.codes.push(code)
      this.numbers.set(code, number)
    }
    return number
  }

  /** The part with all styles that cells have got. */
  toXml(): string {
    const formats = this.codes.map(
      (code, index) => `<numFmt numFmtId="${ownFormats + index}" formatCode="${xmlAttribute(code)}"/>`,
    )
    const styles = [
      ...fixedStyles,
      ...this.codes.map(
        (_, index) =>
          `<xf numFmtId="${ownFormats + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      ),
    ]
    return (
      `${xmlHead}<styleSheet ${spreadsheet}>` +
      (formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` : '') +
      `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
      `<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fillOf('FFE7EBF0')}${fillOf('FFFFE08A')}</fills>` +
      `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
      `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
      `<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>` +
      `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
    )
  }
}

/** The first number of formats that a workbook defines itself. */
const ownFormats = 164

/** The style numbers that every workbook has. */
export const cellStyles = { plain: 0, text: 1, heading: 2, requiredHeading: 3 } as const

/** The format of texts, 49, keeps what is typed into a cell as it is: `007` and `=1+1`. */
const fixedStyles: readonly string[] = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  ...[2, 3].map(
    fill =>
      `<xf numFmtId="49" fontId="1" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`,
  ),
]

const fillOf = (color: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill></fill>`
