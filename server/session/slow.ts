/** How long an author may wait for what he does before he notices, in milliseconds. */
const noticeable = 100

/**
 * Does some work, and warns where it took so long that an author may have noticed.
 *
 * @param what what it is for, as the start of a sentence
 * @param warn takes that sentence
 * @param now the time in milliseconds, from whenever
 */
export function warnIfSlow<Result>(
  what: string,
  warn: (sentence: string) => void,
  work: () => Result,
  now: () => number = () => performance.now(),
): Result {
  const started = now()
  try {
    return work()
  } finally {
    const taken = Math.round(now() - started)
    if (taken > noticeable) warn(`${what} took ${taken} ms.`)
  }
}
