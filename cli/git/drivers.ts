import { host } from '../host/host.ts'
import { quotedForShell } from '../output/one-line.ts'
import { findProgram } from '../repository/git.ts'

/** The command line that runs Recline, quoted for the shell with which git runs drivers and hooks. */
export async function reclineCommand(): Promise<string> {
  if (await findProgram('recline')) return 'recline'
  return `${quotedForShell(host.argv[0]!)} ${quotedForShell(host.argv[1]!)}`
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
  'diff.recline.command': diffDriver(recline),
  // For output that must stay a patch, such as `git log -p`: the record is named above each hunk.
  'diff.recline.xfuncname': '^(@[A-Z].*)$',
  // Git runs a driver once for each file, and a tool that compares folders only once.
  'difftool.recline.cmd': `${recline} diff "$LOCAL" "$REMOTE"`,
})

/** The sections of the git configuration that have these settings. */
export const driverSections = ['merge.recline', 'diff.recline', 'difftool.recline'] as const

/**
 * Whether a merge driver merges by lines, and a diff driver compares by lines, if git cannot run Recline. Those of
 * older versions do not.
 */
export const hasLineMerge = (driver: string): boolean => driver.endsWith(`${lineMerge};; esac`)
export const hasLineDiff = (driver: string): boolean => driver.includes(lineDiff)

/** The command line of the merge driver. Recline exits with code 1 if there are conflicts, which it has marked then. */
function mergeDriver(recline: string): string {
  const merge = `${recline} merge --output %A --marker-size %L --path %P %O %A %B`
  return `${ifThere(recline)}${merge} || case $? in 1) exit 1;; *) ${lineMerge};; esac`
}

/**
 * What merges a file in place of Recline if git cannot run Recline. Otherwise the file would have only our version, and
 * nothing would show that theirs is missing.
 */
const lineMerge = 'git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B'

/**
 * The command line of the diff driver. Git adds its arguments at the end, as words of the shell: the path, the file
 * before with its object and mode, the file after with its own, and the new path if the file was renamed. Git stops
 * with code 128 where a driver fails, and then shows nothing of the other files.
 */
const diffDriver = (recline: string): string =>
  // The name of a file can start with a hyphen.
  `f() { ${ifThere(recline)}${recline} git diff-driver -- "$@" || ${lineDiff}; }; f`

/**
 * What compares a file in place of Recline if git cannot run Recline: a patch as of git. Only the path is given for a
 * file in conflict.
 */
const lineDiff = [
  '{ [ $# -ge 7 ] || { echo "* Unmerged path $1"; return 0; }',
  // The last argument of a renamed file is its header in a patch.
  '[ $# -lt 9 ] || printf "diff --git a/%s b/%s\\n%s" "$1" "$8" "$9"',
  'b=a/$1; [ "$2" != /dev/null ] || b=$2',
  'a=b/${8:-$1}; [ "$5" != /dev/null ] || a=$5',
  'diff -u -L "$b" -L "$a" -- "$2" "$5"; [ $? -lt 2 ]; }',
].join('; ')

/** Fails if the file of the program is gone: Node.js would exit with code 1 too, and print much. */
const ifThere = (recline: string): string =>
  recline === 'recline' ? '' : `[ -e ${quotedForShell(host.argv[1]!)} ] || (exit 127) && `
