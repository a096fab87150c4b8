import { folderOf, pathBelow } from './effective-config.ts'
import { globMatcher } from './glob.ts'

/** What a line of a `.gitignore` says of some paths, which are relative to its folder. */
interface IgnoreRule {
  readonly ignores: boolean
  readonly onlyFolders: boolean
  readonly matches: (path: string) => boolean
}

/**
 * The files that git ignores in one repository, by the texts of its `.gitignore`. Paths are as configurations see them.
 * Its patterns are matched as globs, in a time that no pattern can make long: the text can be anybody's.
 *
 * @see https://git-scm.com/docs/gitignore#_pattern_format
 */
export class GitIgnore {
  /** The rules by the folder of their file, the last rule first. */
  private readonly rules = new Map<string, readonly IgnoreRule[]>()
  private readonly folders = new Map<string, boolean>()

  /** @param top the folder of the repository */
  constructor(readonly top: string) {}

  /** Takes the text of a `.gitignore`; of a folder that has several, the last lines go first. */
  take(folder: string, text: string): void {
    this.rules.set(folder, [...rulesOf(text), ...(this.rules.get(folder) ?? [])])
    this.folders.clear()
  }

  /**
   * Whether a file is ignored, by itself or with a folder above it.
   *
   * @param chosen a folder that the user chose, which is not ignored itself, and neither is any above it
   */
  ignoresFile(path: string, chosen: readonly string[] = []): boolean {
    const folder = folderOf(path)
    return (folder !== undefined && this.ignoresFolder(folder, chosen)) || this.says(path, false)
  }

  /** The same for a folder. */
  ignoresFolder(folder: string, chosen: readonly string[] = []): boolean {
    if (!folder.startsWith(`${this.top}/`)) return false
    if (chosen.some(one => one === folder || one.startsWith(`${folder}/`))) return false
    const known = this.folders.get(folder)
    if (known !== undefined) return known
    const isIgnored = this.ignoresFolder(folderOf(folder)!, chosen) || this.says(folder, true)
    this.folders.set(folder, isIgnored)
    return isIgnored
  }

  /** What the nearest rule says of a path, without the folders above it. */
  private says(path: string, isFolder: boolean): boolean {
    for (let folder = folderOf(path); folder !== undefined; folder = folderOf(folder)) {
      const below = pathBelow(folder, path)
      const rule = this.rules.get(folder)?.find(one => (isFolder || !one.onlyFolders) && one.matches(below))
      if (rule) return rule.ignores
      if (folder === this.top) return false
    }
    return false
  }
}

/** The most rules that are read of a file. */
const mostRules = 2000

/** The rules of a `.gitignore`, the last first, as it decides. */
const rulesOf = (text: string): IgnoreRule[] =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/, mostRules)
    .flatMap(line => ruleOf(line) ?? [])
    .reverse()

function ruleOf(line: string): IgnoreRule | undefined {
  if (line.startsWith('#')) return undefined
  const ignores = !line.startsWith('!')
  // A blank at the end counts only behind a backslash.
  const pattern = line.slice(ignores ? 0 : 1).replace(/(\\.|[^\\ ]|\\$)? +$/s, '$1')
  const path = pattern.replace(/\/$/, '')
  if (path === '' || /^(?:[^\\]|\\.)*\\$/s.test(path)) return undefined
  const segments = path.replace(/^\//, '').split('/')
  // Two stars at the end stand for what is below a folder, and not for the folder.
  if (segments.length > 1 && /^\*{2,}$/.test(segments.at(-1)!)) segments.push('*')
  const glob = segments.join('/').replace(/(?<!\\)[{}]/g, '\\$&')
  return {
    ignores,
    onlyFolders: pattern !== path,
    matches: globMatcher([path.includes('/') ? glob : `**/${glob}`]),
  }
}
