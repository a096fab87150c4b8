import { modify } from 'jsonc-parser'
import schema from '../../schemas/recline.schema.json'
import type { TextChange } from '../syntax/text-change.ts'
import { parseJson, propertyValue, withComments } from './json.ts'
import { type JsonSchema, readBySchema } from './json-schema.ts'

/** A view of a table as a `recline.json` has it. */
export interface WrittenView {
  readonly tag: string
  readonly columns?: readonly string[]
  readonly frozen?: number
  /** The names of columns, those that sort downwards with a hyphen before them. */
  readonly sort?: readonly string[]
  /** The name of the column that groups the records. */
  readonly group?: string
  /** The name of the field whose values are the columns of a board. */
  readonly board?: string
  readonly filters?: Readonly<Record<string, string>>
  readonly where?: string
}

/** The views in a `recline.json` by their names. Those with a problem are left out; the configuration reports it. */
export function writtenViews(text: string): Readonly<Record<string, WrittenView>> {
  const root = parseJson(text, withComments)
  if ('reason' in root) return {}
  const { value } = readBySchema(root, schema as unknown as JsonSchema, () => {})
  return ((value ?? {}) as { views?: Readonly<Record<string, WrittenView>> }).views ?? {}
}

/**
 * The changes that write a view into a `recline.json`, or remove it. All other text stays, with its comments.
 *
 * @param view undefined to remove it
 * @returns undefined if the text is not JSON
 */
export function changesForView(text: string, name: string, view: WrittenView | undefined): TextChange[] | undefined {
  const root = parseJson(text, withComments)
  if ('reason' in root) return undefined
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  '
  const depth = propertyValue(root, 'views') ? 2 : 1
  // With its own formatting, the library would format the text beside the view, too.
  return modify(text, ['views', name], view, {})
    .map(({ offset, length, content }) => ({
      start: offset,
      end: offset + length,
      text: formatted(content, depth, indent),
    }))
    .sort((one, other) => one.start - other.start)
}

/** A value, or a property with a comma before it, on lines of its own. */
function formatted(content: string, depth: number, indent: string): string {
  const [, comma = '', property] = /^(,?)(".*)$/s.exec(content) ?? []
  const shown = (value: unknown): string => JSON.stringify(value, undefined, indent)
  const inside = `\n${indent.repeat(depth)}`
  if (content.startsWith('{')) return shown(JSON.parse(content)).replaceAll('\n', inside)
  if (property === undefined) return content
  const lines = shown(JSON.parse(`{${property}}`))
    .split('\n')
    .slice(1, -1)
  const end = comma === '' ? `\n${indent.repeat(depth - 1)}` : ''
  return comma + lines.map(line => `\n${indent.repeat(depth - 1)}${line}`).join('') + end
}
