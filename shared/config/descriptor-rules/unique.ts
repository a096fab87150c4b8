import { uniqueListKey } from '../../domains/extension.ts'
import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { nameAdvice } from '../../domains/name-advice.ts'
import { nearest } from '../../domains/nearest.ts'
import type { DescriptorRule } from '../descriptors/descriptor-rule.ts'
import { arrayItems, changeFixes, propertyValue, removeFix, spanOf } from '../json.ts'

export const descriptorUnique: DescriptorRule = {
  code: 'descriptor-unique',
  severity: 'error',
  summary: 'A list of `unique` names a field that the tag does not have, or is there twice.',
  check({ records }, report) {
    for (const record of records) {
      const written = propertyValue(record.node, 'unique')
      if (!record.value.unique || !written) continue
      const names = record.value.fields.map(({ name }) => name)
      const seen = new Set<string>()
      for (const list of arrayItems(written)) {
        const items = arrayItems(list)
        for (const item of items) {
          const name = String(item.value)
          if (names.includes(name)) continue
          const near = nearest(name, names)
          report(
            record,
            'unique',
            sentenceOfClauses(
              localize('unique of {tag} names {field}, which is no field of it', {
                tag: shorten(record.tag),
                field: shorten(name),
              }),
              nameAdvice(near, names),
            ),
            { at: spanOf(item), fixes: () => changeFixes(item, near) },
          )
        }
        const key = uniqueListKey(items.map(({ value }) => String(value)))
        if (seen.has(key))
          report(
            record,
            'unique',
            localize('unique of {tag} has this list already; remove this one.', { tag: shorten(record.tag) }),
            {
              at: spanOf(list),
              fixes: () => [{ ...removeFix(list, localize('Remove this list')), isPreferred: true }],
            },
          )
        seen.add(key)
      }
    }
  },
}
