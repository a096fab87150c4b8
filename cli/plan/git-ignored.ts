import { existsSync, readFileSync, statSync } from 'node:fs'
import { GitIgnore } from '../../shared/config/git-ignore.ts'
import { absolutePath } from '../files/paths.ts'

/**
 * Which files git ignores, by the `.gitignore` of their repository and its `.git/info/exclude`. Outside of a repository
 * it ignores none.
 */
export class GitIgnored {
  private readonly repositories = new Map<string, GitIgnore | undefined>()
  private readonly chosen: string[] = []

  /** Notes that the user chose a folder: it is not ignored itself. */
  choose(folder: string): void {
    this.chosen.push(absolutePath(folder))
  }

  ignoresFile(path: string): boolean {
    const full = absolutePath(path)
    return this.ignoreFor(pathAbove(full))?.ignoresFile(full, this.chosen) ?? false
  }

  ignoresFolder(path: string): boolean {
    const full = absolutePath(path)
    return this.ignoreFor(pathAbove(full))?.ignoresFolder(full, this.chosen) ?? false
  }

  /** The rules that count in a folder, with all files of them on the way to it. */
  private ignoreFor(folder: string): GitIgnore | undefined {
    const known = this.repositories.get(folder)
    if (known || this.repositories.has(folder)) return known
    const isTop = existsSync(`${folder}/.git`)
    const above = isTop || folder === '' ? undefined : this.ignoreFor(pathAbove(folder))
    const ignore = isTop ? new GitIgnore(folder) : above
    if (ignore && isTop) takePatterns(ignore, folder, `${folder}/.git/info/exclude`)
    if (ignore) takePatterns(ignore, folder, `${folder}/.gitignore`)
    this.repositories.set(folder, ignore)
    return ignore
  }
}

/** The most bytes of a file with patterns that are read. */
const mostIgnoreBytes = 2 ** 20

function takePatterns(ignore: GitIgnore, folder: string, path: string): void {
  try {
    const found = statSync(path)
    if (found.isFile() && found.size <= mostIgnoreBytes) ignore.take(folder, readFileSync(path, 'utf8'))
  } catch {
    // Most folders have none.
  }
}

const pathAbove = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
