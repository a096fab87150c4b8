import { parentPort, workerData } from 'node:worker_threads'
import type { Descriptor } from '../../../shared/domains/descriptor.ts'
import { type Spoken, speak } from '../../../shared/domains/localize.ts'
import { createRegistry } from '../../../shared/domains/registry.ts'
import { type NameHash, NameHasher } from '../../../shared/scan/names.ts'
import type { PartTask } from './check-part.ts'
import { PartReader } from './part-reader.ts'
import { type PartOutcome, safeChecker } from './runner.ts'

/** What a thread needs to check parts. */
export interface WorkerData {
  readonly descriptors: readonly Descriptor[]
  readonly key: NameHash
  /** The language of its messages. */
  readonly spoken: Spoken
}

/** A message of a thread: first that it has started, then the outcome of each task. */
export type WorkerMessage = 'ready' | PartOutcome

const { descriptors, key, spoken } = workerData as WorkerData
speak(spoken)
const checkInWorker = safeChecker(createRegistry(descriptors), new NameHasher(key), new PartReader())

parentPort!.on('message', (task: PartTask) => {
  const outcome = checkInWorker(task)
  const arrays =
    outcome && 'names' in outcome
      ? [
          ...Object.values(outcome.names),
          ...outcome.rows.flatMap(({ places, numbers, states, listedIds }) => [places, numbers, states, listedIds]),
        ]
      : []
  parentPort!.postMessage(
    outcome,
    arrays.map(({ buffer }) => buffer),
  )
})

parentPort!.postMessage('ready')
