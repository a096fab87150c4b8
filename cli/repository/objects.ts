import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { Socket } from 'node:net'
import { resolve } from 'node:path'
import type { Failure } from '../files/failure.ts'
import { whenRunEnds } from '../host/host.ts'
import { failureOf, startGit } from './git.ts'

/** An object of a repository: a file, a folder or a commit. */
export interface GitObject {
  readonly type: string
  /** Its bytes. They are part of a larger buffer, so copy what is kept. */
  readonly content: Buffer
}

/** Gets an object; undefined for one that git does not have. */
type Take = (object: GitObject | undefined) => void

/**
 * Reads objects of a repository, in the order of their names. One process of git reads all objects of a run.
 *
 * @param place a folder of the repository, or its git directory
 * @param names object ids, or names such as `HEAD^{tree}`
 * @param take gets each object as soon as it is there, with its index
 * @returns why not all of them could be read; undefined if they could
 */
export async function readObjects(
  place: { readonly folder: string } | { readonly gitDirectory: string },
  names: readonly string[],
  take: (object: GitObject | undefined, index: number) => void,
): Promise<Failure | undefined> {
  if (names.length === 0) return undefined
  const options = 'folder' in place ? ['-C', resolve(place.folder)] : [`--git-dir=${resolve(place.gitDirectory)}`]
  const key = options.join(' ')
  let reader = readers.get(key)
  if (!reader) {
    if (readers.size === 0) whenRunEnds(endReaders)
    reader = startReader(options, () => readers.delete(key))
    readers.set(key, reader)
  }
  const started = await reader
  return 'failure' in started ? started : started.read(names, take)
}

/** The processes of this run, by their places. */
const readers = new Map<string, Promise<ObjectReader | Failure>>()

function endReaders(): void {
  for (const reader of readers.values()) void reader.then(started => 'failure' in started || started.end())
  readers.clear()
}

async function startReader(options: readonly string[], forget: () => void): Promise<ObjectReader | Failure> {
  const child = await startGit([...options, 'cat-file', '--batch'])
  return 'failure' in child ? child : new ObjectReader(child, forget)
}

/** A process of `git cat-file --batch`. It lets the run end while nothing is read. */
class ObjectReader {
  private readonly waiting: Take[] = []
  private readonly parser = new BatchParser(object => this.waiting.shift()!(object))
  private stderr = ''
  private readonly ended: Promise<Failure>

  constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    forget: () => void,
  ) {
    child.stdout.on('data', part => this.parser.add(part))
    child.stderr.setEncoding('utf8').on('data', text => {
      this.stderr += text
    })
    // If git ends before it has read its input, its error is reported below.
    child.stdin.on('error', () => undefined)
    this.ended = new Promise(ended => {
      for (const event of ['error', 'close'])
        child.on(event, () => {
          forget()
          ended(failureOf(this.stderr))
        })
    })
    this.letEnd(true)
  }

  async read(
    names: readonly string[],
    take: (object: GitObject | undefined, index: number) => void,
  ): Promise<Failure | undefined> {
    this.letEnd(false)
    const all = new Promise<undefined>((done, fail) => {
      for (const index of names.keys())
        this.waiting.push(object => {
          try {
            take(object, index)
          } catch (error) {
            fail(error)
          }
          if (index === names.length - 1) done(undefined)
        })
    })
    this.child.stdin.write(names.map(name => `${name}\n`).join(''))
    try {
      return await Promise.race([all, this.ended])
    } finally {
      if (this.waiting.length === 0) this.letEnd(true)
    }
  }

  end(): void {
    this.child.stdin.end()
  }

  /** Says whether the run may end while the process is there. */
  private letEnd(mayEnd: boolean): void {
    const { child } = this
    const streams = [child.stdin, child.stdout, child.stderr] as unknown as Socket[]
    for (const one of [child, ...streams]) one[mayEnd ? 'unref' : 'ref']()
  }
}

/**
 * Finds the objects in the output of `git cat-file --batch`, which comes in parts: for each name a line
 * `<id> <type> <size>`, the bytes and a line end; or a line that ends in `missing` or `ambiguous`.
 */
export class BatchParser {
  private parts: Buffer[] = []
  private length = 0
  /** The type of the object whose bytes are next; undefined before its first line. */
  private type: string | undefined
  /** The bytes that this object has, with the line end behind it. */
  private wanted = 0

  /** @param take gets each object; undefined for one that git does not have */
  constructor(private readonly take: Take) {}

  add(part: Buffer): void {
    this.parts.push(part)
    this.length += part.length
    if (this.length < this.wanted) return
    const all = this.parts.length === 1 ? part : Buffer.concat(this.parts)
    const rest = all.subarray(this.takeFrom(all))
    this.parts = rest.length > 0 ? [rest] : []
    this.length = rest.length
  }

  /** Takes the objects that are whole, and returns where the rest starts. */
  private takeFrom(output: Buffer): number {
    let position = 0
    for (;;) {
      if (this.type === undefined) {
        const end = output.indexOf('\n', position)
        if (end < 0) return position
        const [, type, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(output.toString('latin1', position, end)) ?? []
        position = end + 1
        if (type === undefined) this.take(undefined)
        else {
          this.type = type
          this.wanted = Number(size) + 1
        }
      } else {
        const end = position + this.wanted
        if (end > output.length) return position
        const { type } = this
        this.type = undefined
        this.wanted = 0
        this.take({ type, content: output.subarray(position, end - 1) })
        position = end
      }
    }
  }
}
