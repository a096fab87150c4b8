import type { Node } from 'jsonc-parser'
import { shorten, show } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import type { DescriptorReport, DescriptorRule, DraftField, DraftPart } from '../descriptors/descriptor-rule.ts'
import { changeFixes, propertiesOf, propertyOf, propertyValue, removeFix, spanOf } from '../json.ts'

export const descriptorRenamed: DescriptorRule = {
  code: 'descriptor-renamed',
  severity: 'warning',
  summary: '`renamedFrom`, `renamedValues` or `migrate` does nothing.',
  check({ records, tags }, report) {
    checkOldNames(records, ({ tag = '' }) => tag, [...tags], 'tag of this domain', report)
    for (const record of records) {
      const names = record.fields.map(({ field }) => field)
      checkOldNames(record.fields, ({ field = '' }) => field, names, `field of ${shorten(record.tag)}`, report)
      for (const field of record.fields) checkOldValues(field, report)
      for (const [name] of propertiesOf(propertyValue(record.node, 'migrate'))) {
        const field = String(name.value)
        if (names.includes(field)) continue
        const message = `${shorten(record.tag)} has no field ${show(field)}, so migrate gives it no value; name a field of the tag, or remove this.`
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
  kind: string,
  report: DescriptorReport,
): void {
  const taken = new Map<string, string>()
  for (const part of parts) {
    const written = propertyValue(part.node, 'renamedFrom')
    if (written?.type !== 'string') continue
    const [old, name] = [String(written.value), shorten(nameOf(part))]
    const other = taken.get(old)
    taken.set(old, other ?? name)
    const remove = { fixes: () => [removeFix(propertyOf(part.node, 'renamedFrom')!)] }
    if (names.includes(old))
      report(
        part,
        'renamedFrom',
        `${show(old)} is still a ${kind}, so ${name} was not renamed from it; rename that one, or remove renamedFrom.`,
        remove,
      )
    else if (other !== undefined)
      report(
        part,
        'renamedFrom',
        `${other} was renamed from ${show(old)} already, so this does nothing for ${name}; remove renamedFrom.`,
        remove,
      )
  }
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
        `The enum of ${label} still has ${show(old)}, so it was not renamed; remove it from the enum, or here.`,
      )
    else if (target?.type === 'string' && !values.includes(String(target.value)))
      tell(
        target,
        `The enum of ${label} does not have ${show(String(target.value))}, so no value gets it; name a value of the enum.`,
        nearest(String(target.value), values),
      )
  }
}
