import { findProgram } from '../repository/find-program.ts'

/** The line of an attributes file that gives `.rec` files to the driver. */
export const attributeLine = '*.rec merge=recline diff=recline'

/** What is above that line. */
export const attributeComment = '# Recline merges and compares records. "recline git install" tells git how.'

/** The command line that runs Recline, quoted for the shell with which git runs drivers and hooks. */
export async function reclineCommand(): Promise<string> {
  if (await findProgram('recline')) return 'recline'
  return `${quoted(process.execPath)} ${quoted(process.argv[1]!)}`
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/**
 * The settings of the drivers, by name.
 *
 * @param recline the command line that runs Recline
 * @see https://git-scm.com/docs/gitattributes#_defining_a_custom_merge_driver
 */
export const driverSettings = (recline: string): Readonly<Record<string, string>> => ({
  'merge.recline.name': 'Merge records by field',
  'merge.recline.driver': `${recline} merge --output %A --marker-size %L --path %P %O %A %B`,
  // The name of a file can start with a hyphen.
  'diff.recline.command': `${recline} git diff-driver --`,
  // For output that must stay a patch, such as `git log -p`: the record is named above each hunk.
  'diff.recline.xfuncname': '^(@[A-Z].*)$',
})
