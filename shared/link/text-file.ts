/** A file of the playground: its name, without a folder, and its text. */
export interface TextFile {
  readonly name: string
  readonly text: string
}

/**
 * What is wrong with a name for a file of the playground.
 *
 * @param taken the names of the other files
 * @returns a sentence for the user; undefined if the name is good
 */
export function problemOfName(name: string, taken: readonly string[]): string | undefined {
  if (!/^[^\s./\\:*?"<>|\p{C}][^/\\:*?"<>|\p{C}]{0,99}$/u.test(name))
    return 'A name has 1 to 100 characters, does not start with a dot or a blank, and has none of / \\ : * ? " < > |.'
  if (!/\.(rec|domain\.json)$|^recline\.json$/.test(name))
    return 'A name ends in ".rec" for records, in ".domain.json" for a descriptor, or is "recline.json".'
  if (taken.includes(name)) return `There is a file "${name}" already.`
  return undefined
}
