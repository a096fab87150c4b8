/** For how many milliseconds work goes on until other work has its turn. */
const longestTurn = 4

/** Runs work in the next turn of the event loop. Browsers have no `setImmediate`; a timer takes longer. */
const inNextTurn: (work: () => void) => void = globalThis.setImmediate ?? setTimeout

/** Those that wait for a turn. */
const waiting: (() => void)[] = []

/**
 * Waits until all that has come in has had its turn on the event loop. Of all that wait, only one goes on in each turn:
 * together they could block it for long.
 */
export const nextTurn = (): Promise<void> =>
  new Promise(resolve => {
    if (waiting.push(resolve) === 1) inNextTurn(startTurn)
  })

function startTurn(): void {
  const goOn = waiting.shift()
  if (waiting.length > 0) inNextTurn(startTurn)
  goOn?.()
}

/** Runs asynchronous work on many things, up to six at a time, so that there is work while some wait for input. */
export async function forEach<Thing>(things: Iterable<Thing>, work: (thing: Thing) => Promise<void>): Promise<void> {
  const remaining = [...things].values()
  const runOneByOne = async (): Promise<void> => {
    for (const thing of remaining) await work(thing)
  }
  await Promise.all(Array.from({ length: 6 }, runOneByOne))
}

/** Runs work that comes in short parts; every few milliseconds, other work has its turn. Returns the result. */
export async function inTurns<Result>(parts: Iterator<undefined, Result>): Promise<Result> {
  let end = performance.now() + longestTurn
  let part = parts.next()
  while (!part.done) {
    if (performance.now() >= end) {
      await nextTurn()
      end = performance.now() + longestTurn
    }
    part = parts.next()
  }
  return part.value
}
