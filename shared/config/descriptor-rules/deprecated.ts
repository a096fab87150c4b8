import { localize, sentenceOfClauses } from '../../domains/localize.ts'
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
      checkUse(record, record.tag, draft.tags, report)
      const names = new Set(record.fields.map(({ field }) => field))
      for (const field of record.fields) checkUse(field, field.field, names, report)
    }
  },
}

/** Checks that `deprecated.use` of a tag or field names another one. */
function checkUse(part: DraftPart, own: string, names: ReadonlySet<string>, report: DescriptorReport): void {
  const deprecated = propertyValue(part.node, 'deprecated')
  const use = deprecated && propertyValue(deprecated, 'use')
  if (use?.type !== 'string') return
  const named = String(use.value)
  if (named !== own && names.has(named)) return
  const advice =
    part.field === undefined
      ? localize('name another tag of this domain, or leave out "use"')
      : localize('name another field of {tag}, or leave out "use"', { tag: part.tag! })
  report(part, 'deprecated', sentenceOfClauses(cannotReplace(named, own), advice), {
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

const cannotReplace = (name: string, old: string): string =>
  localize('{name} cannot replace {old}', { name: show(name), old })

/** Checks that records may leave out a field that another one replaces. */
function checkRequired(field: DraftField, report: DescriptorReport): void {
  const deprecated = propertyValue(field.node, 'deprecated')
  const use = deprecated && propertyValue(deprecated, 'use')
  const required = propertyValue(field.node, 'required')
  if (use?.type !== 'string' || required?.value !== true) return
  report(
    field,
    'deprecated',
    localize('{field} is required, so {name} cannot replace it; remove "required", or leave out "use".', {
      field: field.label,
      name: show(String(use.value)),
    }),
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
        localize(
          'The enum of {field} does not have {value}, so it cannot be deprecated; add it to the enum, or remove it here.',
          { field: label, value: show(old) },
        ),
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
        sentenceOfClauses(
          cannotReplace(named, show(old)),
          localize('name another value of the enum of {field}, or leave out "use"', { field: label }),
        ),
        {
          at: spanOf(use),
          fixes: () => changeFixes(use, nearest(named, others)),
        },
      )
  }
}
