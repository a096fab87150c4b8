import { setImmediate } from 'node:timers/promises'
import type { Registry } from '../../../shared/domains/registry.ts'
import { type NameHash, NameHasher } from '../../../shared/scan/names.ts'
import { type Failure, unreadable } from '../../files/failure.ts'
import { type PartResult, type PartTask, partChecker } from './check-part.ts'
import { PartReader } from './part-reader.ts'

/** Checks parts, here or in other threads. */
export interface PartRunner {
  /** How many parts should be under way for nobody to wait. */
  readonly ahead: number
  run(task: PartTask): Promise<PartResult | Failure>
  close(): Promise<void>
}

/** Checks parts in this thread, one by one. */
export function runHere(registry: Registry, key: NameHash, partSize: number): PartRunner {
  const reader = new PartReader(partSize)
  const check = partChecker(registry, new NameHasher(key), reader)
  return {
    ahead: 1,
    run: async task => {
      // Timers and signals have their turn between two parts.
      await setImmediate()
      return runSafely(check, task)
    },
    close: async () => reader.close(),
  }
}

/** What the system refuses is a failure of the file. */
export function runSafely(check: (task: PartTask) => PartResult, task: PartTask): PartResult | Failure {
  try {
    return check(task)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).errno === undefined) throw error
    return unreadable(task.file, error)
  }
}
