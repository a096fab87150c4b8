import { findProgram } from '../repository/git.ts'

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
 * What merges a file in place of Recline if git cannot run Recline. Otherwise the file would have only our version, and
 * nothing would show that theirs is missing.
 */
const lineMerge = 'git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B'

/** Whether a merge driver merges by lines if git cannot run Recline. Those of older versions do not. */
export const hasLineMerge = (driver: string): boolean => driver.endsWith(`${lineMerge};; esac`)

/** The command line of the merge driver. Recline exits with code 1 if there are conflicts, which it has marked then. */
function mergeDriver(recline: string): string {
  // Without the file of its program, Node.js exits with code 1 too.
  const check = recline === 'recline' ? '' : `[ -e ${quoted(process.argv[1]!)} ] || (exit 127) && `
  const merge = `${recline} merge --output %A --marker-size %L --path %P %O %A %B`
  return `${check}${merge} || case $? in 1) exit 1;; *) ${lineMerge};; esac`
}

/**
 * The settings of the drivers, by name.
 *
 * @param recline the command line that runs Recline
 * @see https://git-scm.com/docs/gitattributes#_defining_a_custom_merge_driver
 */
export const driverSettings = (recline: string): Readonly<Record<string, string>> => ({
  'merge.recline.name': 'Merge records by field',
  'merge.recline.driver': mergeDriver(recline),
  // The name of a file can start with a hyphen.
  'diff.recline.command': `${recline} git diff-driver --`,
  // For output that must stay a patch, such as `git log -p`: the record is named above each hunk.
  'diff.recline.xfuncname': '^(@[A-Z].*)$',
})
