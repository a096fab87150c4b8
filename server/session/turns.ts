/** Waits until all that has come in has had its turn on the event loop. */
export const nextTurn = (): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve)
  })

/** Runs asynchronous work on many things, up to six at a time, so that there is work while some wait for input. */
export async function forEach<Thing>(things: Iterable<Thing>, work: (thing: Thing) => Promise<void>): Promise<void> {
  const remaining = [...things].values()
  const runOneByOne = async (): Promise<void> => {
    for (const thing of remaining) await work(thing)
  }
  await Promise.all(Array.from({ length: 6 }, runOneByOne))
}

/** Runs work that comes in parts, and lets other work have its turn between two parts. Returns the result. */
export async function inTurns<Result>(parts: Iterator<undefined, Result>): Promise<Result> {
  let part = parts.next()
  while (!part.done) {
    await nextTurn()
    part = parts.next()
  }
  return part.value
}
