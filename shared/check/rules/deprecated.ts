import { deprecationOf, deprecationSentence, isDeprecatedDomain, noticeOf } from '../../domains/deprecation.ts'
import type { Deprecation } from '../../domains/descriptor.ts'
import { namedDomains } from '../../domains/domains-in-force.ts'
import { placedItems } from '../../domains/list-items.ts'
import { localize } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
import { canonicalField } from '../../domains/notation.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../domains/registry.ts'
import { type Field, fieldNames, fieldSpan, isBareSafe, nameSpan, type RecordNode } from '../../syntax/nodes.ts'
import type { Finding } from '../problem.ts'
import type { FieldContext, Fix, Rule } from '../rule.ts'

/** The subject of the notice of a domain that is not deprecated. */
const noticeSubject = 'notice'

/** Whether a problem says that something is deprecated, and is not only the notice of a domain. */
export const saysDeprecated = ({ code, subject }: Finding): boolean =>
  code === deprecated.code && subject !== noticeSubject

export const deprecated: Rule = {
  code: 'deprecated',
  severity: 'information',
  summary: 'A domain, tag, field or value should no longer be written, or a domain has a notice.',
  mayHaveAnswer: true,
  mayObjectToRecord: tag => tag.descriptor.deprecated !== undefined,
  mayObjectToField: field => field.deprecated !== undefined || field.deprecatedValues !== undefined,
  header: ({ record, registry, report }) => {
    for (const { domain, start, end } of namedDomains(record, registry)) {
      const sentence = domain && noticeOf(domain.descriptor)
      if (sentence === undefined) continue
      report(sentence, {
        at: { start, end },
        ...(!isDeprecatedDomain(domain!.descriptor) && { subject: noticeSubject }),
      })
    }
  },
  record: ({ record, tag, report }) => {
    const deprecation = tag?.descriptor.deprecated
    if (!deprecation) return
    const { use } = deprecation
    const known = use !== undefined && tag.domain.tags.has(use) ? use : undefined
    report(deprecationSentence(tag.name, deprecation, use === undefined ? undefined : `@${shorten(use)}`), {
      fixes: () =>
        known === undefined
          ? []
          : [
              {
                title: localize('Change to {text}', { text: `@${known}` }),
                edits: [{ start: record.tagStart, end: record.tagEnd, text: known }],
                isPreferred: true,
                answer: { field: '', tag: known },
              },
            ],
    })
  },
  field: context => {
    const { record, tag, node, field, label, report } = context
    if (!tag || !field) return
    if (field.deprecated) {
      const { use } = field.deprecated
      report(deprecationSentence(label, field.deprecated, use && shorten(use)), {
        at: nameSpan(node),
        fixes: () => renamed(record, tag, node, field),
      })
    }
    if (field.deprecatedValues) reportValues(context, field)
  },
}

function reportValues(
  { record, written, value, isOfType, node, label, report }: FieldContext,
  field: FieldDefinition,
): void {
  if (!written || value === undefined || !isOfType) return
  const tell = (
    item: string,
    deprecation: Deprecation,
    change: (use: string) => Fix[],
    at?: { start: number; end: number },
  ): void => {
    const { use } = deprecation
    report(
      deprecationSentence(
        localize('{value} of {field}', { value: show(item), field: label }),
        deprecation,
        use === undefined ? undefined : show(use),
      ),
      {
        ...(at && { at }),
        fixes: () => (use === undefined || !field.enum?.includes(use) ? [] : change(use)),
      },
    )
  }
  const title = (use: string): string => localize('Change to {text}', { text: shorten(use) })
  if (!field.list) {
    const deprecation = deprecationOf(field, value)
    if (deprecation)
      tell(
        value,
        deprecation,
        use => [
          {
            title: title(use),
            edits: [{ ...fieldSpan(node), text: canonicalField(field, use) }],
            isPreferred: true,
            answer: { field: field.name, value: use },
          },
        ],
        written,
      )
    return
  }
  for (const { item, at } of placedItems(record, written)) {
    const deprecation = deprecationOf(field, item)
    if (deprecation)
      tell(
        item,
        deprecation,
        use => (isBareSafe(use) ? [{ title: title(use), edits: [{ ...at, text: use }], isPreferred: true }] : []),
        at,
      )
  }
}

/** The field of a tag that replaces a deprecated one, of the same type; undefined if nothing names one. */
export function replacementOf(tag: Tag, { deprecated, type }: FieldDefinition): FieldDefinition | undefined {
  const other = deprecated?.use === undefined ? undefined : fieldOf(tag, deprecated.use)
  return other?.type === type ? other : undefined
}

/** Gives a field the name of the one that replaces it, unless the record has that one too. */
function renamed(record: RecordNode, tag: Tag, node: Field, field: FieldDefinition): Fix[] {
  const other = replacementOf(tag, field)
  if (!other || fieldNames(record).has(other.name)) return []
  return [
    {
      title: localize('Change to {text}', { text: other.name }),
      edits: [{ ...nameSpan(node), text: other.name }],
      isPreferred: true,
      answer: { field: field.name, name: other.name, isReplacement: true },
    },
  ]
}
