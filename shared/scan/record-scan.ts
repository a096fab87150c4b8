import {
  type CheckContext,
  type CheckedRecord,
  checkSomeFields,
  none,
  withRuleFindings,
} from '../check/check-record.ts'
import { declaredRules, nowIn, perRules, type RulesInForce } from '../check/declared/declared-rules.ts'
import type { FollowedValues } from '../check/declared/followed-records.ts'
import type { Finding } from '../check/problem.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import {
  type Definition,
  type Identity,
  identityOf,
  type Reference,
  titleRank,
  titleText,
} from '../domains/identity.ts'
import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'
import type { Evaluate } from '../expression/run/frame.ts'
import { BACKSLASH } from '../syntax/characters.ts'
import type { Field, RecordNode } from '../syntax/nodes.ts'
import { hasByte, notAllowed, unsure } from './bytes/values.ts'
import { FieldScanner } from './field-scanner.ts'
import { NameHasher, randomKey, SpannedNames } from './names.ts'
import { scannedKeys } from './scanned-keys.ts'
import { type FieldTable, type ScanTables, type TagTable, tablesMaker } from './tables.ts'

/** Which records of a tag a caller wants, by a condition that reads only fields of the record itself. */
export interface WantedRecords {
  readonly tag: Tag
  readonly evaluate: Evaluate
  readonly reads: readonly FieldDefinition[]
}

/**
 * Adds a scan of records to a context: a check with it finds the same, and is several times faster.
 *
 * @param wanted the scan also tells which records are left out. Only for a context that asks for names only
 */
export function withScan(context: FileContext, wanted?: WantedRecords): CheckContext {
  const scan = wanted && context.onlyNames ? new RecordScan(context, wanted) : scanOf(context)
  return { ...context, scan: (record, domains, context) => scan.check(record, domains, context) }
}

const scanOf = perRules(rules => new RecordScan(rules))

/**
 * Checks records one at a time with the scanner of bytes, which creates no object for a field. It is certain of most
 * records without a problem, and leaves all others to the check.
 */
class RecordScan {
  private readonly bytes = new Uint8Array(longestScanned * mostBytesOfUnit + 8)
  private readonly view = new DataView(this.bytes.buffer)
  private readonly definitions = new SpannedNames()
  private readonly references = new SpannedNames()
  private readonly fields = new FieldScanner(this.bytes, {
    hasSpans: true,
    definitions: this.definitions,
    references: this.references,
    mayDoubt: true,
  })
  private readonly tablesOf: (domains: readonly Domain[]) => ScanTables
  /** The domains of the last record, and their tables. */
  private domains: readonly Domain[] | undefined
  private tables: ScanTables | undefined
  private readonly infos = new WeakMap<TagTable, TagInfo>()

  constructor(
    private readonly rules: RulesInForce,
    private readonly wanted?: WantedRecords,
  ) {
    const reads = wanted
      ? { followed: new Map([[wanted.tag, wanted.reads]]), where: wanted }
      : { hasValues: true, hasTitles: true }
    this.tablesOf = tablesMaker(new NameHasher(randomKey()), { ...rules, ...reads })
  }

  /** The result for a record; undefined if the check may find a problem in more than some of its fields. */
  check(record: RecordNode, domains: readonly Domain[], context: FileContext): CheckedRecord | undefined {
    // Then no rule runs on what is scanned.
    if (this.wanted && !context.onlyNames) return undefined
    const { text, at, tagStart, tagEnd } = record
    // Offsets in the tag count characters, so nothing but ASCII can be before it.
    if (tagStart !== at + 1 || at > 0 || text.length > longestScanned) return undefined
    const length = utf8Encoder.encodeInto(text, this.bytes).written
    const isAscii = length === text.length
    if (!isAscii && hasHalfPair.test(text)) return undefined
    this.view.setInt32(length, lineFeeds)
    this.view.setInt32(length + 4, lineFeeds)
    for (let tag = this.tagAt(tagStart, tagEnd, domains); tag !== undefined; tag = tag.next) {
      const info = this.infoOf(tag)
      this.definitions.length = this.references.length = 0
      if (tag.ruled) {
        tag.ruled.source = isAscii ? text : undefined
        tag.ruled.budget = context.ruleBudget
        // The scan outlives this check, and the time does not.
        if (info.readsNow) tag.ruled.now = nowIn(context)
      }
      if (this.fields.scan(tag, 0, 0, tagEnd) === unsure) continue
      const doubts = this.fields.takeDoubts()
      const { breaksRules } = this.fields
      if (doubts && !isAscii) return undefined
      const isLeftOut = tag.tag === this.wanted?.tag && tag.ruled !== undefined && !tag.ruled.followedValues()
      const inFields =
        doubts && !context.onlyNames
          ? checkSomeFields(record, tag.tag, fieldsAt(record, doubts), domains, context)
          : none
      const findings =
        breaksRules && !context.onlyNames ? withRuleFindings(inFields, record, tag.tag, context) : inFields
      const followed = context.isIndexed ? tag.ruled?.followedValues() : undefined
      if (!isAscii) return { tag: tag.tag, findings, identity: identityOf(record, tag.tag), followed, isLeftOut }
      const { definitions, references } = this
      const idStart = definitions.length > 0 ? definitions.startAt(0) : -1
      const id = idStart < 0 ? undefined : text.slice(idStart, definitions.endAt(0))
      const all = references.length > 0 ? this.allReferences(text) : noReferences
      const title = this.wanted ? undefined : this.titleField(tag, info)
      const keys = tag.keys.length > 0 ? scannedKeys(tag, this.bytes, text) : noScannedKeys
      return new CertainRecord(record, tag.tag, findings, followed, all, keys, id, idStart, title, isLeftOut)
    }
    return undefined
  }

  private tagAt(start: number, end: number, domains: readonly Domain[]): TagTable | undefined {
    if (!this.tables || this.domains !== domains) {
      this.domains = domains
      this.tables = this.tablesOf(domains)
    }
    return this.tables.tagAt(this.view, start, end)
  }

  private allReferences(text: string): Reference[] {
    const { fields, length } = this.references
    const all: Reference[] = []
    for (let index = 0; index < length; index++) {
      const { name, target } = fields[index]!.definition
      const { path, domain, tag } = target!
      const start = this.references.startAt(index)
      const end = this.references.endAt(index)
      all.push({ path, domain, tag, id: text.slice(start, end), start, end, field: name })
    }
    return all
  }

  /** The field with the title of the record that was scanned; undefined if only the parsed fields tell that. */
  private titleField(tag: TagTable, { titles }: TagInfo): FieldTable | undefined {
    let found: FieldTable | undefined
    let foundRank = Infinity
    for (const { field, rank } of titles) {
      if (tag.seen[field.index] !== tag.latest || field.valueStart === field.valueEnd) continue
      if (rank > foundRank || (rank === foundRank && field.valueStart > found!.valueStart)) continue
      found = field
      foundRank = rank
    }
    if (!found) return undefined
    const { valueStart: start, valueEnd: end } = found
    return start === notAllowed || hasByte(this.bytes, start, end, BACKSLASH) ? undefined : found
  }

  private infoOf(tag: TagTable): TagInfo {
    let info = this.infos.get(tag)
    if (!info) {
      const { own } = declaredRules(tag.tag, this.rules)
      const titles = tag.list.map(field => ({ field, rank: titleRank(field.definition.name, tag.tag) }))
      info = {
        readsNow: own.some(({ needs }) => needs.readsNow),
        titles: titles.filter(({ rank }) => rank < Infinity),
      }
      this.infos.set(tag, info)
    }
    return info
  }
}

/** Every runtime has it, but shared code knows the types of none. */
declare const TextEncoder: new () => { encodeInto(text: string, bytes: Uint8Array): { readonly written: number } }

const utf8Encoder = new TextEncoder()

interface TagInfo {
  /** Whether a rule of the tag reads the time. */
  readonly readsNow: boolean
  /** The fields that can be the title of a record, and how well they say what it is about. */
  readonly titles: readonly { readonly field: FieldTable; readonly rank: number }[]
}

/** Half a surrogate pair, which UTF-8 cannot encode. */
const hasHalfPair = /\p{Surrogate}/u

const noReferences: readonly Reference[] = []
const noScannedKeys: readonly Definition[] = []

/** The fields of a record that start at some offsets: each second number is where one ends. */
const fieldsAt = ({ fields }: RecordNode, doubts: readonly number[]): Field[] =>
  fields.filter(({ nameStart }) => doubts.indexOf(nameStart) % 2 === 0)

/** The length of the longest scanned record, in UTF-16 code units, and the most bytes that one of these takes. */
const longestScanned = 20_000
const mostBytesOfUnit = 3

/** Four line ends. They stand behind the record: the end of its last line, if that has none, and empty lines. */
const lineFeeds = 0x0a0a0a0a

/** Where the value of a field stands, without its quotes. */
type ValueSpan = Pick<FieldTable, 'valueStart' | 'valueEnd'>

/**
 * The result for a record that the scanner is certain of, and its identity, as one object: a large file has many. The
 * title stays in the text of the record until someone asks for it.
 */
class CertainRecord implements CheckedRecord, Identity {
  private readonly titleStart: number
  private readonly titleEnd: number
  private knownTitle: string | undefined

  /**
   * @param idStart where the id of the record starts, if it has one
   * @param title where the title stands; undefined if that is not known
   */
  constructor(
    private readonly record: RecordNode,
    readonly tag: Tag,
    readonly findings: readonly Finding[],
    readonly followed: FollowedValues | undefined,
    readonly references: readonly Reference[],
    readonly keys: readonly Definition[],
    private readonly id: string | undefined,
    private readonly idStart: number,
    title: ValueSpan | undefined,
    readonly isLeftOut: boolean,
  ) {
    this.titleStart = title ? title.valueStart : -1
    this.titleEnd = title ? title.valueEnd : -1
  }

  get identity(): Identity {
    return this
  }

  get title(): string {
    this.knownTitle ??= this.readTitle()
    return this.knownTitle
  }

  get definition(): Definition | undefined {
    const { id, idStart: start, tag } = this
    if (id === undefined) return undefined
    const { path, domain, tag: name } = tag.nameOfRecords
    return { path, domain, tag: name, id, start, end: start + id.length }
  }

  /** A title that is empty, or not known, is that of the parsed record. */
  private readTitle(): string {
    const { record, tag, titleStart, titleEnd } = this
    const title = titleStart < 0 ? '' : titleText(record.text.slice(titleStart, titleEnd))
    return title || identityOf(record, tag).title
  }
}
