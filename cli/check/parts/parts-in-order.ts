import { startOfFile } from '../../../shared/scan/part.ts'
import type { Failure } from '../../files/failure.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import type { PartResult } from './check-part.ts'
import type { Content } from './content.ts'
import { type ByteRange, partRanges, usualPartSize, wholeFile } from './part-reader.ts'
import type { safeChecker } from './runner.ts'

/** A part of a file, and the range of bytes that it was asked for by. */
export interface PartInOrder {
  readonly range: ByteRange
  readonly part: PartResult
}

/** Reads the parts of a file for their records alone, in their order. The first failure is the last thing it gives. */
export function* partsInOrder(
  planned: PlannedFile,
  content: Content,
  check: ReturnType<typeof safeChecker>,
): Generator<PartInOrder | Failure> {
  let before = startOfFile
  for (const range of partRanges(wholeFile, content, usualPartSize)) {
    const part = check({
      planned,
      content,
      range,
      before,
      counts: undefined,
      hasNames: false,
      details: undefined,
      top: [],
    })
    if (!part) continue
    if ('failure' in part) {
      yield part
      return
    }
    yield { range, part }
    before = part.after
  }
}
