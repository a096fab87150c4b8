import { show } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import {
  type DescriptorReport,
  type DescriptorRule,
  type DraftField,
  type DraftPart,
  fieldsOf,
} from '../descriptors/descriptor-rule.ts'
import { changeFixes, propertiesOf, propertyValue, spanOf } from '../json.ts'

export const descriptorDeprecated: DescriptorRule = {
  code: 'descriptor-deprecated',
  severity: 'error',
  summary:
    'A deprecation names something to write instead that does not exist, or a value that is not in the enum, or the field is required.',
  check(draft, report) {
    for (const field of fieldsOf(draft)) {
      checkValues(field, report)
      checkRequired(field, report)
    }
    // What an extension inherits is not in its text.
    if (propertyValue(draft.root.node, 'extends')) return
    for (const record of draft.records) {
      checkUse(record, record.tag, draft.tags, 'tag of this domain', report)
      const names = new Set(record.fields.map(({ field }) => field))
      for (const field of record.fields) checkUse(field, field.field, names, `field of ${record.tag}`, report)
    }
  },
}

/** Checks that `deprecated.use` of a tag or field names another one. */
function checkUse(
  part: DraftPart,
  own: string,
  names: ReadonlySet<string>,
  kind: string,
  report: DescriptorReport,
): void {
  const deprecated = propertyValue(part.node, 'deprecated')
  const use = deprecated && propertyValue(deprecated, 'use')
  if (use?.type !== 'string') return
  const named = String(use.value)
  if (named !== own && names.has(named)) return
  report(part, 'deprecated', `${show(named)} cannot replace ${own}; name another ${kind}, or leave out "use".`, {
    at: spanOf(use),
    fixes: () =>
      changeFixes(
        use,
        nearest(
          named,
          [...names].filter(name => name !== own),
        ),
      ),
  })
}

/** Checks that records may leave out a field that another one replaces. */
function checkRequired(field: DraftField, report: DescriptorReport): void {
  const deprecated = propertyValue(field.node, 'deprecated')
  const use = deprecated && propertyValue(deprecated, 'use')
  const required = propertyValue(field.node, 'required')
  if (use?.type !== 'string' || required?.value !== true) return
  report(
    field,
    'deprecated',
    `${field.label} is required, so ${show(String(use.value))} cannot replace it; remove "required", or leave out "use".`,
    { at: spanOf(use) },
  )
}

/** Checks that `deprecatedValues` names values of the enum, and that others replace them. */
function checkValues(field: DraftField, report: DescriptorReport): void {
  const { label, node, value } = field
  if (!value.deprecatedValues) return
  const { enum: values = [] } = value
  for (const [name, deprecation] of propertiesOf(propertyValue(node, 'deprecatedValues'))) {
    const old = String(name.value)
    if (!values.includes(old))
      report(
        field,
        'deprecatedValues',
        `The enum of ${label} does not have ${show(old)}, so it cannot be deprecated; add it to the enum, or remove it here.`,
        { at: spanOf(name), fixes: () => changeFixes(name, nearest(old, values)) },
      )
    const use = deprecation && propertyValue(deprecation, 'use')
    if (use?.type !== 'string') continue
    const others = values.filter(one => one !== old)
    const named = String(use.value)
    if (!others.includes(named))
      report(
        field,
        'deprecatedValues',
        `${show(named)} cannot replace ${show(old)}; name another value of the enum of ${label}, or leave out "use".`,
        {
          at: spanOf(use),
          fixes: () => changeFixes(use, nearest(named, others)),
        },
      )
  }
}
