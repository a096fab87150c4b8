/** The filter of a column with allowed values: `=open, closed`. An empty value stands for an empty cell. */

/** The values that a filter wants; none for a filter of another form. */
export const valuesIn = (filter: string): string[] =>
  filter.trim().startsWith('=')
    ? filter
        .trim()
        .slice(1)
        .split(',')
        .map(value => value.trim())
    : []

/** The filter with one more value, or without it if it has it already. */
export function toggleValue(filter: string, value: string): string {
  const values = valuesIn(filter)
  const left = values.includes(value) ? values.filter(other => other !== value) : [...values, value]
  return left.length === 0 ? '' : `=${left.join(', ')}`
}
