/** Runs work in the next turn of the event loop. Browsers have no `setImmediate`, and a timer takes milliseconds. */
const inNextTurn: (work: () => void) => void = globalThis.setImmediate ?? setTimeout

/** For how many milliseconds work goes on until other work has its turn. A key waits for some turns. */
const longestTurn = inNextTurn === setTimeout ? 8 : 1

/** When the turn ends that began last, by `performance.now()`. All work in it shares the time. */
let endOfTurn = 0

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
  endOfTurn = performance.now() + longestTurn
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

/** Runs work that comes in short parts, and lets other work have its turn between them. Returns the result. */
export async function inTurns<Result>(parts: Iterator<undefined, Result>): Promise<Result> {
  for (;;) {
    // Much work is over sooner. As it shares the turn with the work before it, a row of such works has turns, too.
    if (performance.now() >= endOfTurn) await nextTurn()
    const part = parts.next()
    if (part.done) return part.value
  }
}
