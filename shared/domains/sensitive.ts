import { type RecordNode, tagName } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { looseForm } from './nearest.ts'
import type { FieldDefinition, Registry, Tag } from './registry.ts'

/** Why the values of a field are not shown to everybody: they are about a person, or they open something. */
export type Sensitivity = 'personal' | 'secret'

/** What stands in place of a value that is not shown. */
export const withheld = '[withheld]'

/**
 * The fields of the built-in domains with names, birth dates, record numbers, diagnoses of a person and salaries. They
 * stand here and not in the descriptors, as these are those of the specification.
 */
const ofBuiltIn: Readonly<Record<string, readonly string[]>> = {
  'core.education.ASSESSMENT': ['student_encrypted'],
  'core.education.ENROLLMENT': ['student_encrypted'],
  'core.health.PATIENT': ['mrn', 'name_encrypted', 'birth_date', 'diagnosis'],
  'core.hr.APPLICANT': ['name_encrypted'],
  'core.hr.EMPLOYEE': ['name_encrypted'],
  'core.hr.REQUISITION': ['salary_min', 'salary_max'],
  'core.insurance.POLICY': ['holder_encrypted'],
}

/**
 * Whether the values of a field of a tag are sensitive. A field that the tag does not define counts as one with a
 * similar name.
 */
export function sensitivityOf(tag: Tag, { name, aspect, isUndefined }: FieldDefinition): Sensitivity | undefined {
  if (aspect) return sensitivityOf(tag, aspect.of)
  const fields = sensitiveFieldsOf(tag)
  if (!isUndefined || fields.size === 0) return fields.get(name)
  return [...fields].find(([one]) => looseForm(one) === looseForm(name))?.[1]
}

/** The sensitive fields of a tag by their names; empty for most tags. */
export function sensitiveFieldsOf(tag: Tag): ReadonlyMap<string, Sensitivity> {
  let known = sensitiveFields.get(tag)
  if (!known) {
    const usual = ofBuiltIn[tag.nameOfRecords.path] ?? []
    known = new Map(
      [...tag.fields.values()].flatMap(({ name, sensitive = usual.includes(name) ? 'personal' : 'none' }) =>
        sensitive === 'none' ? [] : [[name, sensitive] as const],
      ),
    )
    sensitiveFields.set(tag, known)
  }
  return known
}

const sensitiveFields = new WeakMap<Tag, ReadonlyMap<string, Sensitivity>>()

/**
 * Text with records, in which no value of a sensitive field stands. A tag counts with its definitions in all domains,
 * an unknown tag with those of all tags, and a name that differs in case, `_` and `-` counts as the name. Of a record
 * that is not well-formed nothing is shown but its tag, as its values may stand anywhere. Comments and blocks stay.
 */
export const withheldText = (text: string, registry: Registry): string =>
  parseEntries(text)
    .map(entry => (entry.kind === 'record' ? withheldRecord(entry, registry) : entry.text))
    .join('')

function withheldRecord(record: RecordNode, registry: Registry): string {
  const { text, fields, tagEnd } = record
  const names = looseNamesOf(tagName(record), registry)
  const isNamed = fields.map(({ name }) => names.has(looseForm(name)))
  if (!isNamed.includes(true)) return text
  const end = text.trimEnd().length
  if (!isWellFormed(record)) return `${text.slice(0, tagEnd)} ${withheld}${text.slice(end)}`
  let shown = ''
  let from = 0
  for (const [index, { value }] of fields.entries()) {
    if (!value || !isNamed[index]) continue
    shown += `${text.slice(from, value.start)}"${withheld}"`
    from = value.end
  }
  return shown + text.slice(from)
}

/** Whether a field of a record is sensitive, by its name as `withheldText` reads it. */
export const isSensitiveName = (record: RecordNode, name: string, registry: Registry): boolean =>
  looseNamesOf(tagName(record), registry).has(looseForm(name))

/** Whether a record has a sensitive field. */
export const hasSensitiveField = (record: RecordNode, registry: Registry): boolean =>
  record.fields.some(({ name }) => isSensitiveName(record, name, registry))

/** Whether nothing of a record can be told, as it has sensitive fields and is not well-formed. */
export const isWithheldWhole = (record: RecordNode, registry: Registry): boolean =>
  !isWellFormed(record) && hasSensitiveField(record, registry)

/** Whether all that a record has stands in its fields. */
export const isWellFormed = ({ strays, fields }: RecordNode): boolean =>
  strays.length === 0 && fields.every(({ value }) => !value || (value.closed && !value.hasTextBehind))

/** The sensitive names of a tag in all domains, as `looseForm` has them; of an unknown tag, those of all tags. */
function looseNamesOf(name: string | undefined, registry: Registry): ReadonlySet<string> {
  const known = looseNames.get(registry) ?? new Map<string, ReadonlySet<string>>()
  looseNames.set(registry, known)
  const own = name === undefined ? [] : registry.tagsNamed(name)
  const key = own[0]?.name ?? ''
  let names = known.get(key)
  if (!names) {
    const tags = own.length > 0 ? own : [...registry.tags.values()]
    names = new Set(tags.flatMap(tag => [...sensitiveFieldsOf(tag).keys()].map(looseForm)))
    known.set(key, names)
  }
  return names
}

const looseNames = new WeakMap<Registry, Map<string, ReadonlySet<string>>>()
