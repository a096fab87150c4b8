import { addToGroup } from '../basics/group.ts'
import { declaredRules, nowIn } from '../check/declared/declared-rules.ts'
import { followedColumns } from '../check/declared/followed-columns.ts'
import { conditionsToFollow, type FollowedFields, followedFields } from '../check/declared/followed-records.ts'
import { type Objections, objections, objectionsOf } from '../check/objections.ts'
import { isAllowed, isConstrained } from '../domains/allowed-value.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { titleRank } from '../domains/identity.ts'
import { canonicalStart } from '../domains/notation.ts'
import { type Domain, type FieldDefinition, fieldOf, type Tag, type TagName } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import type { Evaluate } from '../expression/run/frame.ts'
import { isNamePart, isNameStart } from '../syntax/characters.ts'
import type { TypeName } from '../syntax/type-words.ts'
import { ByteMap, ByteString, RecentTexts } from './bytes/byte-map.ts'
import type { NameHash, NameHasher } from './names.ts'
import { ScannedRecord } from './scanned-record.ts'

/** The definitions of the domains in force, in a form in which bytes can be looked up quickly. */
export interface ScanTables {
  readonly domains: readonly Domain[]
  /** Their tags. */
  readonly tags: readonly Tag[]
  readonly hasher: NameHasher
  /** The first definition in force of the tag in the bytes from `start` to `end`. */
  readonly tagAt: (view: DataView, start: number, end: number) => TagTable | undefined
  /** The first definition of the last tag: a guess for the next record. */
  latestTag: TagTable | undefined
}

/** A definition of a tag in force. */
export interface TagTable {
  readonly tag: Tag
  readonly word: ByteString
  /** Its index among the tags in force. */
  readonly number: number
  readonly fields: ByteMap<FieldTable>
  /** The same ones, in the order of the descriptor. */
  readonly list: readonly FieldTable[]
  /** Its unique lists. */
  readonly keys: readonly KeyTable[]
  /** The number of required fields. */
  readonly required: number
  /** Whether a rule reads fields that the tag does not define. */
  readonly readsUndefined: boolean
  /** The last record that had each field, by the numbers of the records. */
  readonly seen: Int32Array
  /** The number of the last record. */
  latest: number
  /** The first definition of another tag that followed a record of this one last: a guess for the next record. */
  follower: TagTable | undefined
  /** The first field of a recent record: a guess for the next one. */
  first: FieldTable | undefined
  readonly name: NameHash
  /** The other definitions of the tag in force, one bit for each. */
  readonly rivals: number
  /** The record that is scanned, for the rules of the tag; undefined if it has none. */
  readonly ruled: ScannedRecord | undefined
  /** The next definition of the tag. */
  readonly next: TagTable | undefined
}

/** A unique list of a tag. */
export interface KeyTable {
  readonly name: TagName
  readonly hash: NameHash
  readonly fields: readonly FieldTable[]
}

/** A field that a record of a tag may have. */
export interface FieldTable {
  /** The tag, and its index among the fields of the tag. */
  readonly tag: Tag
  readonly index: number
  readonly definition: FieldDefinition
  readonly writing: number
  /** The text before a value in canonical notation: `status=`, `maturity:int=`. */
  readonly start: ByteString
  readonly isRequired: boolean
  /** Whether a rule may object to it even if its value is allowed. */
  readonly isWatched: boolean
  /** Whether it allows only some values of its type. */
  readonly isConstrained: boolean
  /** All allowed values as they are written, if it has an enum and is no list. */
  readonly allowed: ByteMap<string> | undefined
  /** Whether only its range says which numbers are allowed. */
  readonly hasOnlyRange: boolean
  /** A cache of values that are allowed, if a field is constrained in another way. */
  readonly matched: RecentTexts | undefined
  /** Whether the value is the id of its record. */
  readonly isId: boolean
  /** The tag that the value refers to. */
  readonly target: NameHash | undefined
  /** The other definitions of the tag that have this field too, one bit for each. */
  readonly rivals: number
  /** Whether it is in a unique list. Then it tells where its last value stands, allowed or not, without its quotes. */
  readonly isInKey: boolean
  keyStart: number
  keyEnd: number
  /** Whether a rule reads it. Then it tells where its last value stands, without its quotes. */
  readonly isRead: boolean
  /** Whether a query reads it, which shows values that are not allowed too. The parser reads these. */
  readonly isQueried: boolean
  /** `notAllowed` if the value certainly is not allowed. */
  valueStart: number
  valueEnd: number
  /** Its last value, if it has an enum. */
  said: string | undefined
  /** The field behind it in a recent record: a guess for the next one. */
  follower: FieldTable | undefined
}

/** How the values of a type are written. The scanner leaves values that are `Unread` to the check. */
export const Writing = { Unread: -1, Quoted: 0, Word: 1, Int: 2, Float: 3, Timestamp: 4, Bool: 5 } as const

/**
 * Creates the tables of the domains in force. Tags that the scanner cannot read, and those whose records a rule must
 * see, are left out, so the check reads their records.
 */
export function scanTables(domains: readonly Domain[], hasher: NameHasher, rules?: RulesOfRun): ScanTables {
  const byName = new Map<string, Tag[]>()
  const all = domains.flatMap(({ tags }) => [...tags.values()])
  for (const tag of all) addToGroup(byName, tag.name, tag)
  const { toRecord } = objectionsIn(rules)
  const tellable = [...byName].filter(
    ([name, tags]) => isTagWord(name) && tags.length <= mostRivals && !tags.some(toRecord),
  )
  const named = new ByteMap(
    tellable.map(([name, tags]): [string, { readonly tags: readonly Tag[]; table?: TagTable }] => [name, { tags }]),
  )
  return {
    domains,
    tags: all,
    hasher,
    // Most tags are in no record, so the table of a tag is created when it is needed.
    tagAt(view, start, end) {
      const found = named.get(view, start, end)
      if (!found) return undefined
      found.table ??= tagTables(found.tags, all, hasher, rules)
      return found.table
    },
    latestTag: undefined,
  }
}

/** If no rules run, none objects. */
const objectionsIn = (rules: RulesOfRun | undefined): Objections =>
  rules ? (rules.objections ?? objections) : noObjections

const noObjections = objectionsOf([])

/** The rules that run; without them, records are not checked with any. */
export interface RulesOfRun extends Pick<FileContext, 'registry' | 'ruleSettings' | 'ruleBudget'> {
  /** What rules may object to. Without it, what all rules may object to. */
  readonly objections?: Objections
  /** The fields that are wanted; no rule runs then. Without it, the fields that rules about several records read. */
  readonly followed?: FollowedFields
  /** Whether the values that rules about several records read are wanted as they are, and not as rows of numbers. */
  readonly hasValues?: boolean
  /** Whether the places of the texts that can be the title of a record are wanted. */
  readonly hasTitles?: boolean
  /** Of which records of one tag these values are wanted; without it, of all. */
  readonly where?: { readonly tag: Tag; readonly evaluate: Evaluate }
}

/** Creates and caches tables. The cache is limited, as each header of a file can name the domains in another order. */
export function tablesMaker(hasher: NameHasher, rules?: RulesOfRun): (domains: readonly Domain[]) => ScanTables {
  const made = new Map<string, ScanTables>()
  return domains => {
    const paths = domains.map(({ path }) => path).join(' ')
    let tables = made.get(paths)
    if (!tables) {
      if (made.size === mostKeptTables) made.clear()
      tables = scanTables(domains, hasher, rules)
      made.set(paths, tables)
    }
    return tables
  }
}

const mostKeptTables = 64

/** Headers and blocks are not records of a tag, even if a domain defines a tag with such a name. */
const isTagWord = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name) && !['DOC', 'BEGIN', 'END'].includes(name)

/** Limited by the bits of a number. */
const mostRivals = 30

/** The tables of all definitions of one tag, as a linked list. */
const tagTables = (
  tags: readonly Tag[],
  all: readonly Tag[],
  hasher: NameHasher,
  rules: RulesOfRun | undefined,
): TagTable =>
  tags.reduceRight<TagTable | undefined>((next, tag) => tagTable(tag, tags, all, hasher, rules, next), undefined)!

function tagTable(
  tag: Tag,
  tags: readonly Tag[],
  all: readonly Tag[],
  hasher: NameHasher,
  rules: RulesOfRun | undefined,
  next: TagTable | undefined,
): TagTable {
  const ownIndex = tags.indexOf(tag)
  const rivalsWith = (isOne: (rival: Tag) => boolean): number =>
    tags.reduce((bits, rival, index) => (index !== ownIndex && isOne(rival) ? bits | (1 << index) : bits), 0)
  const definitions = [...tag.fields.values()]
  // If only a rival defines the rid, an rid makes the rival fit better. No bits of the other fields express that.
  if (!tag.fields.has('rid') && rivalsWith(({ fields }) => fields.has('rid')) === 0) definitions.push(tag.rid)
  const own = rules && !rules.followed ? declaredRules(tag, rules).own : []
  const columns = (rules && !rules.followed && !rules.hasValues && followedColumns(rules).get(tag)) || []
  const conditions = columns.length > 0 || rules?.hasValues ? conditionsToFollow(tag, rules!) : undefined
  const followed = (rules?.hasValues ? followedFields(rules) : rules?.followed)?.get(tag)
  const isQueried = !rules?.hasValues && rules?.followed !== undefined
  const read = new Set([
    ...own.flatMap(({ reads }) => reads.own),
    ...columns.map(({ field }) => field),
    ...(followed ?? []).map(field => field.aspect?.of ?? field),
    ...(rules?.hasTitles ? definitions.filter(({ name }) => titleRank(name, tag) < Infinity) : []),
  ])
  const inKeys = new Set(tag.keys.flatMap(({ fields }) => fields))
  const fields = definitions
    .filter(({ name }) => isPossibleName(name))
    .map((definition, index): [string, FieldTable] => {
      const { name } = definition
      const rivals = rivalsWith(({ fields }) => fields.has(name) || !tag.fields.has(name))
      return [
        name,
        fieldTableOf(definition, tag, index, rivals, hasher, {
          isWatched: objectionsIn(rules).toField(definition, tag),
          isInKey: inKeys.has(definition),
          isRead: read.has(definition),
          isQueried,
        }),
      ]
    })
  const seen = new Int32Array(fields.length)
  const tables = fields.map(([, table]) => table)
  return {
    tag,
    word: new ByteString(tag.name),
    number: all.indexOf(tag),
    fields: new ByteMap(fields),
    list: tables,
    keys: tag.keys.map(({ name, fields }) => ({
      name,
      hash: hasher.ofTag(name.path),
      fields: fields.flatMap(field => tables.find(({ definition }) => definition === field) ?? []),
    })),
    required: tag.required.length,
    readsUndefined: [...read].some(field => !fieldOf(tag, field.name)),
    seen,
    latest: 0,
    follower: undefined,
    first: fields[0]?.[1],
    name: hasher.ofTag(tag.nameOfRecords.path),
    rivals: rivalsWith(() => true),
    ruled:
      read.size === 0
        ? undefined
        : new ScannedRecord(
            own,
            columns.map(column => ({
              ...column,
              scanned: tables.find(({ definition }) => definition === column.field),
              tagHash: column.kind === 'link' ? hasher.ofTag(column.target!) : undefined,
            })),
            conditions?.map(({ evaluate }) => evaluate),
            followed,
            rules?.where?.tag === tag ? rules.where.evaluate : undefined,
            tables,
            seen,
            nowIn(rules!),
            isQueried ? 'query' : 'rule',
            rules!.ruleBudget,
          ),
    next,
  }
}

/** No record has a field of any other name. */
const isPossibleName = (name: string): boolean =>
  name !== '' &&
  [...name].every((character, index) => (index === 0 ? isNameStart : isNamePart)(character.charCodeAt(0)))

function fieldTableOf(
  definition: FieldDefinition,
  tag: Tag,
  index: number,
  rivals: number,
  hasher: NameHasher,
  uses: Pick<FieldTable, 'isWatched' | 'isInKey' | 'isRead' | 'isQueried'>,
): FieldTable {
  const { name, type, required = false, list, enum: values, range, pattern, target } = definition
  const hasOnlyRange = range !== undefined && !values && pattern === undefined && !list && valueTypes[type].isNumber
  const hasEnum = values !== undefined && !list
  const writing = type === 'string' && name === 'rid' ? Writing.Word : writings[type]
  return {
    tag,
    index,
    definition,
    writing,
    start: new ByteString(canonicalStart(name, type)),
    isRequired: required,
    isConstrained: isConstrained(definition),
    allowed: hasEnum
      ? new ByteMap(
          values.filter(value => !value.includes('\\') && isAllowed(value, definition)).map(value => [value, value]),
        )
      : undefined,
    hasOnlyRange,
    matched: isConstrained(definition) && !hasEnum && !hasOnlyRange ? new RecentTexts() : undefined,
    isId: name === tag.identityField,
    target: target && hasher.ofTag(target.path),
    rivals,
    ...uses,
    keyStart: 0,
    keyEnd: 0,
    valueStart: 0,
    valueEnd: 0,
    said: undefined,
    follower: undefined,
  }
}

const writings: Readonly<Record<TypeName, number>> = {
  string: Writing.Quoted,
  int: Writing.Int,
  float: Writing.Float,
  ts: Writing.Timestamp,
  bool: Writing.Bool,
}
