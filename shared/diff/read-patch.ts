import type { Hunk } from './patch.ts'
import { readName } from './patch-name.ts'

/** The changes of a file in a patch. */
export interface FilePatch {
  /** The names of the file; undefined if that version does not have it. */
  readonly before: string | undefined
  readonly after: string | undefined
  readonly hunks: readonly Hunk[]
}

/**
 * Reads a patch: a unified diff, as `patchOf` or git writes it.
 *
 * @returns the line, from 1, that is no line of a patch, if there is one
 */
export function readPatch(text: string): FilePatch[] | { readonly line: number } {
  const lines = text.split(/(?<=\n)/)
  const files: (FilePatch & { readonly hunks: Hunk[] })[] = []
  for (let index = 0; index < lines.length; ) {
    const line = lines[index]!
    if (line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ')) {
      files.push({ before: fileNameIn(line), after: fileNameIn(lines[index + 1]!), hunks: [] })
      index += 2
      continue
    }
    const counts = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)
    if (!counts) {
      // Text between files, such as the message of a commit.
      index++
      continue
    }
    const hunk = hunkAt(lines, index + 1, Number(counts[2] ?? 1), Number(counts[4] ?? 1))
    const file = files.at(-1)
    if (!file || typeof hunk === 'number') return { line: (typeof hunk === 'number' ? hunk : index) + 1 }
    file.hunks.push({
      ...hunk,
      line: { before: firstLineOfHunk(counts[1], counts[2]), after: firstLineOfHunk(counts[3], counts[4]) },
    })
    index = hunk.end
  }
  return files
}

/** The first line of a hunk, from 0. If it has no line, the header has the one above it. */
const firstLineOfHunk = (line: string | undefined, count: string | undefined): number =>
  Number(line) - (count === '0' ? 0 : 1)

/** Reads the lines of a hunk. Returns the index of the first line that is not part of it, if there is one. */
function hunkAt(
  lines: readonly string[],
  start: number,
  beforeCount: number,
  afterCount: number,
): (Omit<Hunk, 'line'> & { readonly end: number }) | number {
  let [before, after] = ['', '']
  let [oldLeft, newLeft] = [beforeCount, afterCount]
  let index = start
  let sign = ' '
  for (; oldLeft > 0 || newLeft > 0 || lines[index]?.startsWith('\\'); index++) {
    const line = lines[index] ?? ''
    if (line.startsWith('\\')) {
      if (sign !== '+') before = before.replace(/\n$/, '')
      if (sign !== '-') after = after.replace(/\n$/, '')
      continue
    }
    // Some programs remove the space of an empty line.
    sign = line.trim() === '' && !line.startsWith(' ') ? ' ' : line[0]!
    const text = line.startsWith(sign) ? line.slice(1) : line
    if (!' -+'.includes(sign) || index >= lines.length) return index
    if (sign !== '+') {
      before += text
      oldLeft--
    }
    if (sign !== '-') {
      after += text
      newLeft--
    }
  }
  return { before, after, isAtEnd: sign !== ' ', end: index }
}

/** The name of a file without the prefix of its side; undefined for /dev/null. */
function fileNameIn(line: string): string | undefined {
  const name = readName(line.slice(4).replace(/(\t.*)?\r?\n?$/, ''))
  return name === '/dev/null' ? undefined : name.replace(/^[ab]\//, '')
}
