import { saidBy } from '../../../shared/diff/record-fields.ts'
import { tagOfRecord } from '../../../shared/diff/record-key.ts'
import type { Unit } from '../../../shared/diff/units.ts'
import { jsonText } from '../../../shared/syntax/controls.ts'
import { jsonItems } from '../../../shared/syntax/written-rows.ts'
import type { Diff } from '../diff.ts'
import { countKinds } from './summary.ts'

/** The changes as one JSON object: the number of each kind, and the changes in order. Lines count from 1. */
export function* jsonDiff({ changes, renamed, renamesCount }: Diff): Generator<string> {
  const files = Array.from(renamed, ([name, old]) => ({ before: old, after: name }))
  const renames = renamesCount && files.length > 0 ? `"renamed":${jsonText(files)},` : ''
  yield `{"summary":${jsonText(Object.fromEntries(countKinds(changes)))},${renames}"changes":[`
  const write = jsonItems()
  for (const { kind, isMoved, before, after, fields } of changes) {
    const unit = (after ?? before)!
    const text = jsonText({
      kind,
      tag: unit.record ? tagOfRecord(unit.record) : null,
      id: unitId(unit),
      moved: isMoved,
      before: before && placeInJson(before, renamed.get(before.file)),
      after: after && placeInJson(after),
      fields: fields.map(({ name, before: old = null, after: now = null, direction }) => ({
        name,
        before: old,
        after: now,
        direction,
      })),
      ...(!(before && after) && unit.record && { values: Object.fromEntries(saidBy(unit.record)) }),
      ...(!unit.record && { text: unit.body }),
    })
    yield write([text])
  }
  yield '\n]}\n'
}

const placeInJson = ({ file: name, line }: Unit, file = name): object => ({
  ...(file !== '' && { file }),
  line: line + 1,
})

const unitId = ({ id }: Unit): string | null => id ?? null
