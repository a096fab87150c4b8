import { setImmediate } from 'node:timers/promises'
import type { Registry } from '../../../shared/domains/registry.ts'
import { NameHasher, randomKey } from '../../../shared/scan/names.ts'
import { type Failure, unreadable } from '../../files/failure.ts'
import { sourceName } from '../../files/read-text.ts'
import { type PartResult, type PartTask, partChecker, type WantedValues } from './check-part.ts'
import { PartReader } from './part-reader.ts'

/** The outcome of a task; undefined if no part starts in its range. */
export type PartOutcome = PartResult | Failure | undefined

/** Checks parts, in this thread or in several. */
export interface PartRunner {
  /** How many tasks to start before the first one is done, so that no thread waits. */
  readonly ahead: number
  /** Calculates hashes of names as they are in the results. */
  readonly hasher: NameHasher
  run(task: PartTask): Promise<PartOutcome>
  close(): Promise<void>
}

/** Checks parts in this thread, one after the other. */
export function runHere(registry: Registry, key = randomKey()): PartRunner {
  const reader = new PartReader()
  const hasher = new NameHasher(key)
  const check = safeChecker(registry, hasher, reader)
  return {
    ahead: 1,
    hasher,
    run: async task => {
      // Lets timers and signals run between two parts.
      await setImmediate()
      return check(task)
    },
    close: async () => reader.close(),
  }
}

/**
 * Creates a function that checks parts. It returns an error of the system as a failure of the file.
 *
 * @param wanted as for `partChecker`
 */
export function safeChecker(
  registry: Registry,
  hasher: NameHasher,
  reader: PartReader,
  wanted?: WantedValues,
): (task: PartTask) => PartOutcome {
  const check = partChecker(registry, hasher, reader, wanted)
  return task => {
    try {
      return check(task)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).errno === undefined) throw error
      return unreadable(sourceName(task.planned.source), error)
    }
  }
}
