import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import { localize } from '../../shared/domains/localize.ts'
import type { Failure } from '../files/failure.ts'
import { host } from '../host/host.ts'

/**
 * Runs git on the repository of the working directory, without a shell and without network.
 *
 * @returns its output, or why it failed
 */
export async function git(args: readonly string[], input?: string): Promise<Buffer | Failure> {
  const program = await findProgram('git')
  if (program === undefined) return noGit()
  return new Promise(resolve => {
    const child = execFile(
      program,
      [...harmlessOptions, ...args],
      { encoding: 'buffer', maxBuffer: Infinity, env: { ...host.env, ...harmlessSettings } },
      (error, stdout, stderr) => resolve(error ? failureOf(stderr.toString()) : stdout),
    )
    // If git ends before it has read its input, its error is reported above.
    child.stdin!.on('error', () => undefined).end(input)
  })
}

/** Starts git as `git` does, for a process that answers many times. */
export async function startGit(args: readonly string[]): Promise<ChildProcessWithoutNullStreams | Failure> {
  const program = await findProgram('git')
  return program === undefined
    ? noGit()
    : spawn(program, [...harmlessOptions, ...args], { env: { ...host.env, ...harmlessSettings } })
}

/** What `git` returns if the working directory is in no repository. */
export const noRepository: Failure = {
  get failure() {
    return localize('This needs a git repository, but the working directory is not in one.')
  },
}

const isPartial = (): Failure => ({
  failure: localize(
    'This clone is partial and does not have all contents that this needs; "git log -p > /dev/null" lets git fetch them.',
  ),
})

const noGit = (): Failure => ({ failure: localize('This needs git, but git is not on the PATH.') })

/** The settings of the repository can name programs that watch its files and that verify signatures. */
const harmlessOptions = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false']

/**
 * Keeps git from running programs that the settings of the repository name: a partial clone would fetch missing objects
 * from its promisor remote. An environment variable overrides all settings, such as `protocol.ext.allow`.
 *
 * @see https://git-scm.com/docs/git#Documentation/git.txt-GITALLOWPROTOCOL
 */
const harmlessSettings = { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' }

/** Why git failed, by what it wrote to standard error. */
export function failureOf(stderr: string): Failure {
  if (stderr.includes('not a git repository')) return noRepository
  if (/lazy fetching disabled|promisor|transport '.*' not allowed/.test(stderr)) return isPartial()
  const [first = ''] = stderr
    .replace(/^(fatal|error): /, '')
    .trim()
    .split('\n')
  return {
    failure:
      first === ''
        ? localize('git reported an error: it gave no reason')
        : localize('git reported an error: {reason}', { reason: first }),
  }
}

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
  path: host.env.PATH,
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
