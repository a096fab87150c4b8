import type { FieldDescriptor } from '../../domains/descriptor.ts'
import { identityFieldOf, uniqueListKey } from '../../domains/extension.ts'
import { localize } from '../../domains/localize.ts'
import type { TypeName } from '../../syntax/type-words.ts'
import {
  isIdOfAll,
  keyAsId,
  namesOfSchemaField,
  patternNotRead,
  type ReadSchema,
  rangeBetween,
  type SchemaTag,
  tagOfSchemaName,
  typeReadAsText,
  unusedFieldName,
  unusedTag,
  wholePattern,
} from './schema-tags.ts'

/** A word, a name in quotes, a text, a number or a sign of SQL. */
interface SqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign'
  /** Without its quotes. */
  readonly text: string
}

/** A field while its statement is read. */
type OpenField = { -readonly [Key in keyof FieldDescriptor]: FieldDescriptor[Key] }

/** A reference, until all tables are known. */
interface OpenReference {
  /** The column that has it. */
  readonly column: string
  /** The table that it leads to. */
  readonly table: string
  /** The columns that it leads to; none for the primary key. */
  readonly columns: readonly string[]
}

interface OpenTag extends Omit<SchemaTag, 'fields' | 'unique'> {
  description?: string
  unique: string[][]
  /** By the names of their columns. */
  readonly fields: Map<string, OpenField>
  /** The names of the fields. */
  readonly names: Set<string>
  /** The names of the fields of the primary key. */
  key?: readonly string[]
  readonly references: OpenReference[]
}

/**
 * The tags that the `create table` statements of a text describe, with what `alter table` and `comment on` say of them.
 * All other statements are told.
 */
export function tagsOfSql(text: string): ReadSchema {
  const tables = new Map<string, OpenTag>()
  const untaken: string[] = []
  const taken = new Set<string>()
  for (const statement of statementsIn(text)) {
    const reader = new SqlReader(statement, tables, taken, untaken)
    reader.read()
  }
  const open = [...tables.values()]
  for (const table of open) settleKey(table, untaken)
  // A reference can stand before the table that it leads to, and have other capitals.
  const byTag = new Map(open.toReversed().map(table => [table.tag, table]))
  for (const table of open)
    for (const reference of table.references) {
      const target = tables.get(reference.table) ?? byTag.get(tagOfSchemaName(reference.table))
      settleReference(table, reference, target, untaken)
    }
  const tags = open.map(({ unique, fields, key: _, references: __, names: ___, ...tag }) => ({
    ...tag,
    ...(unique.length > 0 && { unique }),
    fields: [...fields.values()],
  }))
  if (tags.length === 0) untaken.push(localize('The file has no create table statement, so there is no tag.'))
  return { tags, untaken }
}

/** Makes the primary key of a table the id of the records; if it cannot be that, no two records share it. */
function settleKey(table: OpenTag, untaken: string[]): void {
  const { tag, fields, key = [] } = table
  const [name, ...others] = key
  const [column, field] = [...fields].find(([, field]) => field.name === name) ?? []
  const id = field && others.length === 0 ? keyAsId(tag, field, [...fields.values()], untaken) : undefined
  if (id && column !== undefined) {
    fields.set(column, id)
    table.key = [id.name]
  } else if (key.length > 0) table.unique.push([...key])
  const renamed = table.unique.map(list => list.map(one => (id && one === name ? id.name : one)))
  // An id is unique by itself.
  const identity = idFieldOfTable(table)
  const lists = new Map(renamed.map(list => [uniqueListKey(list), list]))
  table.unique = [...lists.values()].filter(list => list.length > 1 || list[0] !== identity)
}

const idFieldOfTable = ({ tag, fields }: OpenTag): string =>
  identityFieldOf({ tag, fields: [...fields.values()].filter(field => !isIdOfAll(field)) })

/** Lets a column refer to the records of a table, if it leads to their ids. */
function settleReference(
  { tag, fields, ...table }: OpenTag,
  reference: OpenReference,
  target: OpenTag | undefined,
  untaken: string[],
): void {
  const field = fields.get(reference.column)
  if (!field) return
  const label = `${tag}.${field.name}`
  const ref = target?.tag ?? tagOfSchemaName(reference.table)
  const isOfId = field.name === idFieldOfTable({ tag, fields, ...table })
  if (isOfId || (target && !leadsToId(reference, target))) {
    const places = { field: label, tag: ref }
    untaken.push(
      isOfId
        ? localize('{field}: its reference to {tag} is not read, as it is the id of the records.', places)
        : localize('{field}: its reference to {tag} is not read, as it does not lead to the id of a record.', places),
    )
    return
  }
  if (field.range)
    untaken.push(localize('{field}: its range is not read, as it is the id of a record.', { field: label }))
  delete field.range
  field.ref = ref
  field.type = 'string'
}

/** Whether a reference leads to the field with the ids of a table, as only these can be referred to. */
function leadsToId({ columns }: OpenReference, target: OpenTag): boolean {
  const identity = idFieldOfTable(target)
  const names = [...target.fields].flatMap(([column, { name }]) => (name === identity ? [column.toLowerCase()] : []))
  const [column] = columns
  if (column !== undefined) return columns.length === 1 && names.includes(column.toLowerCase())
  const { key = [identity] } = target
  return names.length > 0 && key.length === 1 && key[0] === identity
}

/** The statements of a text as tokens, without comments. */
function statementsIn(text: string): SqlToken[][] {
  const pattern =
    /--[^\n]*|\/\*[\s\S]*?\*\/|"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]\n]*)\]|'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([\p{L}_][\p{L}\p{N}_$]*)|(<=|>=|<>|!=|::|[^\s])/giu
  const statements: SqlToken[][] = [[]]
  for (const [, double, tick, bracket, quoted, number, word, sign] of text.matchAll(pattern)) {
    const token = tokenOf(double?.replaceAll('""', '"') ?? tick ?? bracket, quoted?.replaceAll("''", "'"), {
      number,
      word,
      sign,
    })
    if (token?.kind === 'sign' && token.text === ';') statements.push([])
    else if (token) statements.at(-1)!.push(token)
  }
  return statements.filter(statement => statement.length > 0)
}

const textTypesOfSql = /^(?:text|tinytext|mediumtext|longtext|n?varchar2?|n?char|character|string|clob|uuid)$/

/** What one of the parts of a match is; undefined for a comment. */
function tokenOf(
  name: string | undefined,
  text: string | undefined,
  { number, word, sign }: Readonly<Record<'number' | 'word' | 'sign', string | undefined>>,
): SqlToken | undefined {
  if (name !== undefined) return { kind: 'name', text: name }
  if (text !== undefined) return { kind: 'text', text }
  if (number !== undefined) return { kind: 'number', text: number }
  if (word !== undefined) return { kind: 'word', text: word }
  return sign === undefined ? undefined : { kind: 'sign', text: sign }
}

/** A type of SQL as one of records. `size` is what stands in brackets behind it. */
function typeOfSql(word: string, size: readonly SqlToken[]): TypeName {
  const isWhole = /^(?:numeric|decimal)$/.test(word) && size.length === 3 && size[2]!.text === '0'
  return isWhole ? 'int' : (typesOfSql.get(word) ?? 'string')
}

const typesOfSql: ReadonlyMap<string, TypeName> = new Map([
  ...'int integer bigint smallint tinyint mediumint hugeint serial bigserial int2 int4 int8'
    .split(' ')
    .map(word => [word, 'int'] as const),
  ...'real double float float4 float8 numeric decimal money number'.split(' ').map(word => [word, 'float'] as const),
  ...'date datetime timestamp timestamptz'.split(' ').map(word => [word, 'ts'] as const),
  ...'bool boolean bit'.split(' ').map(word => [word, 'bool'] as const),
])

/** Words that begin a limit of a column, behind its type. */
const limitWords =
  /^(?:not|null|primary|unique|references|check|default|constraint|generated|collate|comment|auto_increment|autoincrement|on|identity)$/i

class SqlReader {
  private at = 0

  constructor(
    private readonly tokens: readonly SqlToken[],
    private readonly tables: Map<string, OpenTag>,
    /** The tags of the tables. */
    private readonly taken: Set<string>,
    private readonly untaken: string[],
  ) {}

  read(): void {
    const { tokens } = this
    if (this.takes('create') && (this.takes('temporary') || this.takes('temp') || true) && this.takes('table')) {
      this.takes('if', 'not', 'exists')
      this.createTable(this.nameOfTable())
    } else if (this.from(0).takes('alter', 'table')) {
      this.takes('only')
      const table = this.tables.get(this.nameOfTable())
      if (table && this.takes('add')) this.limitOfTable(table)
      else this.tell(tokens)
    } else if (this.from(0).takes('comment', 'on')) this.comment()
    else this.tell(tokens)
  }

  private from(place: number): this {
    this.at = place
    return this
  }

  private tell(tokens: readonly SqlToken[]): void {
    this.untaken.push(
      localize('Not read: {text}…', {
        text: tokens
          .slice(0, 4)
          .map(({ text }) => text)
          .join(' '),
      }),
    )
  }

  private get next(): SqlToken | undefined {
    return this.tokens[this.at]
  }

  /** Takes some words, if all of them come next. */
  private takes(...words: readonly string[]): boolean {
    const isNext = words.every((word, index) => {
      const token = this.tokens[this.at + index]
      return (token?.kind === 'word' || token?.kind === 'sign') && token.text.toLowerCase() === word
    })
    if (isNext) this.at += words.length
    return isNext
  }

  private name(): string {
    const { text = '' } = this.next ?? {}
    this.at++
    return text
  }

  /** The name of a table without its schema. */
  private nameOfTable(): string {
    let name = this.name()
    while (this.takes('.')) name = this.name()
    return name
  }

  /** The names of columns in brackets. */
  private columns(): string[] {
    const columns: string[] = []
    if (!this.takes('(')) return columns
    while (this.next && !this.takes(')')) if (!this.takes(',')) columns.push(this.name())
    return columns
  }

  /** The names of the fields of the columns in brackets. */
  private fieldNames({ fields }: OpenTag): string[] {
    return this.columns().map(column => (fields.get(column) ?? namesOfSchemaField(column)).name)
  }

  /** The tokens in brackets, with what is in brackets in them. */
  private inBrackets(): readonly SqlToken[] {
    if (!this.takes('(')) return []
    const start = this.at
    for (let depth = 1; this.next && depth > 0; this.at++) {
      if (this.next.kind === 'sign' && this.next.text === '(') depth++
      if (this.next.kind === 'sign' && this.next.text === ')') depth--
    }
    return this.tokens.slice(start, this.at - 1)
  }

  private createTable(name: string): void {
    const { taken, untaken } = this
    const tag = this.tables.get(name)?.tag ?? unusedTag(tagOfSchemaName(name), name, taken, untaken)
    const table: OpenTag = { tag, unique: [], fields: new Map(), names: new Set(), references: [] }
    if (this.tables.has(name))
      untaken.push(localize('{tag}: only the last of the tables with this name is read.', { tag }))
    this.tables.set(name, table)
    if (!this.takes('(')) this.tell(this.tokens)
    while (this.next && !this.takes(')')) {
      if (this.takes(',')) continue
      const isLimit =
        this.next.kind === 'word' && /^(?:primary|unique|foreign|constraint|check|key|index)$/i.test(this.next.text)
      if (isLimit) this.limitOfTable(table)
      else this.column(table)
    }
  }

  private column(table: OpenTag): void {
    const column = this.name()
    const names = unusedFieldName(table.tag, column, table.names, this.untaken)
    const label = `${table.tag}.${names.name}`
    const words: string[] = []
    while (this.next?.kind === 'word' && !limitWords.test(this.next.text)) words.push(this.name().toLowerCase())
    const size = this.inBrackets()
    while (this.next?.kind === 'word' && !limitWords.test(this.next.text)) this.at++
    const isArray = this.next?.kind === 'name' && this.next.text === ''
    if (isArray) this.at++
    const isEnum = words[0] === 'enum'
    const type = isArray || isEnum ? 'string' : typeOfSql(words[0] ?? '', size)
    if (isArray ? typesOfSql.has(words[0] ?? '') : !isEnum && type === 'string' && !textTypesOfSql.test(words[0] ?? ''))
      this.untaken.push(typeReadAsText(label, words[0] ?? localize('(none)')))
    if (size.length > 0 && textTypesOfSql.test(words[0] ?? ''))
      this.untaken.push(localize('{field}: its length is not read.', { field: label }))
    const field: OpenField = { ...names, type }
    if (isArray) field.list = true
    if (isEnum) field.enum = size.filter(({ kind }) => kind === 'text').map(({ text }) => text)
    table.fields.set(column, field)
    while (this.next && !this.endsPart()) this.limitOfColumn(table, column, field, label)
  }

  private endsPart(): boolean {
    return this.next?.kind === 'sign' && (this.next.text === ',' || this.next.text === ')')
  }

  private limitOfColumn(table: OpenTag, column: string, field: OpenField, label: string): void {
    if (this.takes('not', 'null')) field.required = true
    else if (this.takes('primary', 'key')) this.primaryKey(table, [field.name])
    else if (this.takes('unique')) table.unique.push([field.name])
    else if (this.takes('references')) this.reference(table, column)
    else if (this.takes('check')) this.check(this.inBrackets(), table, label)
    else if (this.takes('default')) {
      this.untaken.push(localize('{field}: its default is not read.', { field: label }))
      if (this.next && !this.takes('(')) this.at++
      else {
        this.at--
        this.inBrackets()
      }
      if (this.next?.kind === 'sign' && this.next.text === '(') this.inBrackets()
    } else if (this.takes('comment') && this.next?.kind === 'text') field.description = this.name()
    else if (this.next?.kind === 'sign' && this.next.text === '(') this.inBrackets()
    else this.at++
  }

  private primaryKey(table: OpenTag, names: readonly string[]): void {
    for (const field of table.fields.values()) if (names.includes(field.name)) field.required = true
    table.key = names
  }

  private limitOfTable(table: OpenTag): void {
    if (this.takes('constraint')) this.at++
    if (this.takes('foreign', 'key')) {
      const columns = this.columns()
      this.takes('references')
      const [column] = columns
      if (columns.length === 1 && column !== undefined) this.reference(table, column)
      else this.untaken.push(localize('{tag}: a foreign key of several columns is not read.', { tag: table.tag }))
    } else if (this.takes('primary', 'key')) this.primaryKey(table, this.fieldNames(table))
    else if (this.takes('unique')) {
      if (this.next?.kind === 'word') this.at++
      table.unique.push(this.fieldNames(table))
    } else if (this.takes('check')) this.check(this.inBrackets(), table, table.tag)
    else this.tell(this.tokens.slice(this.at))
    while (this.next && !this.endsPart()) {
      if (this.next.kind === 'sign' && this.next.text === '(') this.inBrackets()
      else this.at++
    }
  }

  private reference(table: OpenTag, column: string): void {
    table.references.push({ column, table: this.nameOfTable(), columns: this.columns() })
  }

  /** A condition of which each part, joined by `and`, is a list of values, a range, or a pattern. */
  private check(tokens: readonly SqlToken[], table: OpenTag, label: string): void {
    for (const part of conditionsIn(tokens)) {
      const text = part.map(token => (token.kind === 'text' ? '?' : token.text.toLowerCase())).join(' ')
      const isMatch = part[0]?.text === 'regexp_full_match'
      const column = part[isMatch ? 2 : 0]
      const field = column && table.fields.get(column.text)
      const numbers = part.filter(({ kind }) => kind === 'number').map(token => Number(token.text))
      const texts = part.filter(({ kind }) => kind === 'text').map(token => token.text)
      const behind = text
        .split(' ')
        .slice(isMatch ? 3 : 1)
        .join(' ')
      if (!field) this.untaken.push(checkNotRead(label, part))
      else if (/^in \( [^a-z]*\)$/.test(behind)) {
        if (field.type !== 'bool') field.enum = texts.length > 0 ? texts : numbers.map(String)
      } else if (/^between \S+ and \S+$/.test(behind) && numbers.length === 2) field.range = [numbers[0]!, numbers[1]!]
      else if (/^(?:~|, \? \)$)/.test(behind) && texts.length === 1) {
        const pattern = isMatch ? texts[0] : wholePattern(texts[0]!)
        if (pattern === undefined) this.untaken.push(patternNotRead(label, texts[0]!))
        else field.pattern = pattern
      } else if (/^<> \?$/.test(behind) && texts[0] === '') field.required = true
      else if (/^[<>]= \S+$/.test(behind) && numbers.length === 1)
        this.limit(field, column!.text, behind, numbers[0]!, label)
      else this.untaken.push(checkNotRead(label, part))
    }
  }

  /** One limit of a number: with the other one, in the same statement, it is a range. */
  private limit(field: OpenField, column: string, sign: string, number: number, label: string): void {
    const isLeast = sign.startsWith('>')
    const { tokens } = this
    const other = tokens.findIndex(
      (token, index) =>
        token.text === (isLeast ? '<=' : '>=') &&
        tokens[index - 1]?.text === column &&
        tokens[index + 1]?.kind === 'number',
    )
    const second = other < 0 ? undefined : Number(tokens[other + 1]!.text)
    const { range, untaken } = isLeast
      ? rangeBetween(label, field.name, number, second)
      : rangeBetween(label, field.name, second, number)
    if (range) field.range = range
    if (untaken !== undefined) this.untaken.push(untaken)
  }

  private comment(): void {
    const isColumn = this.takes('column')
    const isTable = !isColumn && this.takes('table')
    const path = [this.name()]
    while (this.takes('.')) path.push(this.name())
    const text = this.takes('is') && this.next?.kind === 'text' ? this.next.text : undefined
    const table = this.tables.get(isColumn ? (path.at(-2) ?? '') : path.at(-1)!)
    const field = isColumn ? table?.fields.get(path.at(-1)!) : undefined
    if (text === undefined || !table || !(isTable || field)) this.tell(this.tokens)
    else if (field) field.description = text
    else table.description = text
  }
}

/** A condition in its parts between `and`, without brackets around it; the `and` of `between` joins no parts. */
function conditionsIn(tokens: readonly SqlToken[]): SqlToken[][] {
  const parts: SqlToken[][] = [[]]
  let depth = 0
  let isBetween = false
  for (const token of tokens) {
    const word = token.kind === 'word' || token.kind === 'sign' ? token.text.toLowerCase() : ''
    if (word === '(') depth++
    if (word === ')') depth--
    if (word === 'between') isBetween = true
    if (word === 'and' && depth === 0 && !isBetween) parts.push([])
    else {
      if (word === 'and') isBetween = false
      parts.at(-1)!.push(token)
    }
  }
  return parts.filter(part => part.length > 0)
}

const checkNotRead = (field: string, tokens: readonly SqlToken[]): string =>
  localize('{field}: the check {check} is not read.', { field, check: shownCheck(tokens) })

const shownCheck = (tokens: readonly SqlToken[]): string =>
  tokens.map(({ kind, text }) => (kind === 'text' ? `'${text}'` : text)).join(' ')
