import { html } from '../../../shared/basics/html.ts'
import { countedWithCommas } from '../../../shared/basics/text.ts'
import { meaningText } from '../../../shared/domains/field-text.ts'
import { recordNameKey } from '../../../shared/domains/identity.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../../shared/domains/registry.ts'
import type { ReportCell, ReportTable } from '../../../shared/reports/filled-report.ts'
import { type HrefOfName, type HrefOfRecord, tableMarkup } from '../../../shared/reports/table-markup.ts'
import { withVisibleControls } from '../../../shared/reports/visible-controls.ts'
import { valueText } from '../../../shared/syntax/nodes.ts'
import { prose } from '../html.ts'
import { hrefOfField, tagLink, type Viewpoint } from '../links.ts'
import { page } from '../page.ts'
import type { PagedRecord, RecordTable } from './records-of-site.ts'

/** The page with all records of a tag, a row for each. `record-table.js` sorts and filters them. */
export function recordTablePage(from: Viewpoint, hrefOf: HrefOfRecord, own: RecordTable): string {
  const { tag, tagText, records } = own
  const meaning = tag ? meaningText(tag.descriptor) : ''
  const name = withVisibleControls(tagText)
  return page(from, name, {
    isTable: true,
    main: html`<h1>${name} <span class="quiet">${countedWithCommas(records.length, 'record')}</span></h1>
${
  meaning !== '' &&
  html`<p>${prose(meaning, tag?.domain)}</p>
`
}<p class="quiet">${tag ? html`All of ${tagLink(from, tag.fullName)} in ${tag.domain.path}` : 'No domain defines this tag.'}</p>
<div class="records">
${tableMarkup(tableOfRecords(own), hrefOf, hrefOfFieldName(from, tag))}</div>`,
  })
}

/** Where the names of the fields of a tag lead: to what its domain says of them. */
export const hrefOfFieldName =
  (from: Viewpoint, tag: Tag | undefined): HrefOfName =>
  name =>
    tag?.fields.has(name) ? hrefOfField(from, tag.fullName, name) : undefined

/** The most columns of a table, and the most characters of a cell. The page of a record has everything. */
const mostOfTable = { columns: 40, characters: 200 }

/** The records as a table with a column for each field that some of them have. */
function tableOfRecords({ tag, tagText, records }: RecordTable): ReportTable {
  const fields = fieldsInRecords(tag, records)
  const shown = fields.slice(0, mostOfTable.columns)
  let cut = 0
  const shorter = (text: string): string => {
    const characters = text.length > mostOfTable.characters ? [...text.slice(0, 2 * mostOfTable.characters + 2)] : []
    if (characters.length <= mostOfTable.characters) return text
    cut++
    return `${characters.slice(0, mostOfTable.characters - 1).join('')}…`
  }
  const rows = records.map((record): ReportCell[] => {
    const { id, place, page, node, references } = record
    const texts = new Map<string, string>()
    for (const { name, value } of node.fields) if (value && !texts.has(name)) texts.set(name, valueText(node, value))
    const cells = shown.map((name): ReportCell => {
      const text = texts.get(name) ?? ''
      const referred = references.find(reference => reference.field === name && reference.id === text)
      return {
        text: shorter(text),
        isNumber: isNumberText(tag && fieldOf(tag, name), text),
        ...(referred && { record: recordNameKey(referred) }),
      }
    })
    return [{ text: shorter(id ?? `${place.file}:${place.line}`), isNumber: false, record: page }, ...cells]
  })
  return {
    look: 'table',
    title: '',
    columns: [tag?.identityField ?? 'record', ...shown],
    rows,
    rowsAre: 'record',
    labelColumns: 0,
    valueColumns: [],
    notes: [
      ...(fields.length > shown.length
        ? [
            `Shows ${shown.length} of ${fields.length} fields of ${tagText}; the page of a record has all of its fields.`,
          ]
        : []),
      ...(cut > 0
        ? [`Long texts end with … after ${mostOfTable.characters} characters; the page of a record has all of them.`]
        : []),
    ],
  }
}

/** The names of the fields that some records have, without that of the id: those of the tag first, in its order. */
function fieldsInRecords(tag: Tag | undefined, records: readonly PagedRecord[]): string[] {
  const written = new Set(records.flatMap(({ node }) => node.fields.flatMap(({ name, value }) => (value ? name : []))))
  const defined = [...(tag?.fields.keys() ?? [])].filter(name => written.has(name))
  return [...new Set([...defined, ...written])].filter(name => name !== tag?.identityField)
}

const isNumberText = (field: FieldDefinition | undefined, text: string): boolean =>
  (field?.type === 'int' || field?.type === 'float') && !field.list && /^[-+]?\d[\d.eE+-]*$/.test(text)
