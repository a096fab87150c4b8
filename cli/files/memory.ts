import { getHeapStatistics } from 'node:v8'
import { countOf } from '../../shared/basics/text.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Failure } from './failure.ts'

/** What a command keeps of each record at least, in bytes, as measured with records of one field without problems. */
export const keptOfRecord = { compared: 350, checked: 600 } as const

/**
 * Adds up what files need that a command keeps in memory as a whole. Node ends with a dump of V8 and without a sentence
 * when its memory is full, so a file that needs too much for certain is refused before it is parsed.
 *
 * @param ofRecord what the command keeps of each record at least
 * @param limit how large the heap can become, in bytes
 */
export class WholeFiles {
  private need = 0

  constructor(
    private readonly ofRecord: number,
    private readonly limit = getHeapStatistics().heap_size_limit,
  ) {}

  /** Adds a file; a failure if there is no memory for it. */
  add(name: string, text: string): Failure | undefined {
    this.need += text.length + countOf('@', text) * this.ofRecord
    if (this.need <= this.limit) return undefined
    const [need, limit] = [this.need, this.limit].map(bytes => Math.ceil(bytes / 2 ** 20)) as [number, number]
    return {
      failure: localize(
        '{file} needs more memory than Node may use here, at least {need} of {limit} MB; split it, or set {setting}.',
        { file: name, need, limit, setting: `NODE_OPTIONS=--max-old-space-size=${need * 2}` },
      ),
    }
  }
}
