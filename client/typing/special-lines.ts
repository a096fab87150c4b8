import type { TypedChange } from '../editor/positions.ts'

/**
 * Finds the blocks of a text, whose lines are no records, and its headers. It follows the changes, as a text can have
 * many lines.
 */
export class SpecialLines {
  /** In the order of their lines. */
  private markers: readonly SpecialLine[]

  constructor(
    lineCount: number,
    private readonly textOf: (line: number) => string,
  ) {
    this.markers = this.markersBetween(0, lineCount)
  }

  /** Whether a line is in a block, or starts or ends one. */
  isInBlock(line: number): boolean {
    const marker = this.markers.findLast(one => one.line <= line && one.word !== 'DOC')
    return marker !== undefined && (marker.word === 'BEGIN' || marker.line === line)
  }

  /** The first line of the header that counts on a line; empty above all headers. */
  headerOf(line: number): string {
    const header = this.markers.findLast(one => one.line <= line && one.word === 'DOC' && !this.isInBlock(one.line))
    return header ? this.textOf(header.line).trim() : ''
  }

  /** Takes a change, which the text has already. */
  change({ range: { start, end }, text }: TypedChange): void {
    const count = text.split(/\r\n|\r|\n/).length
    const added = count - 1 - (end.line - start.line)
    const above = this.markers.filter(({ line }) => line < start.line)
    const below = this.markers.filter(({ line }) => line > end.line)
    const moved = added === 0 ? below : below.map(one => ({ ...one, line: one.line + added }))
    this.markers = [...above, ...this.markersBetween(start.line, start.line + count), ...moved]
  }

  private markersBetween(first: number, end: number): SpecialLine[] {
    const markers: SpecialLine[] = []
    for (let line = first; line < end; line++) {
      const [, word] = /^\s*@(BEGIN(?!\S)|END(?!\S)|doc(?![A-Za-z0-9_-]))/i.exec(this.textOf(line)) ?? []
      if (word === 'BEGIN' || word === 'END') markers.push({ line, word })
      else if (word?.toUpperCase() === 'DOC') markers.push({ line, word: 'DOC' })
    }
    return markers
  }
}

/** A line that starts or ends a block, or is the first one of a header. */
interface SpecialLine {
  readonly line: number
  readonly word: 'BEGIN' | 'END' | 'DOC'
}
