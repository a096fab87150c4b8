import type { Node } from 'jsonc-parser'
import { localize } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import type { DescriptorReport, DescriptorRule, DraftField, DraftPart } from '../descriptors/descriptor-rule.ts'
import { changeFixes, propertiesOf, propertyOf, propertyValue, removeFix, spanOf } from '../json.ts'

export const descriptorRenamed: DescriptorRule = {
  code: 'descriptor-renamed',
  severity: 'warning',
  summary: '`renamedFrom`, `renamedValues` or `migrate` does nothing.',
  check({ records, tags }, report) {
    checkOldNames(records, ({ tag = '' }) => tag, [...tags], report)
    for (const record of records) {
      const names = record.fields.map(({ field }) => field)
      checkOldNames(record.fields, ({ field = '' }) => field, names, report)
      for (const field of record.fields) checkOldValues(field, report)
      for (const [name] of propertiesOf(propertyValue(record.node, 'migrate'))) {
        const field = String(name.value)
        if (names.includes(field)) continue
        const message = localize(
          '{tag} has no field {field}, so migrate gives it no value; name a field of the tag, or remove this.',
          { tag: shorten(record.tag), field: show(field) },
        )
        report(record, 'migrate', message, { at: spanOf(name), fixes: () => changeFixes(name, nearest(field, names)) })
      }
    }
  },
}

/** Checks the `renamedFrom` of parts: the old name is not there any more, and no other part has it. */
function checkOldNames<Part extends DraftPart>(
  parts: readonly Part[],
  nameOf: (part: Part) => string,
  names: readonly string[],
  report: DescriptorReport,
): void {
  const taken = new Map<string, string>()
  for (const part of parts) {
    const written = propertyValue(part.node, 'renamedFrom')
    if (written?.type !== 'string') continue
    const [old, name] = [String(written.value), shorten(nameOf(part))]
    const other = taken.get(old)
    taken.set(old, other ?? name)
    const wrong = wrongOldName(part, { old: show(old), name, other }, names.includes(old))
    if (wrong !== undefined)
      report(part, 'renamedFrom', wrong, { fixes: () => [removeFix(propertyOf(part.node, 'renamedFrom')!)] })
  }
}

/** Why an old name does nothing: a part has it, or it is that of another part already. */
function wrongOldName(
  { tag, field }: DraftPart,
  { old, name, other }: { readonly old: string; readonly name: string; readonly other: string | undefined },
  isThere: boolean,
): string | undefined {
  if (isThere && field === undefined)
    return localize(
      '{old} is still a tag of this domain, so {name} was not renamed from it; rename that one, or remove renamedFrom.',
      { old, name },
    )
  if (isThere)
    return localize(
      '{old} is still a field of {tag}, so {name} was not renamed from it; rename that one, or remove renamedFrom.',
      { old, tag: shorten(tag!), name },
    )
  if (other === undefined) return undefined
  return localize('{other} was renamed from {old} already, so this does nothing for {name}; remove renamedFrom.', {
    other,
    old,
    name,
  })
}

/** Checks that `renamedValues` renames values that are gone to values that there are. */
function checkOldValues(field: DraftField, report: DescriptorReport): void {
  const { label, node, value } = field
  const { enum: values = [] } = value
  const tell = (at: Node, message: string, meant: readonly string[] = []): void =>
    report(field, 'renamedValues', message, { at: spanOf(at), fixes: () => changeFixes(at, meant) })
  for (const [name, target] of propertiesOf(propertyValue(node, 'renamedValues'))) {
    const old = String(name.value)
    if (values.includes(old))
      tell(
        name,
        localize('The enum of {field} still has {value}, so it was not renamed; remove it from the enum, or here.', {
          field: label,
          value: show(old),
        }),
      )
    else if (target?.type === 'string' && !values.includes(String(target.value)))
      tell(
        target,
        localize('The enum of {field} does not have {value}, so no value gets it; name a value of the enum.', {
          field: label,
          value: show(String(target.value)),
        }),
        nearest(String(target.value), values),
      )
  }
}
