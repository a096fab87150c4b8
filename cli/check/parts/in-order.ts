/** What comes of jobs, in the order of the jobs, while up to `ahead` of them are being done. */
export async function* inOrder<Job, Result>(
  jobs: Iterable<Job> | AsyncIterable<Job>,
  ahead: number,
  run: (job: Job) => Promise<Result>,
): AsyncGenerator<readonly [Job, Result]> {
  const waiting: { readonly job: Job; readonly result: Promise<Result> }[] = []
  for await (const job of jobs) {
    const result = run(job)
    // Who comes to a job that failed hears of it then.
    result.catch(() => undefined)
    waiting.push({ job, result })
    if (waiting.length < ahead) continue
    const { job: first, result: done } = waiting.shift()!
    yield [first, await done]
  }
  for (const { job, result } of waiting) yield [job, await result]
}
