import { columns, type EndFact, type Fact } from './facts.ts'

/** A column of the table of facts. */
export type FactColumn = keyof typeof columns

/** What a row has in a column: the texts of `data` are JSON. */
export type FactCell = string | number | undefined

/**
 * Facts column by column. Facts are many, and those of one kind, part and tag have most cells in common: to make an
 * object and its JSON for each takes several times as long.
 */
export interface FactTable {
  /** How many facts there are. */
  readonly length: number
  /** The cells that all of them have. */
  readonly shared: Readonly<Partial<Record<FactColumn, FactCell>>>
  /** The cells in other columns, one for each fact. */
  readonly own: Readonly<Partial<Record<FactColumn, readonly FactCell[]>>>
}

/** A fact as a table. */
export function tableOfFact(fact: Fact | EndFact): FactTable {
  const cells: object = 'data' in fact ? { ...fact, data: JSON.stringify(fact.data) } : fact
  return { length: 1, shared: cells, own: {} }
}

/** Facts as lines of JSON, some at a time. */
export function* linesOfFacts(tables: Iterable<FactTable>): Generator<string> {
  const lines: string[] = []
  for (const table of tables) {
    const write = lineWriter(table)
    for (let row = 0; row < table.length; row++) {
      lines.push(write(row))
      if (lines.length < mostLines) continue
      yield lines.join('')
      lines.length = 0
    }
  }
  if (lines.length > 0) yield lines.join('')
}

/** How many lines become one text at once. One call for all takes longer, and so does one for each. */
const mostLines = 256

/** A column whose cells differ, and the text before a cell. */
interface OwnColumn {
  readonly before: string
  readonly cells: readonly FactCell[]
  readonly isText: boolean
}

/** Makes a function that writes a row as a line of JSON. */
function lineWriter({ shared, own }: FactTable): (row: number) => string {
  /** What a line consists of. */
  const pieces: (string | OwnColumn)[] = []
  let text = ''
  for (const name of Object.keys(columns) as FactColumn[]) {
    // The kind comes first, and each row has one.
    const before = `${name === 'kind' ? '{' : ','}"${name}":`
    const cell = shared[name]
    const cells = own[name]
    if (cell !== undefined) text += before + (isTextColumn(name) ? JSON.stringify(cell) : cell)
    else if (cells && !cells.includes(undefined)) {
      pieces.push({ before: text + before, cells, isText: isTextColumn(name) })
      text = ''
    } else if (cells?.some(one => one !== undefined)) {
      // The text before an absent cell must stay.
      pieces.push(text, { before, cells, isText: isTextColumn(name) })
      text = ''
    }
  }
  pieces.push(`${text}}\n`)
  return row => {
    let line = ''
    for (const piece of pieces) {
      if (typeof piece === 'string') line += piece
      else {
        const cell = piece.cells[row]
        if (cell !== undefined) line += piece.before + (piece.isText ? jsonOfText(cell as string) : cell)
      }
    }
    return line
  }
}

/** A text as JSON. Most texts are ids of plain characters, for which this is several times as fast. */
export const jsonOfText = (text: string): string => (plainJsonText.test(text) ? `"${text}"` : JSON.stringify(text))

const plainJsonText = /^[ !#-[\]-~]*$/

/** Whether the cells of a column are texts in JSON. Those of `data` are JSON already. */
const isTextColumn = (name: FactColumn): boolean => columns[name] === 'text' && name !== 'data'
