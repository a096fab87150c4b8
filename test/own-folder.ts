import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { printed } from '../cli/files/paths.ts'

/** A folder of files, made before each test of a file and removed behind it. */
export interface OwnFolder {
  /** The path of a file, or of the folder itself. */
  at(name?: string): string
  /** Writes files; objects as JSON. */
  write(contents: Readonly<Record<string, string | Uint8Array | object>>): void
  read(name: string): string
  /** The names of its files, also those in folders, sorted. */
  names(): string[]
  /**
   * What a function writes, as text: standard output, then the lines of standard error behind `! `, then the exit code.
   * Paths are those from the folder.
   */
  said(run: () => Promise<unknown>): Promise<string>
  /** What a function writes to standard output, as bytes. */
  written(run: () => Promise<unknown>): Promise<Buffer>
}

export function ownFolder(): OwnFolder {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recline-test-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  return {
    at: (name = '') => join(folder, name),
    write(contents) {
      for (const [name, content] of Object.entries(contents)) {
        const path = join(folder, name)
        mkdirSync(dirname(path), { recursive: true })
        const isData = typeof content === 'string' || content instanceof Uint8Array
        writeFileSync(path, isData ? content : JSON.stringify(content))
      }
    },
    read: name => readFileSync(join(folder, name), 'utf8'),
    names: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => !entry.isDirectory())
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
        .sort(),
    async said(run) {
      const { stdout, stderr, code } = await captured(run)
      const text = `${stdout.toString()}${stderr.toString().replace(/^(?=.)/gm, '! ')}exit ${code}`
      return text.replaceAll(`${printed(folder)}/`, '').replaceAll(`${folder}/`, '')
    },
    written: async run => (await captured(run)).stdout,
  }
}

interface Captured {
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly code: unknown
}

/** Runs a function, and takes what it writes instead of the process. */
async function captured(run: () => Promise<unknown>): Promise<Captured> {
  const { stdout, stderr, exitCode } = process
  const pieces = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  const writes = { stdout: stdout.write, stderr: stderr.write }
  const listeners = process.listeners('SIGINT')
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (piece: string | Uint8Array) => {
      pieces[name].push(Buffer.from(piece as string))
      return true
    }
  process.exitCode = undefined
  try {
    await run()
    return { stdout: Buffer.concat(pieces.stdout), stderr: Buffer.concat(pieces.stderr), code: process.exitCode }
  } finally {
    Object.assign(stdout, { write: writes.stdout })
    Object.assign(stderr, { write: writes.stderr })
    process.exitCode = exitCode
    for (const listener of process.listeners('SIGINT'))
      if (!listeners.includes(listener)) process.removeListener('SIGINT', listener)
  }
}
