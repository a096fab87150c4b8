import { columnLetters } from './sheet-rows.ts'
import { spreadsheet, xmlHead, xmlText } from './workbook-xml.ts'

/** A note on a heading. */
export interface HeadingNote {
  /** From 0. */
  readonly column: number
  readonly text: string
}

/** The part with the texts of notes. */
export const notesXml = (notes: readonly HeadingNote[]): string =>
  `${xmlHead}<comments ${spreadsheet}><authors><author>Recline</author></authors><commentList>${notes
    .map(
      ({ column, text }) =>
        `<comment ref="${columnLetters(column)}1" authorId="0"><text><r><t xml:space="preserve">${xmlText(text)}</t></r></text></comment>`,
    )
    .join('')}</commentList></comments>`

/** The part that says where the notes are drawn: without it, Excel shows none. */
export const notesDrawing = (notes: readonly HeadingNote[]): string =>
  `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${notes
    .map(({ column, text }, index) => shapeOf(column, linesOfNote(text), index))
    .join('')}</xml>`

const charactersInLine = 45

const linesOfNote = (text: string): number =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / charactersInLine)), 0)

const shapeOf = (column: number, lines: number, index: number): string =>
  `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1}, 10, 0, 2, ${column + 4}, 60, ${Math.min(30, lines + 1)}, 4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
