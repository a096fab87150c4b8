import { execFile } from 'node:child_process'
import type { Failure } from '../../files/failure.ts'

/**
 * Runs git on the repository of the working directory, without a shell.
 *
 * @returns its output, or why it failed
 */
export function git(args: readonly string[], input?: string): Promise<Buffer | Failure> {
  return new Promise(resolve => {
    const child = execFile(
      'git',
      [...harmless, ...args],
      { encoding: 'buffer', maxBuffer: Infinity },
      (error, stdout, stderr) => resolve(error ? failureOf(error, stderr.toString()) : stdout),
    )
    // If git ends before it has read its input, its error is reported above.
    child.stdin!.on('error', () => undefined).end(input)
  })
}

/** Keeps git from running programs that the settings of the repository name, directly or to fetch missing objects. */
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
