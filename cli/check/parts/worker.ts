import { parentPort, workerData } from 'node:worker_threads'
import type { Descriptor } from '../../../shared/domains/descriptor.ts'
import { createRegistry } from '../../../shared/domains/registry.ts'
import { type NameHash, NameHasher } from '../../../shared/scan/names.ts'
import type { Failure } from '../../files/failure.ts'
import { type PartResult, type PartTask, partChecker } from './check-part.ts'
import { PartReader } from './part-reader.ts'
import { runSafely } from './runner.ts'

/** What a thread needs to know to check parts. */
export interface WorkerSetting {
  readonly descriptors: readonly Descriptor[]
  readonly key: NameHash
  readonly partSize: number
}

/** What a thread says: that it has started, then what comes of each task. */
export type FromWorker = 'ready' | PartResult | Failure

const { descriptors, key, partSize } = workerData as WorkerSetting
const check = partChecker(createRegistry(descriptors), new NameHasher(key), new PartReader(partSize))

parentPort!.on('message', (task: PartTask) => {
  const result = runSafely(check, task)
  const moved =
    typeof result === 'object' && 'names' in result
      ? [result.names.definitions.buffer, result.names.references.buffer]
      : []
  parentPort!.postMessage(result, moved)
})

parentPort!.postMessage('ready')
