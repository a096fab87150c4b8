import { itemsOf } from '../domains/list-items.ts'
import { localize } from '../domains/localize.ts'
import { show } from '../domains/message-text.ts'

/** The fewest values with several items that show a list. */
const fewestLists = 2

/**
 * Whether texts are lists with commas: their items are short, come again, and some stand alone. Names such as
 * `Doe, John` are none.
 */
export function isListColumn(values: readonly string[], separator = ','): boolean {
  const several = values.filter(value => value.includes(separator))
  if (several.length < fewestLists || values.some(value => /["[\]\r\n]/.test(value))) return false
  const parts = (value: string): string[] =>
    separator === ',' ? itemsOf(value) : value.split(separator).flatMap(item => item.trim() || [])
  const items = values.flatMap(parts)
  const distinct = new Set(items)
  const inSeveral = new Set(several.flatMap(parts))
  return (
    distinct.size > 1 &&
    distinct.size * 2 <= items.length &&
    items.every(item => item.length <= 30 && item.split(/\s+/).length <= 3 && !/[.!?]$/.test(item)) &&
    values.some(value => !value.includes(separator) && inSeveral.has(value))
  )
}

/** What to say of texts that seem to be lists with another sign than a comma, as a part of a sentence. */
export const listAdvice = (values: readonly string[]): string[] =>
  [';', '|']
    .filter(sign => isListColumn(values, sign))
    .map(sign => localize('the values seem to be lists with {sign} between; a list needs commas', { sign: show(sign) }))
