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
export function factTableOf(fact: Fact | EndFact): FactTable {
  const cells: object = 'data' in fact ? { ...fact, data: JSON.stringify(fact.data) } : fact
  return { length: 1, shared: cells, own: {} }
}

/** Facts as lines of JSON, some at a time. */
export function* linesOfFacts(tables: Iterable<FactTable>): Generator<string> {
  // Joined at once: to add text to text makes objects that take as long to remove.
  const texts: string[] = []
  for (const table of tables) {
    const write = lineWriter(table)
    for (let row = 0; row < table.length; row++) {
      write(row, texts)
      if (texts.length < mostTexts) continue
      yield texts.join('')
      texts.length = 0
    }
  }
  if (texts.length > 0) yield texts.join('')
}

/** How many texts become one at once: some tens of kilobytes. All at once take longer, and so does each alone. */
const mostTexts = 2 ** 11

/** A column whose cells differ, and the text before a cell. */
interface OwnColumn {
  readonly before: string
  readonly cells: readonly FactCell[]
  readonly isText: boolean
}

/** Makes a function that adds the texts of a row, which are a line of JSON. */
function lineWriter({ shared, own }: FactTable): (row: number, into: string[]) => void {
  /** What a line consists of. */
  const pieces: (string | OwnColumn)[] = []
  let text = ''
  for (const name of Object.keys(columns) as FactColumn[]) {
    // The kind comes first, and each row has one.
    const before = `${name === 'kind' ? '{' : ','}"${name}":`
    const cell = shared[name]
    const cells = own[name]
    if (cell !== undefined) text += before + (isText(name) ? JSON.stringify(cell) : cell)
    else if (cells && !cells.includes(undefined)) {
      pieces.push({ before: text + before, cells, isText: isText(name) })
      text = ''
    } else if (cells?.some(one => one !== undefined)) {
      // The text before an absent cell must stay.
      pieces.push(text, { before, cells, isText: isText(name) })
      text = ''
    }
  }
  pieces.push(`${text}}\n`)
  return (row, into) => {
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        into.push(piece)
        continue
      }
      const cell = piece.cells[row]
      if (cell !== undefined) into.push(piece.before, piece.isText ? JSON.stringify(cell) : String(cell))
    }
  }
}

/** Whether the cells of a column are texts in JSON. Those of `data` are JSON already. */
const isText = (name: FactColumn): boolean => columns[name] === 'text' && name !== 'data'
