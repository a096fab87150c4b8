/**
 * The word that stands for a unique list of a tag in names: `VULNERABILITY?cve&affected`. So what counts and finds
 * records by their names does the same by their values in these fields.
 */
export const keyWord = (tag: string, fields: readonly string[]): string => `${tag}${keySeparator}${fields.join('&')}`

/** No tag has this character. */
const keySeparator = '?'

/** The name of the tag, without the fields of a unique list behind it. */
export function withoutKey(name: string): string {
  const at = name.indexOf(keySeparator)
  return at < 0 ? name : name.slice(0, at)
}

/** The names of the fields of a unique list, from the name of its tag; undefined for the name of a tag alone. */
export function keyFieldsIn(name: string): readonly string[] | undefined {
  const at = name.indexOf(keySeparator)
  return at < 0 ? undefined : name.slice(at + 1).split('&')
}

/** The values in what `keyIdOf` gives. */
export const keyValuesOf = (fields: readonly string[], id: string): readonly string[] =>
  fields.length === 1 ? [id] : JSON.parse(id)
