import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GitSource } from '../../shared/registry/source.ts'
import type { Failure } from '../files/failure.ts'
import { host } from '../host/host.ts'
import { findProgram } from '../repository/git.ts'
import { type FetchedFiles, mostOfDescriptor } from './fetched-files.ts'

/**
 * Gets the descriptors of a git repository, by the git of the user: with its proxies, keys and passwords. Nothing is
 * checked out, so neither links nor hooks of the repository do anything.
 *
 * @param source a repository. The scheme of its address is the only one that git may use
 */
export async function fetchRepository({ at, ref }: GitSource, milliseconds: number): Promise<FetchedFiles | Failure> {
  const program = await findProgram('git')
  if (program === undefined) return { failure: 'This source needs git, but git is not on the PATH.' }
  const folder = await mkdtemp(join(tmpdir(), 'recline-git-'))
  const env = {
    ...host.env,
    GIT_ALLOW_PROTOCOL: at.slice(0, at.indexOf(':')).toLowerCase(),
    GIT_TERMINAL_PROMPT: '0',
    // A repository of the working directory does not count.
    GIT_DIR: folder,
  }
  const git = (...args: string[]): Promise<string> =>
    new Promise((done, failed) =>
      execFile(
        program,
        args,
        { cwd: folder, env, timeout: milliseconds, killSignal: 'SIGKILL', maxBuffer: 50 * 2 ** 20, encoding: 'utf8' },
        (error, stdout, stderr) => (error ? failed(new Error(gitReason(error, stderr, milliseconds))) : done(stdout)),
      ).stdin?.end(),
    )
  try {
    await git('init', '--bare', '--quiet', '--template=')
    await git('fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--', at, ref ?? 'HEAD')
    const commit = (await git('rev-parse', 'FETCH_HEAD^{commit}')).trim()
    const files = new Map<string, string>()
    for (const entry of (await git('ls-tree', '-r', '-l', '-z', commit)).split('\0')) {
      const [, mode, object, size, path] = /^(\d+) blob (\S+) +(\d+)\t(.*)$/s.exec(entry) ?? []
      // A link has a mode of its own.
      if (path === undefined || !mode!.startsWith('100') || !path.endsWith('.json')) continue
      if (Number(size) <= mostOfDescriptor) files.set(path, await git('cat-file', 'blob', object!))
    }
    return { files, resolved: `${at}#${commit}` }
  } catch (error) {
    return { failure: `${at} could not be fetched: ${(error as Error).message}.` }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function gitReason(error: Error & { readonly killed?: boolean }, stderr: string, milliseconds: number): string {
  if (error.killed) return `it took longer than ${milliseconds / 1000} seconds ("--timeout" allows more)`
  const [first = ''] = stderr
    .replace(/^(fatal|error): /, '')
    .trim()
    .split('\n')
  return first === '' ? 'git gave no reason' : first.replace(/\.$/, '')
}
