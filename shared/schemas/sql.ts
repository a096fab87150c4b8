import { isPattern, portablePattern } from '../domains/pattern.ts'
import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'
import type { TypeName } from '../syntax/type-words.ts'
import type { SqlDialect } from './form-names.ts'
import { fieldsAndId, unusedName } from './parts.ts'
import { headLines, type TagField, type Unsaid, unsaidByAll, unsaidFields, unsaidFormats } from './unsaid.ts'

/** What a dialect can do, and what it calls the types. */
interface Dialect {
  readonly types: Readonly<Record<TypeName, string>>
  /** A condition on a text, for a pattern of RE2; undefined if the database cannot check it. */
  readonly matches: (column: string, pattern: string) => string | undefined
  readonly hasComments: boolean
  /** Whether a table can refer to one that is made later. `behind`: by a statement behind all tables. */
  readonly laterTables: 'yes' | 'behind' | 'no'
  /** Whether `Name` and `name` are two columns, if they are in quotes. */
  readonly tellsCase: boolean
  readonly notes: readonly string[]
}

/** A dialect, and the columns of the fields of a domain in it. */
interface SqlWriting extends Dialect {
  /** The column of a field, in quotes. */
  readonly columnOf: (tag: Tag, field: string) => string
}

const dialects: Readonly<Record<SqlDialect, Dialect>> = {
  sqlite: {
    types: { string: 'text', int: 'integer', float: 'real', ts: 'text', bool: 'boolean' },
    matches: () => undefined,
    hasComments: false,
    laterTables: 'yes',
    tellsCase: false,
    notes: [
      'SQLite checks foreign keys only after: pragma foreign_keys = on;',
      'A date or time is a text as it is written.',
    ],
  },
  postgresql: {
    types: { string: 'text', int: 'bigint', float: 'double precision', ts: 'timestamptz', bool: 'boolean' },
    matches: (column, pattern) => {
      const portable = portablePattern(pattern)
      return portable === undefined ? undefined : `${column} ~ ${sqlText(portable)}`
    },
    hasComments: true,
    laterTables: 'behind',
    tellsCase: true,
    notes: [
      'A date becomes its midnight, and a time without a zone is read in the zone of the session.',
      'A whole number has 64 bits.',
    ],
  },
  duckdb: {
    types: { string: 'text', int: 'bigint', float: 'double', ts: 'timestamptz', bool: 'boolean' },
    // DuckDB has the regular expressions of RE2, as Recline.
    matches: (column, pattern) =>
      isPattern(pattern) ? `regexp_full_match(${column}, ${sqlText(pattern)})` : undefined,
    hasComments: true,
    laterTables: 'no',
    tellsCase: false,
    notes: [
      'A date becomes its midnight, and a time without a zone is read in the zone of the session.',
      'A whole number has 64 bits.',
    ],
  },
}

/** A domain as `create table` statements: a table for each tag, which has the columns that its records can have. */
export function sqlOf(domain: Domain, dialectName: SqlDialect): string {
  const names = new Map([...domain.tags.values()].map(tag => [tag, columnsOfFields(tag, dialects[dialectName])]))
  const dialect: SqlWriting = {
    ...dialects[dialectName],
    columnOf: (tag, field) => sqlName(names.get(tag)?.get(field) ?? field),
  }
  const tags = targetsFirst(domain)
  const isMade = madeBefore(tags, dialect)
  const foreign = (one: TagField): Tag | undefined => {
    const target = targetOfKey(one, domain)
    return target && isMade(one.tag, target) ? target : undefined
  }
  const unsaid: readonly Unsaid[] = [
    ...unsaidByAll(domain),
    unsaidFields(domain, 'references', one => one.field.target !== undefined && !foreign(one)),
    unsaidFormats(domain),
    unsaidFields(
      domain,
      'patterns',
      ({ tag, field }) => field.pattern !== undefined && conditionOfPattern(tag, field, dialect) === undefined,
    ),
    unsaidFields(domain, 'values of lists', ({ field }) => field.list === true && hasLimits(field)),
    unsaidFields(domain, 'dates and times', ({ field }) => dialect.types.ts === 'text' && field.type === 'ts'),
    unsaidFields(
      domain,
      'number or text (SQLite keeps any value in any column)',
      ({ field }) => dialectName === 'sqlite' && (field.type === 'int' || field.type === 'float'),
    ),
  ]
  const notes = [`For ${databaseNames[dialectName]}.`, ...dialect.notes, ...renamedColumns(domain, dialectName)]
  const head = headLines(domain, unsaid, notes).map(commentLine).join('')
  const behind = dialect.laterTables === 'behind'
  const tables = tags.map(tag => createTable(tag, dialect, one => (behind ? undefined : foreign(one))))
  const keys = behind ? tags.flatMap(tag => keysBehind(tag, foreign, dialect)) : []
  return [head, ...tables, ...(keys.length > 0 ? [keys.join('')] : [])].join('\n')
}

/** Sentences about the fields whose columns have another name, as two names are the same for the database. */
export const renamedColumns = (domain: Domain, dialectName: SqlDialect): readonly string[] =>
  [...domain.tags.values()].flatMap(tag =>
    [...columnsOfFields(tag, dialects[dialectName])].flatMap(([field, column]) =>
      field === column
        ? []
        : [
            `The column of ${tag.name}.${field} is ${column}, as for ${databaseNames[dialectName]} names that differ only ` +
              'by capitals are the same.',
          ],
    ),
  )

/** The columns of the fields of a tag: each is called as its field, unless an earlier one is. The id comes first. */
function columnsOfFields(tag: Tag, { tellsCase }: Dialect): ReadonlyMap<string, string> {
  const fields = fieldsAndId(tag).map(({ name }) => name)
  if (tellsCase) return new Map(fields.map(name => [name, name]))
  const columns = new Map<string, string>()
  const taken = new Set<string>()
  const take = (name: string): void => {
    const folded = name.toLowerCase()
    columns.set(name, name + unusedName(folded, taken).slice(folded.length))
  }
  const first = new Map([...fields.toReversed(), tag.identityField].map(name => [name.toLowerCase(), name]))
  // A new name must not be that of a later field.
  for (const name of first.values()) take(name)
  for (const name of fields) if (!columns.has(name)) take(name)
  return columns
}

const databaseNames: Readonly<Record<SqlDialect, string>> = {
  sqlite: 'SQLite',
  postgresql: 'PostgreSQL',
  duckdb: 'DuckDB',
}

const hasLimits = ({ enum: values, range, pattern }: FieldDefinition): boolean => Boolean(values ?? range ?? pattern)

/** The tags of a domain, those that others refer to first, as far as there is no circle. */
function targetsFirst(domain: Domain): readonly Tag[] {
  const ordered = new Set<Tag>()
  const open = new Set<Tag>()
  const add = (tag: Tag): void => {
    if (ordered.has(tag) || open.has(tag)) return
    open.add(tag)
    for (const field of tag.fields.values()) {
      const target = targetOfKey({ tag, field }, domain)
      if (target) add(target)
    }
    open.delete(tag)
    ordered.add(tag)
  }
  for (const tag of domain.tags.values()) add(tag)
  return [...ordered]
}

/** Whether the table of a tag can refer to another one. */
function madeBefore(tags: readonly Tag[], { laterTables }: Dialect): (tag: Tag, target: Tag) => boolean {
  const places = new Map(tags.map((tag, index) => [tag, index]))
  return (tag, target) => laterTables !== 'no' || places.get(target)! <= places.get(tag)!
}

/** The tag that a field refers to by one id, if the domain has it and its records have such an id. */
function targetOfKey({ field }: TagField, { tags }: Domain): Tag | undefined {
  if (!field.target || field.list || field.type !== 'string') return undefined
  return [...tags.values()].find(tag => tag.nameOfRecords.path === field.target!.path)
}

function createTable(tag: Tag, dialect: SqlWriting, foreign: (one: TagField) => Tag | undefined): string {
  const fields = fieldsAndId(tag)
  const { columnOf } = dialect
  const parts = [
    ...fields.map(field => columnSql(tag, field, dialect)),
    ...tag.keys.map(key => `unique (${key.fields.map(field => columnOf(tag, field.name)).join(', ')})`),
    ...fields.flatMap(field => {
      const target = foreign({ tag, field })
      return target ? [`foreign key (${columnOf(tag, field.name)}) ${referencesTo(target, dialect)}`] : []
    }),
  ]
  const table = `create table ${tableName(tag)} (\n${parts.map(part => `  ${part}`).join(',\n')}\n);\n`
  const { description } = tag.descriptor
  if (!dialect.hasComments) return `${description === undefined ? '' : commentLine(description)}${table}`
  const comments = [
    ...(description === undefined ? [] : [`comment on table ${tableName(tag)} is ${sqlText(description)};\n`]),
    ...fields.flatMap(field =>
      field.description === undefined || field.description === ''
        ? []
        : [`comment on column ${tableName(tag)}.${columnOf(tag, field.name)} is ${sqlText(field.description)};\n`],
    ),
  ]
  return table + comments.join('')
}

function columnSql(tag: Tag, field: FieldDefinition, dialect: SqlWriting): string {
  const column = dialect.columnOf(tag, field.name)
  const isId = field.name === tag.identityField
  const checks = [
    field.required && field.type === 'string' && `${column} <> ''`,
    field.enum && !field.list && `${column} in (${field.enum.map(value => sqlValue(value, field)).join(', ')})`,
    field.range && !field.list && `${column} between ${field.range[0]} and ${field.range[1]}`,
    field.type === 'bool' && dialect.types.ts === 'text' && `${column} in (0, 1)`,
    conditionOfPattern(tag, field, dialect),
  ].filter(Boolean)
  return [
    column,
    field.list || field.isTypeUnknown ? 'text' : dialect.types[field.type],
    field.required && !isId && 'not null',
    isId && (field.required ? 'primary key not null' : 'unique'),
    checks.length > 0 && `check (${checks.join(' and ')})`,
  ]
    .filter(Boolean)
    .join(' ')
}

const conditionOfPattern = (tag: Tag, field: FieldDefinition, { matches, columnOf }: SqlWriting): string | undefined =>
  field.pattern === undefined || field.list || field.type !== 'string'
    ? undefined
    : matches(columnOf(tag, field.name), field.pattern)

const keysBehind = (tag: Tag, foreign: (one: TagField) => Tag | undefined, dialect: SqlWriting): string[] =>
  [...tag.fields.values()].flatMap(field => {
    const target = foreign({ tag, field })
    return target
      ? [
          `alter table ${tableName(tag)} add foreign key (${dialect.columnOf(tag, field.name)}) ${referencesTo(target, dialect)};\n`,
        ]
      : []
  })

const referencesTo = (target: Tag, { columnOf }: SqlWriting): string =>
  `references ${tableName(target)} (${columnOf(target, target.identityField)})`

const tableName = ({ name }: Tag): string => sqlName(name.toLowerCase())

/** A name in quotes, as words of SQL such as `order` are tags and fields. */
const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`

const sqlText = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", "''")}'`

const sqlValue = (value: string, { type }: FieldDefinition): string =>
  (type === 'int' || type === 'float') && Number.isFinite(Number(value)) && value.trim() !== ''
    ? String(Number(value))
    : sqlText(value)

const commentLine = (text: string): string => `-- ${text.replace(/[\s\0]+/g, ' ').trim()}\n`
