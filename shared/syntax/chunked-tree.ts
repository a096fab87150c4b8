import type { Difference } from './difference.ts'
import { allItems, chunkAt, type List } from './list.ts'
import type { Entry } from './nodes.ts'

/**
 * The entries of a file in chunks, and where they start. It knows where each chunk starts, and where each entry starts
 * in its chunk. So a change moves the starts of chunks only.
 */
export class ChunkedTree {
  private readonly places: readonly Places[]
  private readonly chunkStarts: Uint32Array
  private readonly chunkLines: Uint32Array
  private flat: (Places & { readonly entries: readonly Entry[] }) | undefined

  constructor(
    readonly list: List<Entry>,
    readonly change?: Difference & { readonly before: List<Entry> },
  ) {
    this.places = list.chunks.map(placesInChunk)
    this.chunkStarts = new Uint32Array(this.places.length + 1)
    this.chunkLines = new Uint32Array(this.places.length + 1)
    this.places.forEach(({ starts, lines }, chunk) => {
      this.chunkStarts[chunk + 1] = this.chunkStarts[chunk]! + starts.at(-1)!
      this.chunkLines[chunk + 1] = this.chunkLines[chunk]! + lines.at(-1)!
    })
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
    this.flat ??= { entries: allItems(this.list), ...placesOfEntries(allItems(this.list)) }
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
