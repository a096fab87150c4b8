import { execFile, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Failure } from '../files/failure.ts'
import { findProgram } from './find-program.ts'

/**
 * Runs git on the repository of the working directory, without a shell and without network.
 *
 * @returns its output, or why it failed
 */
export async function git(args: readonly string[], input?: string): Promise<Buffer | Failure> {
  const program = await findProgram('git')
  if (program === undefined) return noGit
  return new Promise(resolve => {
    const child = execFile(
      program,
      [...harmlessOptions, ...args],
      { encoding: 'buffer', maxBuffer: Infinity, env: { ...process.env, ...harmless } },
      (error, stdout, stderr) => resolve(error ? failureOf(stderr.toString()) : stdout),
    )
    // If git ends before it has read its input, its error is reported above.
    child.stdin!.on('error', () => undefined).end(input)
  })
}

/**
 * Runs git as `git` does, for output that is too large to be in memory.
 *
 * @param take takes the parts of the output in order
 * @returns why it failed; undefined if it did not
 */
export async function streamGit(
  args: readonly string[],
  input: string,
  take: (part: Buffer) => void,
): Promise<Failure | undefined> {
  const program = await findProgram('git')
  if (program === undefined) return noGit
  const child = spawn(program, [...harmlessOptions, ...args], { env: { ...process.env, ...harmless } })
  // If git ends before it has read its input, its error is reported below.
  child.stdin.on('error', () => undefined).end(input)
  const [stderr, code] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>(resolve => child.on('error', () => resolve(1)).on('close', resolve)),
    new Promise(resolve => child.stdout.on('data', take).on('close', resolve)),
  ])
  return code === 0 ? undefined : failureOf(stderr)
}

/** What `git` returns if the working directory is in no repository. */
export const noRepository: Failure = {
  failure: 'This needs a git repository, but the working directory is not in one.',
}

const noGit: Failure = { failure: 'This needs git, but git is not on the PATH.' }

/** The settings of the repository can name programs that watch its files and that verify signatures. */
const harmlessOptions = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false']

/**
 * Keeps git from running programs that the settings of the repository name: a partial clone would fetch missing objects
 * from its promisor remote. An environment variable overrides all settings, such as `protocol.ext.allow`.
 *
 * @see https://git-scm.com/docs/git#Documentation/git.txt-GITALLOWPROTOCOL
 */
const harmless = { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' }

function failureOf(stderr: string): Failure {
  if (stderr.includes('not a git repository')) return noRepository
  const [first = ''] = stderr
    .replace(/^(fatal|error): /, '')
    .trim()
    .split('\n')
  return { failure: `git reported an error: ${first === '' ? 'it gave no reason' : first}` }
}
