import { execFile } from 'node:child_process'
import type { Failure } from '../../files/failure.ts'

/**
 * Runs git on the repository of the working directory, without a shell.
 *
 * @returns what it prints, or why it could not run
 */
export function git(args: readonly string[], input?: string): Promise<Buffer | Failure> {
  return new Promise(resolve => {
    const child = execFile(
      'git',
      [...harmless, ...args],
      { encoding: 'buffer', maxBuffer: Infinity },
      (error, stdout, stderr) => resolve(error ? failureOf(error, stderr.toString()) : stdout),
    )
    // Git that ends before it has read its input has said why.
    child.stdin!.on('error', () => undefined).end(input)
  })
}

/** No program that the repository's settings name, and no way to fetch what is missing, which could start one. */
const harmless = ['-c', 'core.fsmonitor=false', '-c', 'protocol.allow=never']

function failureOf({ code }: { readonly code?: unknown }, stderr: string): Failure {
  if (code === 'ENOENT') return { failure: '--since needs git, but git is not on the PATH.' }
  if (stderr.includes('not a git repository'))
    return { failure: '--since needs a git repository, but the working directory is not in one.' }
  const [first = ''] = stderr
    .replace(/^(fatal|error): /, '')
    .trim()
    .split('\n')
  return { failure: `--since failed, because git reported: ${first === '' ? 'nothing' : first}` }
}
