import { phraseOf, rangeAndUnit } from '../domains/field-text.ts'
import { plainProse } from '../domains/prose.ts'
import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'
import { escapeText, markdownHead, markdownRow } from '../syntax/written-rows.ts'
import { headLines, unsaidByAll } from './unsaid.ts'

/** A domain as a page of Markdown: a table of fields for each tag. */
export function markdownOfDomain(domain: Domain): string {
  const [, ...missing] = headLines(domain, unsaidByAll(domain)).map(line =>
    line.startsWith('- ') ? `- ${escapeText(line.slice(2))}` : escapeText(line),
  )
  const parts = [
    `# ${escapeText(domain.path)} ${escapeText(domain.descriptor.version)}\n`,
    `${escapeText(domain.descriptor.description)}\n`,
    ...(missing.length > 0 ? [`${missing[0]}\n\n${missing.slice(1).join('\n')}\n`] : []),
    ...[...domain.tags.values()].map(tableOfFields),
  ]
  return parts.join('\n')
}

function tableOfFields({ name, descriptor, fields }: Tag): string {
  const rows = [...fields.values()].map(field =>
    markdownRow([
      escapeText(field.name),
      field.list ? 'list' : field.type,
      field.required ? 'yes' : '',
      escapeText(limitsOf(field)),
      escapeText(plainProse(field.description ?? '')),
    ]),
  )
  const head = markdownHead(['Field', 'Type', 'Required', 'Values', 'Description'])
  return `## ${escapeText(name)}\n\n${escapeText(plainProse(descriptor.description ?? ''))}\n\n${head}${rows.join('')}`
}

function limitsOf(field: FieldDefinition): string {
  const values = (field.enum ?? []).map(value => {
    const meaning = phraseOf(field, value)
    return meaning === undefined ? value : `${value} (${meaning})`
  })
  return [
    values.join('\n'),
    rangeAndUnit(field),
    field.pattern !== undefined && `pattern ${field.pattern}`,
    field.format !== undefined && `format ${field.format}`,
    field.target && `a record of ${field.target.tag}`,
  ]
    .filter(Boolean)
    .join('\n')
}
