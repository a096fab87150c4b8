import type { FileResult } from './file-result.ts'

/**
 * Gives all results to several readers. Results are streams that can be read only once, so all readers get a result at
 * the same time. Each reader must read everything.
 */
export function splitResults(results: AsyncIterable<FileResult>, readers: number): AsyncIterable<FileResult>[] {
  if (readers === 1) return [results]
  async function* shared(): AsyncGenerator<FileResult[]> {
    for await (const result of results) {
      const problems = split(result.problems, readers)
      yield problems.map(own => ({ ...result, problems: own }))
    }
  }
  return split(shared(), readers).map(async function* (all, reader) {
    for await (const copies of all) yield copies[reader]!
  })
}

/** Gives all items to several readers. An item is read when all readers have asked for it. */
function split<Item>(items: AsyncIterable<Item>, readers: number): AsyncIterable<Item>[] {
  const source = items[Symbol.asyncIterator]()
  let current = newRound<IteratorResult<Item>>()
  const next = (): Promise<IteratorResult<Item>> => {
    const round = current
    if (++round.asked < readers) return round.item
    current = newRound()
    source.next().then(round.resolve, round.reject)
    return round.item
  }
  return Array.from({ length: readers }, () => ({ [Symbol.asyncIterator]: () => ({ next }) }))
}

/** One item, which comes when all readers have asked for it. */
interface Round<Item> {
  asked: number
  readonly item: Promise<Item>
  readonly resolve: (item: Item) => void
  readonly reject: (error: unknown) => void
}

function newRound<Item>(): Round<Item> {
  let resolve: (item: Item) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const item = new Promise<Item>((...functions) => {
    ;[resolve, reject] = functions
  })
  return { asked: 0, item, resolve, reject }
}
