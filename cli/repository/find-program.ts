import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { posix, win32 } from 'node:path'

/** Where a program is looked for. By default the system that Recline runs on. */
interface Surroundings {
  readonly platform: string
  /** The folders of the `PATH` variable, as in the variable. */
  readonly path: string | undefined
  readonly workingFolder: string
  isProgram(path: string): Promise<boolean>
}

/**
 * Finds a program on the `PATH`. Ignores programs of the working folder, which Windows would prefer to all others:
 * anybody could have put them there.
 *
 * @returns the absolute path of the program; undefined if there is none
 */
export async function findProgram(name: string, surroundings: Partial<Surroundings> = {}): Promise<string | undefined> {
  const { platform, path = '', workingFolder, isProgram } = { ...thisSystem(), ...surroundings }
  const isWindows = platform === 'win32'
  const { delimiter, isAbsolute, join, relative } = isWindows ? win32 : posix
  for (const entry of path.split(delimiter)) {
    const folder = isWindows ? entry.replaceAll('"', '') : entry
    // An empty folder and a relative one are below the working folder.
    if (!isAbsolute(folder) || relative(workingFolder, folder) === '') continue
    const found = join(folder, isWindows ? `${name}.exe` : name)
    if (await isProgram(found)) return found
  }
  return undefined
}

const thisSystem = (): Surroundings => ({
  platform: process.platform,
  path: process.env.PATH,
  workingFolder: process.cwd(),
  isProgram: async path => {
    try {
      await access(path, constants.X_OK)
      return (await stat(path)).isFile()
    } catch {
      return false
    }
  },
})
