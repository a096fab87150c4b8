/** Runs jobs, up to `ahead` of them at a time, and gives each with its result, in the order of the jobs. */
export async function* resultsInOrder<Job, Result>(
  jobs: Iterable<Job> | AsyncIterable<Job>,
  ahead: number,
  run: (job: Job) => Promise<Result>,
): AsyncGenerator<readonly [Job, Result]> {
  const waiting: { readonly job: Job; readonly result: Promise<Result> }[] = []
  for await (const job of jobs) {
    const result = run(job)
    // Prevents an unhandled rejection; the error is thrown below, where the result is awaited.
    result.catch(() => undefined)
    waiting.push({ job, result })
    if (waiting.length < ahead) continue
    const { job: first, result: done } = waiting.shift()!
    yield [first, await done]
  }
  for (const { job, result } of waiting) yield [job, await result]
}
