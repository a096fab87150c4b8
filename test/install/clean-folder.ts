import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'

/** The folder of the project. The tests install its last commit. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** What a program printed, and its exit code. */
interface Run {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

/** A folder outside the project with programs of its own, as a new machine has. */
interface CleanFolder {
  /** The path of a file in it. */
  at(name: string): string
  /** Writes files into it. */
  files(contents: Readonly<Record<string, string>>): Promise<void>
  /** Runs a program in it, and returns what it prints. Rejects if the program fails. */
  run(program: string, args: readonly string[], options?: RunOptions): Promise<string>
  /** Runs a program in it that may fail. */
  tryRun(program: string, args: readonly string[], options?: RunOptions): Promise<Run>
  /** Runs the command that `npm install --global` made. */
  recline(...args: readonly string[]): Promise<string>
}

interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Makes a clean folder before the tests of a file, and removes it after them. */
export function cleanFolder(): CleanFolder {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recline-install-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const at = (name: string): string => join(folder, name)

  async function run(program: string, args: readonly string[], { cwd = folder, env = {} }: RunOptions = {}) {
    const options = { cwd, env: { ...environment(), ...env }, maxBuffer: 2 ** 26 }
    return (await promisify(execFile)(program, [...args], options)).stdout
  }

  /** The environment without the settings of the npm and git that run this test. */
  function environment(): NodeJS.ProcessEnv {
    const own = Object.entries(process.env).filter(([name]) => !/^npm_|^GIT_|^NODE_ENV$/i.test(name))
    const path = `${at('global/bin')}:${process.env.PATH}`
    return { ...Object.fromEntries(own), npm_config_prefix: at('global'), PATH: path }
  }

  return {
    at,
    run,
    files: async contents => {
      for (const [name, text] of Object.entries(contents)) {
        mkdirSync(dirname(at(name)), { recursive: true })
        await writeFile(at(name), text)
      }
    },
    tryRun: (program, args, options) =>
      run(program, args, options).then(
        stdout => ({ stdout, stderr: '', code: 0 }),
        ({ stdout, stderr, code }: Run) => ({ stdout, stderr, code }),
      ),
    recline: (...args) => run(at('global/bin/recline'), args),
  }
}
