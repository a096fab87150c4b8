import { localize } from '../../domains/localize.ts'
import type { DescriptorRule } from '../descriptors/descriptor-rule.ts'
import { arrayItems, changeFix, propertyValue } from '../json.ts'

export const descriptorCount: DescriptorRule = {
  code: 'descriptor-count',
  severity: 'warning',
  summary: '`recordCount` or `totalFieldCount` is not the number of records or fields.',
  needsNoBase: true,
  check({ root }, report) {
    // Counts all records in the text, also those with problems.
    const records = arrayItems(propertyValue(root.node, 'records'))
    const counts = {
      recordCount: records.length,
      totalFieldCount: records.flatMap(record => arrayItems(propertyValue(record, 'fields'))).length,
    }
    for (const [property, right] of Object.entries(counts)) {
      const written = propertyValue(root.node, property)
      if (written?.type !== 'number' || written.value === right) continue
      const numbers = { written: String(written.value), right }
      const message =
        property === 'recordCount'
          ? localize(
              'recordCount is {written}, and the number of records is {right}; change it to {right} or leave it out.',
              numbers,
            )
          : localize(
              'totalFieldCount is {written}, and the number of fields is {right}; change it to {right} or leave it out.',
              numbers,
            )
      report(root, property, message, {
        fixes: () => [{ ...changeFix(written, String(right)), isSafe: true }],
      })
    }
  },
}
