import type { Failure } from '../files/failure.ts'
import { streamGit } from './git.ts'
import type { GitFile } from './revision.ts'

/**
 * Reads the contents of files, in their order.
 *
 * @param folder a folder of their repository
 */
export async function contentsOf(files: readonly GitFile[], folder: string): Promise<Buffer[] | Failure> {
  const found: Buffer[] = []
  const failure = await eachContent(files, (_, content) => found.push(content), folder)
  return failure ?? found
}

/**
 * Reads the contents of files one after the other, in their order, while git reads the next.
 *
 * @param take gets each content as soon as it is there
 * @param folder a folder of their repository
 * @returns why not all of them could be read; undefined if they could
 */
export async function eachContent<File extends Pick<GitFile, 'id' | 'path'>>(
  files: readonly File[],
  take: (file: File, content: Buffer) => void,
  folder = '.',
): Promise<Failure | undefined> {
  let missing: Failure | undefined
  let next = 0
  const parser = new BatchParser(content => {
    const file = files[next++]!
    if (content) take(file, content)
    else missing ??= { failure: `git does not have ${file.path} of this revision; fetch it first.` }
  })
  const input = files.map(({ id }) => `${id}\n`).join('')
  const failure = await streamGit(['-C', folder, 'cat-file', '--batch'], input, part => parser.add(part))
  return missing ?? failure
}

/**
 * Finds the contents in the output of `git cat-file --batch`, which comes in parts: for each id a line
 * `<id> blob <size>`, the bytes and a line end; or the line `<id> missing`.
 */
export class BatchParser {
  private parts: Buffer[] = []
  private length = 0
  /** The bytes that the content still has, with the line end behind it; undefined before its first line. */
  private wanted: number | undefined

  /** @param take gets each content; undefined for one that git does not have */
  constructor(private readonly take: (content: Buffer | undefined) => void) {}

  add(part: Buffer): void {
    this.parts.push(part)
    this.length += part.length
    if (this.length < (this.wanted ?? 0)) return
    const all = this.parts.length === 1 ? part : Buffer.concat(this.parts)
    const rest = all.subarray(this.takeFrom(all))
    this.parts = rest.length > 0 ? [rest] : []
    this.length = rest.length
  }

  /** Takes the contents that are whole, and returns where the rest starts. */
  private takeFrom(output: Buffer): number {
    let position = 0
    for (;;) {
      if (this.wanted === undefined) {
        const end = output.indexOf('\n', position)
        if (end < 0) return position
        const [, type, size] = output.toString('latin1', position, end).split(' ')
        position = end + 1
        if (type === 'blob') this.wanted = Number(size) + 1
        else this.take(undefined)
      } else {
        const end = position + this.wanted
        if (end > output.length) return position
        this.take(output.subarray(position, end - 1))
        position = end
        this.wanted = undefined
      }
    }
  }
}
