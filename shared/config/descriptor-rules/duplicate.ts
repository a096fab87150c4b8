import { localize } from '../../domains/localize.ts'
import type { DescriptorReport, DescriptorRule, DraftPart } from '../descriptors/descriptor-rule.ts'
import { propertyValue, removeFix, spanOf } from '../json.ts'

export const descriptorDuplicate: DescriptorRule = {
  code: 'descriptor-duplicate',
  severity: 'error',
  summary: 'A tag, a field of a tag, or a domain is defined twice.',
  needsNoBase: true,
  check({ records }, report) {
    reportRepeated(records, 'tag', record => record.tag, report)
    for (const { fields } of records) reportRepeated(fields, 'name', field => field.label, report)
  },
}

function reportRepeated<Item extends DraftPart>(
  items: readonly Item[],
  property: string,
  nameOf: (item: Item) => string,
  report: DescriptorReport,
): void {
  const seen = new Map<string, Item>()
  for (const item of items) {
    const name = nameOf(item)
    const first = seen.get(name)
    if (!first) {
      seen.set(name, item)
      continue
    }
    report(
      item,
      property,
      localize('{name} is defined twice, and the first definition counts; remove this one or give it another name.', {
        name,
      }),
      {
        related: () => [
          { at: spanOf(propertyValue(first.node, property)!), message: localize('The first definition is here.') },
        ],
        fixes: () => [removeFix(item.node, localize('Remove this definition'))],
      },
    )
  }
}
