import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { parseTar } from 'nanotar'
import type { Failure } from '../files/failure.ts'
import { host } from '../host/host.ts'
import { findProgram } from '../repository/git.ts'
import { type FetchedFiles, mostOfDescriptor } from './fetched-files.ts'

/** How large a package may be when it is unpacked, in bytes. */
const mostOfPackage = 50 * 2 ** 20

/**
 * Gets the descriptors of a package, by the npm of the user: with the registries, proxies and passwords of its
 * `.npmrc`. No script of the package runs, and it is unpacked in memory only.
 *
 * @param spec the package with its versions, such as `@acme/audit@^2`
 * @param folder where npm looks for a `.npmrc`
 */
export async function fetchPackage(
  spec: string,
  folder: string,
  milliseconds: number,
): Promise<FetchedFiles | Failure> {
  const npm = await findNpm()
  if (!npm) return { failure: 'This source needs npm, but npm is not on the PATH.' }
  const target = await mkdtemp(join(tmpdir(), 'recline-npm-'))
  try {
    const args = [
      ...npm.args,
      'pack',
      spec,
      '--pack-destination',
      target,
      '--ignore-scripts',
      '--json',
      '--loglevel=error',
    ]
    const { stdout } = await run(npm.program, args, {
      cwd: folder,
      env: host.env,
      timeout: milliseconds,
      killSignal: 'SIGKILL',
    })
    const [packed] = JSON.parse(stdout) as { readonly id?: string }[]
    const [archive] = (await readdir(target)).filter(name => name.endsWith('.tgz'))
    if (archive === undefined) return { failure: `npm:${spec} could not be fetched: npm wrote no package.` }
    const tar = await promisify(gunzip)(await readFile(join(target, archive)), { maxOutputLength: mostOfPackage })
    const files = new Map<string, string>()
    for (const { name, type, size, data } of parseTar(tar)) {
      // The first folder is that of the package, mostly "package".
      const path = name.replace(/^(\.\/)?[^/]+\//, '')
      if (type === 'file' && data && path.endsWith('.json') && (size ?? 0) <= mostOfDescriptor)
        files.set(path, new TextDecoder().decode(data))
    }
    return { files, resolved: `npm:${packed?.id ?? spec}` }
  } catch (error) {
    return { failure: `npm:${spec} could not be fetched: ${npmReason(error as RunError, milliseconds)}.` }
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}

const run = promisify(execFile)

type RunError = Error & { readonly killed?: boolean; readonly stdout?: string; readonly stderr?: string }

function npmReason({ killed, stdout = '', stderr = '', message }: RunError, milliseconds: number): string {
  if (killed) return `it took longer than ${milliseconds / 1000} seconds ("--timeout" allows more)`
  const summary =
    /"summary": "((?:[^"\\]|\\.)*)"/.exec(stdout)?.[1] ?? /npm (?:error|ERR!) (?!code)(.*)/.exec(stderr)?.[1]
  return (summary ?? message.split('\n')[0]!).replace(/\.$/, '')
}

/** The npm that belongs to this Node, or that of the `PATH`. A file for a shell, as Windows has, cannot be run. */
async function findNpm(): Promise<{ readonly program: string; readonly args: readonly string[] } | undefined> {
  const beside = dirname(process.execPath)
  const script = [
    join(beside, 'node_modules/npm/bin/npm-cli.js'),
    join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
  ].find(existsSync)
  if (script !== undefined) return { program: process.execPath, args: [script] }
  const program = await findProgram('npm')
  return program === undefined ? undefined : { program, args: [] }
}
