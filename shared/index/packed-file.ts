import type { CheckedFile } from '../check/check.ts'
import { type FollowedValues, followedFields, followedValuesIn } from '../check/declared/followed-records.ts'
import type { Tag, TagName } from '../domains/registry.ts'
import type { RecordNode, Span } from '../syntax/nodes.ts'
import { lengthOf, positionIn, type Tree } from '../syntax/tree.ts'
import { charactersIn, foldRecord } from './match.ts'

/**
 * What the index keeps of a file that is not open: the ids, titles, references and unique values of its records with
 * known tags, and their positions. It is packed into about 150 bytes a record, and threads can send it to each other.
 */
export interface PackedFile {
  /** How long the file's text is, in UTF-16 code units. */
  readonly textLength: number
  /** The tags of the records, of those they refer to, and of their unique values. */
  readonly tags: readonly TagName[]
  /** The names of the fields that refer. */
  readonly fields: readonly string[]
  /** The ids of the records, one after the other. */
  readonly ids: string
  /** The titles of the records, likewise. */
  readonly titles: string
  /** The ids that are referred to, likewise. */
  readonly referredIds: string
  /** What the records are called by their values in the fields of unique lists, likewise. */
  readonly keyIds: string
  /** The search texts of the records as `foldRecord` makes them, each with a line feed after it. */
  readonly folded: string
  /** `RecordPart.Count` numbers for each record, in the order of `RecordPart`. */
  readonly records: Uint32Array
  /** What rules about several records need of the records; absent if they need nothing. */
  readonly followed?: readonly FollowedPart[]
  /** `ReferencePart.Count` numbers for each reference, in the order of `ReferencePart`. */
  readonly references: Uint32Array
  /** As many numbers for each unique list of which a record lacks no value; `Field` is 0. */
  readonly keys: Uint32Array
}

/** The followed values of the records of one tag. */
interface FollowedPart {
  /** The path of the tag. */
  readonly path: string
  /** The names of the followed fields. */
  readonly fields: readonly string[]
  readonly count: number
  /** The values of these fields of all records, one record after the other. Threads send one list faster than many. */
  readonly values: FollowedValues
}

/**
 * The numbers of a record. Its texts and references start at the end of those of the record before. `Signs` and
 * `Letters` are `charactersIn` its folded text.
 */
export const RecordPart = {
  Tag: 0,
  TagLine: 1,
  TagStart: 2,
  TagEnd: 3,
  IdLine: 4,
  IdStart: 5,
  IdEnd: 6,
  EndOfId: 7,
  EndOfTitle: 8,
  EndOfReferences: 9,
  EndOfFolded: 10,
  Signs: 11,
  Letters: 12,
  EndOfKeys: 13,
  Count: 14,
} as const

/** The numbers of a reference, and of what a record is called by a unique list. */
export const ReferencePart = { Tag: 0, Field: 1, Line: 2, Start: 3, End: 4, EndOfId: 5, Count: 6 } as const

/** Packs what is to be kept of a file when it is not open. */
export function packFile(file: CheckedFile): PackedFile {
  const { tree, entries } = file
  const followed = followedParts(file)
  const tags = new Numbering<TagName>(({ path }) => path)
  const fields = new Numbering<string>(name => name)
  const records = new NumberList(entries.length * RecordPart.Count)
  const references = new NumberList(entries.length)
  const keys = new NumberList(0)
  const ids = new JoinedTexts()
  const keyIds = new JoinedTexts()
  const titles = new JoinedTexts()
  const referredIds = new JoinedTexts()
  const folded = new JoinedTexts()
  for (let entry = 0; entry < entries.length; entry++) {
    const { identity, tag } = entries[entry]!
    if (!identity || !tag) continue
    const { definition, title } = identity
    const { at, tagEnd } = tree.entries[entry] as RecordNode
    for (const reference of identity.references) {
      references.push(tags.numberOf(reference))
      references.push(fields.numberOf(reference.field))
      pushPlace(references, tree, entry, reference)
      references.push(referredIds.add(reference.id))
    }
    for (const key of identity.keys) {
      keys.push(tags.numberOf(tagNameOf(key)))
      keys.push(0)
      pushPlace(keys, tree, entry, key)
      keys.push(keyIds.add(key.id))
    }
    records.push(tags.numberOf(tag.nameOfRecords))
    pushPlace(records, tree, entry, { start: at, end: tagEnd })
    if (definition) pushPlace(records, tree, entry, definition)
    else for (let part = RecordPart.IdLine; part <= RecordPart.IdEnd; part++) records.push(0)
    const line = foldRecord(tag.name, definition?.id, title)
    const [signs, letters] = charactersIn(line)
    folded.add(line)
    records.push(ids.add(definition?.id ?? ''))
    records.push(titles.add(title))
    records.push(references.length / ReferencePart.Count)
    records.push(folded.add('\n'))
    records.push(signs)
    records.push(letters)
    records.push(keys.length / ReferencePart.Count)
  }
  return {
    textLength: lengthOf(tree),
    tags: tags.things,
    fields: fields.things,
    ids: ids.text,
    titles: titles.text,
    referredIds: referredIds.text,
    keyIds: keyIds.text,
    folded: folded.text,
    ...(followed.length > 0 && { followed }),
    records: records.taken(),
    references: references.taken(),
    keys: keys.taken(),
  }
}

/** The name of the tag in a name, without its id, which would stay in memory. */
const tagNameOf = ({ path, domain, tag }: TagName): TagName => ({ path, domain, tag })

/** Adds the line of a part of an entry, and where on the line it starts and ends. */
function pushPlace(numbers: NumberList, tree: Tree, entry: number, { start, end }: Span): void {
  const { line, character } = positionIn(tree, entry, start)
  numbers.push(line)
  numbers.push(character)
  numbers.push(character + end - start)
}

/** A list of whole numbers that grows. */
class NumberList {
  length = 0
  private numbers: Uint32Array<ArrayBuffer>

  /** @param size how many numbers there will be, about */
  constructor(size: number) {
    this.numbers = new Uint32Array(size + 1)
  }

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const numbers = new Uint32Array(this.length * 2 + 1)
      numbers.set(this.numbers)
      this.numbers = numbers
    }
    this.numbers[this.length++] = number
  }

  taken(): Uint32Array<ArrayBuffer> {
    return this.numbers.slice(0, this.length)
  }
}

/** Joins texts. */
class JoinedTexts {
  private readonly texts: string[] = []
  private length = 0

  get text(): string {
    return this.texts.join('')
  }

  /** Returns where the text ends. */
  add(text: string): number {
    this.texts.push(text)
    this.length += text.length
    return this.length
  }
}

function followedParts({ tree, entries, context }: CheckedFile): FollowedPart[] {
  const followed = followedFields(context)
  const parts = new Map<Tag, FollowedPart & { count: number; readonly values: FollowedValues[number][] }>()
  for (let entry = 0; entry < entries.length; entry++) {
    const { tag, followed: known } = entries[entry]!
    const fields = tag && followed.get(tag)
    const record = tree.entries[entry]!
    if (!fields || record.kind !== 'record') continue
    let part = parts.get(tag)
    if (!part) {
      part = { path: tag.fullName.path, fields: fields.map(({ name }) => name), count: 0, values: [] }
      parts.set(tag, part)
    }
    part.count++
    for (const value of known ?? followedValuesIn(record, tag, context)!) part.values.push(value)
  }
  return [...parts.values()]
}

/** Numbers things by their names, each once. */
class Numbering<Thing> {
  readonly things: Thing[] = []
  private readonly numbers = new Map<string, number>()

  constructor(private readonly nameOf: (thing: Thing) => string) {}

  numberOf(thing: Thing): number {
    const name = this.nameOf(thing)
    let number = this.numbers.get(name)
    if (number === undefined) {
      number = this.things.push(thing) - 1
      this.numbers.set(name, number)
    }
    return number
  }
}
