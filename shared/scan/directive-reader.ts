import { attemptIn } from '../check/directive.ts'
import { areParted, type PlacedDirective } from '../check/suppressed-places.ts'
import { AT } from '../syntax/characters.ts'
import type { CommentNode, Entry } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { isBlankBetween, isCommentLine, nextLine } from './bytes/lines.ts'
import type { Part } from './part.ts'

/** Collects the comments of a part that suppress problems, or look as if they did; their places are lines. */
export class DirectiveReader {
  readonly found: PlacedDirective[] = []
  /** The next line that is no comment, as far as it was looked for: many comments in a row are passed once. */
  private next = { line: -1, start: 0 }

  constructor(private readonly part: Part) {}

  /**
   * Takes the next comment of the part.
   *
   * @param start where it starts
   * @param line the line that it is on
   * @param above where the entry above it starts; negative where there is none
   */
  take(comment: CommentNode, start: number, line: number, above: number): void {
    const directive = attemptIn(comment)
    if (!directive) return
    const { bytes, end, textEnd, decode } = this.part
    const below = nextLine(bytes, start, end)
    if (this.next.line <= line) this.next = { line: line + 1, start: below }
    while (this.next.start < end && isCommentLine(bytes, this.next.start, end))
      this.next = { line: this.next.line + 1, start: nextLine(bytes, this.next.start, end) }
    const isBetween =
      // Nothing above goes on in a line that starts with `@`, and most lines below do.
      bytes[below] !== AT &&
      areParted(
        lastEntry(above < 0 ? '' : decode(above, start)),
        parseEntries(decode(below, Math.min(nextLine(bytes, below, end), textEnd)))[0],
      )
    const nextStart = this.next.start
    const isBlank = nextStart < end && isBlankBetween(bytes, nextStart, nextLine(bytes, nextStart, end))
    this.found.push({ directive, place: line, next: isBlank ? undefined : this.next.line, isBetween })
  }
}

const lastEntry = (text: string): Entry | undefined => parseEntries(text).at(-1)
