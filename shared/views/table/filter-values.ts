/**
 * The filter of a column for some of its values: `=open, closed` in a column with allowed values, and
 * `="Smith, John", "Ana"` in any other. An empty value stands for an empty cell.
 */

/** The values that a filter wants; none for a filter of another form. */
export const valuesIn = (filter: string): string[] =>
  quotedValuesIn(filter) ?? (filter.trim().startsWith('=') ? filter.trim().slice(1).split(',').map(trimmed) : [])

const trimmed = (value: string): string => value.trim()

/** The values of a filter in quotes; undefined for a filter of another form. A quote of a value stands twice. */
export function quotedValuesIn(filter: string): string[] | undefined {
  if (!/^=\s*"(?:[^"]|"")*"\s*(?:,\s*"(?:[^"]|"")*"\s*)*$/.test(filter.trim())) return undefined
  return [...filter.matchAll(/"((?:[^"]|"")*)"/g)].map(([, value = '']) => value.replaceAll('""', '"'))
}

/**
 * The filter with one more value, or without it if it has it already.
 *
 * @param isQuoted whether the values have quotes, as a value with a comma needs
 */
export function toggleValue(filter: string, value: string, isQuoted: boolean): string {
  const values = valuesIn(filter)
  const left = values.includes(value) ? values.filter(other => other !== value) : [...values, value]
  const written = left.map(each => (isQuoted ? `"${each.replaceAll('"', '""')}"` : each))
  return left.length === 0 ? '' : `=${written.join(', ')}`
}
