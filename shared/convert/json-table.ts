import type { Node } from 'jsonc-parser'
import { parseJson } from '../config/json.ts'
import { show } from '../domains/message-text.ts'
import { listOfJson } from './lists.ts'
import type { Look } from './rows.ts'

/** JSON as a table: a row for each object and a column for each key. */
export interface JsonTable {
  readonly names: readonly string[]
  /** What each column holds if all its values are of one kind. */
  readonly looks: readonly Look[]
  /** The value of each column as text; undefined for null and for a key that the object does not have. */
  readonly rows: readonly (readonly (string | undefined)[])[]
  /** Sentences about what no field can hold. */
  readonly problems: readonly string[]
}

/** JSON Lines, where each line is a value of its own, as a JSON list; any other text as it is. */
export function listOfJsonLines(text: string): string {
  if (!('reason' in parseJson(text))) return text
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .filter(line => line.trim() !== '')
  const list = `[${lines.join(',')}]`
  return 'reason' in parseJson(list) ? text : list
}

/** Reads JSON: a list of objects, or one object. */
export function readJsonTable(source: string): JsonTable {
  const root = parseJson(source)
  if ('reason' in root) return { names: [], looks: [], rows: [], problems: [`This is not JSON: ${root.reason}.`] }
  const names = new Map<string, number>()
  const looks: (Look | undefined)[] = []
  const problems: string[] = []
  const rows = (root.type === 'array' ? (root.children ?? []) : [root]).flatMap((object, index) => {
    if (object.type !== 'object') {
      problems.push(`Record ${index + 1} is not an object, as in {"rid":"CTL-1"}.`)
      return []
    }
    const cells: (string | undefined)[] = []
    for (const { children } of object.children ?? []) {
      const [key, value] = [String(children![0]!.value), children![1]!]
      const column = names.get(key) ?? names.size
      names.set(key, column)
      if (value.type === 'null') continue
      const cell = cellOf(value, source)
      if (cell === undefined)
        problems.push(
          `Record ${index + 1}: ${show(key)} holds an object, which no field can hold; write its parts as keys of their own, such as ${show(`${key}.name`)}.`,
        )
      cells[column] = cell
      const look = lookOf(value, source)
      looks[column] = (looks[column] ?? look) === look ? look : 'string'
    }
    return [cells]
  })
  return {
    names: [...names.keys()],
    looks: Array.from({ length: names.size }, (_, column) => looks[column] ?? 'string'),
    rows,
    problems,
  }
}

/** A value as text; undefined for one that holds an object. */
function cellOf(value: Node, source: string): string | undefined {
  if (value.type === 'string') return String(value.value)
  if (value.type === 'array') return listOfJson(value, source)
  return value.type === 'object' ? undefined : sourceOf(value, source)
}

function lookOf(value: Node, source: string): Look {
  if (value.type === 'boolean') return 'bool'
  if (value.type === 'array') return 'list'
  if (value.type !== 'number') return 'string'
  return /^-?\d+$/.test(sourceOf(value, source)) ? 'int' : 'float'
}

const sourceOf = ({ offset, length }: Node, source: string): string => source.slice(offset, offset + length)
