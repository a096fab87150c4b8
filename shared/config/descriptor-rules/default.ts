import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { createRegistry } from '../../domains/registry.ts'
import { isUsableDefault } from '../../expression/default-values.ts'
import { type DescriptorRule, fieldsOf } from '../descriptors/descriptor-rule.ts'
import { propertyOf, removeFix } from '../json.ts'

/** A default that is an expression is one of `descriptor-expression`. */
export const descriptorDefault: DescriptorRule = {
  code: 'descriptor-default',
  severity: 'error',
  summary: 'The default of a field is not allowed by its type, enum, range or pattern.',
  check(draft, report) {
    const own = fieldsOf(draft).filter(({ value }) => value.default !== undefined && typeof value.default !== 'object')
    if (own.length === 0) return
    const domain = 'default.default'
    const records = draft.records.map(({ value, fields }) => ({ ...value, fields: fields.map(field => field.value) }))
    const registry = createRegistry([{ domain, version: '', description: '', records }])
    for (const field of own) {
      const definition = registry.tags.get(`${domain}.${field.tag}`)?.fields.get(field.field)
      const text = String(field.value.default)
      if (!definition || isUsableDefault(text, definition)) continue
      report(
        field,
        'default',
        localize('{field} does not allow its default {value}; write a value that a record could have.', {
          field: field.label,
          value: show(text),
        }),
        { fixes: () => [{ ...removeFix(propertyOf(field.node, 'default')!), isPreferred: true }] },
      )
    }
  },
}
