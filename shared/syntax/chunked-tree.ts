import { type Difference, differenceBetween } from './difference.ts'
import { allItems, chunkAt, type List } from './list.ts'
import type { Entry } from './nodes.ts'

/**
 * The entries of a file in chunks, and where they start. It knows where each chunk starts, and where each entry starts
 * in its chunk. So a change moves the starts of chunks only.
 */
export class ChunkedTree {
  /** The whole text, if somebody remembers it. Trees of equal entries are equal with it and without it. */
  #text: string | undefined
  private readonly places: readonly Places[]
  private readonly chunkStarts: Uint32Array
  private readonly chunkLines: Uint32Array
  private flat: (Places & { readonly entries: readonly Entry[] }) | undefined

  /** @param before a tree that has most of the chunks */
  constructor(
    readonly list: List<Entry>,
    readonly change?: Difference & { readonly before: List<Entry> },
    before?: object,
  ) {
    this.places = before instanceof ChunkedTree ? before.placesWith(list.chunks) : list.chunks.map(placesInChunk)
    const { length } = this.places
    this.chunkStarts = new Uint32Array(length + 1)
    this.chunkLines = new Uint32Array(length + 1)
    for (let chunk = 0; chunk < length; chunk++) {
      const { starts, lines } = this.places[chunk]!
      const end = starts.length - 1
      this.chunkStarts[chunk + 1] = this.chunkStarts[chunk]! + starts[end]!
      this.chunkLines[chunk + 1] = this.chunkLines[chunk]! + lines[end]!
    }
  }

  /** The places in other chunks, of which the first and the last ones are those of this tree. */
  private placesWith(chunks: List<Entry>['chunks']): readonly Places[] {
    const { first, oldEnd, newEnd } = differenceBetween(this.list.chunks, chunks)
    const fresh = chunks.slice(first, newEnd).map(placesInChunk)
    return this.places.slice(0, first).concat(fresh, this.places.slice(oldEnd))
  }

  get text(): string | undefined {
    return this.#text
  }

  set text(text: string | undefined) {
    this.#text = text
  }

  get entries(): readonly Entry[] {
    return this.whole().entries
  }

  get starts(): Uint32Array {
    return this.whole().starts
  }

  get lines(): Uint32Array {
    return this.whole().lines
  }

  startOf(index: number): number {
    const chunk = chunkAt(this.list, index)
    return chunk < 0 ? 0 : this.chunkStarts[chunk]! + this.places[chunk]!.starts[index - this.list.firsts[chunk]!]!
  }

  lineOf(index: number): number {
    const chunk = chunkAt(this.list, index)
    return chunk < 0 ? 0 : this.chunkLines[chunk]! + this.places[chunk]!.lines[index - this.list.firsts[chunk]!]!
  }

  private whole(): NonNullable<typeof this.flat> {
    if (!this.flat) {
      const entries = allItems(this.list)
      this.flat = { entries, ...placesOfEntries(entries) }
    }
    return this.flat
  }
}

/** The offset and the line at which each of some entries starts, and at which the last one ends. */
interface Places {
  readonly starts: Uint32Array
  readonly lines: Uint32Array
}

/** Entries with their places, as far as they follow each other. */
export function placesOfEntries(entries: readonly Entry[]): Places {
  const starts = new Uint32Array(entries.length + 1)
  const lines = new Uint32Array(entries.length + 1)
  for (let index = 0; index < entries.length; index++) {
    const { text, lineBreaks } = entries[index]!
    starts[index + 1] = starts[index]! + text.length
    lines[index + 1] = lines[index]! + lineBreaks
  }
  return { starts, lines }
}

const rememberedPlaces = new WeakMap<readonly Entry[], Places>()

function placesInChunk(chunk: readonly Entry[]): Places {
  let places = rememberedPlaces.get(chunk)
  if (!places) {
    places = placesOfEntries(chunk)
    rememberedPlaces.set(chunk, places)
  }
  return places
}
