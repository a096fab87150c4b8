import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Registry } from '../../../shared/domains/registry.ts'
import type { NameHash } from '../../../shared/scan/names.ts'
import type { Failure } from '../../files/failure.ts'
import type { PartResult, PartTask } from './check-part.ts'
import { type PartRunner, runHere } from './runner.ts'
import type { FromWorker, WorkerSetting } from './worker.ts'

interface Job {
  readonly task: PartTask
  readonly resolve: (result: PartResult | Failure) => void
  readonly reject: (error: unknown) => void
}

/**
 * Checks parts in this thread, and in others as soon as they have started.
 *
 * @param others how many threads there are besides this one
 */
export function runInThreads(registry: Registry, key: NameHash, partSize: number, others: number): PartRunner {
  const here = runHere(registry, key, partSize)
  const queue: Job[] = []
  let isWorking = false
  const setting: WorkerSetting = {
    descriptors: [...registry.domains.values()].map(({ descriptor }) => descriptor),
    key,
    partSize,
  }
  const threads = Array.from({ length: others }, () => startThread(setting, queue))

  /** Works through the queue, which the other threads take from, too. */
  async function work(): Promise<void> {
    isWorking = true
    for (let job = queue.shift(); job; job = queue.shift()) await here.run(job.task).then(job.resolve, job.reject)
    isWorking = false
  }

  return {
    ahead: 3 * (others + 1),
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

/** Starts a thread that takes jobs from a queue when it is told that there may be some. */
function startThread(setting: WorkerSetting, queue: Job[]): { feed(): void; close(): Promise<unknown> } {
  const worker = new Worker(join(__dirname, 'check-worker.js'), { workerData: setting })
  const jobs: Job[] = []
  let isReady = false
  const feed = (): void => {
    // One job waits for the thread while it does another, so that it need not wait for this one.
    while (isReady && jobs.length < 2 && queue.length > 0) {
      const job = queue.shift()!
      jobs.push(job)
      worker.postMessage(job.task)
    }
  }
  worker.on('message', (message: FromWorker) => {
    if (message === 'ready') isReady = true
    else jobs.shift()!.resolve(message)
    feed()
  })
  worker.on('error', error => {
    isReady = false
    for (const { reject } of jobs.splice(0)) reject(error)
  })
  return { feed, close: () => worker.terminate() }
}
