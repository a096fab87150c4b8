import { Worker } from 'node:worker_threads'
import { spokenNow } from '../../../shared/domains/localize.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { randomKey } from '../../../shared/scan/names.ts'
import type { PartTask } from './check-part.ts'
import { type PartOutcome, type PartRunner, runHere } from './runner.ts'
import type { WorkerData, WorkerMessage } from './worker.ts'

/** A task, and what to call when it is done. */
interface ThreadJob {
  readonly task: PartTask
  readonly resolve: (outcome: PartOutcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Checks parts in this thread, and in others as soon as they have started.
 *
 * @param others how many threads there are besides this one
 * @param program the path of the program that they run
 */
export function runInThreads(registry: Registry, others: number, program: string): PartRunner {
  const key = randomKey()
  const here = runHere(registry, key)
  const queue: ThreadJob[] = []
  let isWorking = false
  const descriptors = [...registry.domains.values()].map(({ written }) => written)
  const data = { descriptors, key, spoken: spokenNow() }
  const threads = Array.from({ length: others }, () => startThread(program, data, queue))

  /** Works through the queue, from which the other threads take jobs as well. */
  async function work(): Promise<void> {
    isWorking = true
    for (let job = queue.shift(); job; job = queue.shift()) await here.run(job.task).then(job.resolve, job.reject)
    isWorking = false
  }

  return {
    ahead: 3 * (others + 1),
    hasher: here.hasher,
    run: task =>
      new Promise((resolve, reject) => {
        queue.push({ task, resolve, reject })
        for (const { feed } of threads) feed()
        if (!isWorking) void work()
      }),
    close: async () => {
      await Promise.all([here.close(), ...threads.map(({ close }) => close())])
    },
  }
}

/** Starts a thread that takes jobs from a queue whenever `feed` is called. */
function startThread(
  program: string,
  workerData: WorkerData,
  queue: ThreadJob[],
): { feed(): void; close(): Promise<unknown> } {
  const worker = new Worker(program, { workerData })
  const jobs: ThreadJob[] = []
  let isReady = false
  const feed = (): void => {
    // The thread has its next job before it is done with one, so that it need not wait for this thread.
    while (isReady && jobs.length < 2 && queue.length > 0) {
      const job = queue.shift()!
      jobs.push(job)
      worker.postMessage(job.task)
    }
  }
  worker.on('message', (message: WorkerMessage) => {
    if (message === 'ready') isReady = true
    // The answer of a thread can come behind its error.
    else jobs.shift()?.resolve(message)
    feed()
  })
  const stop = (error: Error): void => {
    isReady = false
    for (const { reject } of jobs.splice(0)) reject(error)
  }
  worker.on('error', stop)
  worker.on('messageerror', stop)
  // A thread can also end without an error. Nobody would wait for its answers then, and the run would end without any.
  worker.on('exit', code => stop(new Error(`a thread that checks records ended with code ${code} before it was done`)))
  return { feed, close: () => worker.terminate() }
}
