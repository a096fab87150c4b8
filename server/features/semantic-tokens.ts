import type { Range, SemanticTokens, SemanticTokensDelta, SemanticTokensLegend } from 'vscode-languageserver-types'
import { namedDomains } from '../../shared/domains/domains-in-force.ts'
import { type FieldDefinition, fieldOf, type Registry, type Tag } from '../../shared/domains/registry.ts'
import { typeNames, valueTypes } from '../../shared/domains/value-types/index.ts'
import {
  type Field,
  fieldType,
  isHeader,
  type RecordNode,
  type Span,
  tagName,
  type ValueNode,
  valueText,
} from '../../shared/syntax/nodes.ts'
import { indexAt, offsetAt, type Position, positionIn, type Tree } from '../../shared/syntax/tree.ts'
import { foreignTypes, type TypeName, typeNamed } from '../../shared/syntax/type-words.ts'

/** The token types, by their index in the protocol. The last ones are only in the expressions of rules. */
export const tokenTypes = [
  'class',
  'keyword',
  'property',
  'type',
  'string',
  'enumMember',
  'number',
  'namespace',
  'variable',
  'function',
  'operator',
] as const
export type TokenType = (typeof tokenTypes)[number]
const tokenModifiers = ['declaration', 'unknown', 'timestamp'] as const

/** The standard names, so that every theme has colors for them. `unknown` and `timestamp` are modifiers of our own. */
export const semanticTokensLegend: SemanticTokensLegend = {
  tokenTypes: [...tokenTypes],
  tokenModifiers: [...tokenModifiers],
}

/** What tokens read of a checked file. */
interface ColoredFile {
  readonly tree: Tree
  readonly entries: readonly ColoredEntry[]
  readonly context: { readonly registry: Registry }
}

/** What tokens read of the result for an entry. */
interface ColoredEntry {
  readonly tag: Tag | undefined
  /** Where the id of the record is, and where the ids are that it refers to. */
  readonly identity?: { readonly definition: Span | undefined; readonly references: readonly Span[] } | undefined
}

/** The tokens of the entries in a range. */
export function semanticTokensIn(file: ColoredFile, { start, end }: Range): SemanticTokens {
  const { tree } = file
  const first = Math.max(0, indexAt(tree, offsetAt(tree, start)))
  return { data: encode(file, first, indexAt(tree, offsetAt(tree, end)) + 1, { line: 0, character: 0 }) }
}

/** The tokens of whole files. It keeps the last result of each file, so that the client only gets the changes since. */
export class SemanticTokensResults {
  private readonly results = new Map<string, Result>()
  private count = 0

  /** All tokens. */
  full(uri: string, file: ColoredFile): SemanticTokens {
    const before = new Uint32Array(file.tree.entries.length + 1)
    const data = encode(file, 0, file.tree.entries.length, { line: 0, character: 0 }, before)
    return { resultId: this.remember(uri, file, before), data }
  }

  /**
   * The changes since the last result, or all tokens if the client has an older one. The time depends on the size of
   * the change.
   */
  changes(uri: string, file: ColoredFile, previousId: string): SemanticTokens | SemanticTokensDelta {
    const previous = this.results.get(uri)
    if (previous?.resultId !== previousId || previous.file.context.registry !== file.context.registry)
      return this.full(uri, file)
    const { before, edits } = tokenDifference(previous, file)
    return { resultId: this.remember(uri, file, before), edits }
  }

  /** Forgets a file that was closed. */
  forget(uri: string): void {
    this.results.delete(uri)
  }

  private remember(uri: string, file: ColoredFile, before: Uint32Array): string {
    const resultId = String(++this.count)
    this.results.set(uri, { resultId, file, before })
    return resultId
  }
}

interface Result {
  readonly resultId: string
  readonly file: ColoredFile
  /** The number of tokens before each entry, and the total number. */
  readonly before: Uint32Array
}

/** The protocol has this many numbers for a token. */
const perToken = 5

/** The tokens of the entries that differ, between the equal ones at the start and at the end of both files. */
function tokenDifference(
  previous: Result,
  file: ColoredFile,
): { before: Uint32Array; edits: SemanticTokensDelta['edits'] } {
  const old = previous.file
  const length = file.entries.length
  const shift = length - old.entries.length
  const shorter = Math.min(length, old.entries.length)
  let first = 0
  while (first < shorter && hasSameTokens(old, first, file, first)) first++
  let behind = length
  while (behind > first && behind - shift > first && hasSameTokens(old, behind - shift - 1, file, behind - 1)) behind--

  const before = new Uint32Array(length + 1)
  before.set(previous.before.subarray(0, first + 1))
  if (first === behind && shift === 0) {
    before.set(previous.before)
    return { before, edits: [] }
  }
  // The position of a token is relative to the one before it, so the next token after the change changes too.
  while (behind < length && previous.before[behind - shift] === previous.before[behind - shift + 1]) behind++
  if (behind < length) behind++
  const data = encode(file, first, behind, lastTokenBefore(file, first, before), before)
  const start = previous.before[first]!
  const end = previous.before[behind - shift]!
  for (let index = behind; index < length; index++)
    before[index + 1] = before[behind]! + previous.before[index - shift + 1]! - end
  return { before, edits: [{ start: start * perToken, deleteCount: (end - start) * perToken, data }] }
}

const hasSameTokens = (one: ColoredFile, index: number, other: ColoredFile, otherIndex: number): boolean =>
  one.tree.entries[index] === other.tree.entries[otherIndex] &&
  one.entries[index]!.tag === other.entries[otherIndex]!.tag

function lastTokenBefore(file: ColoredFile, entry: number, before: Uint32Array): Position {
  let index = entry - 1
  while (index >= 0 && before[index] === before[index + 1]) index--
  const record = file.tree.entries[index]
  if (record?.kind !== 'record') return { line: 0, character: 0 }
  let last = 0
  visitTokens(record, file.entries[index]!, file.context.registry, start => {
    last = start
  })
  return positionIn(file.tree, index, last)
}

/**
 * The tokens of some entries as the numbers of the protocol.
 *
 * @param place the position of the token before them
 * @param before if given, is filled with the number of tokens before each entry
 */
function encode(
  { tree, entries, context }: ColoredFile,
  from: number,
  to: number,
  place: Position,
  before?: Uint32Array,
): number[] {
  const data: number[] = []
  let { line: lastLine, character: lastCharacter } = place
  for (let index = from; index < to; index++) {
    const entry = tree.entries[index]!
    let count = 0
    if (entry.kind === 'record') {
      const isOneLine = entry.lineBreaks === 0 || (entry.lineBreaks === 1 && index + 1 < entries.length)
      visitTokens(entry, entries[index]!, context.registry, (start, end, type, modifier) => {
        const { line, character } = isOneLine
          ? { line: tree.lines[index]!, character: start }
          : positionIn(tree, index, start)
        data.push(
          line - lastLine,
          line === lastLine ? character - lastCharacter : character,
          end - start,
          tokenTypes.indexOf(type),
          modifier ? 1 << tokenModifiers.indexOf(modifier) : 0,
        )
        lastLine = line
        lastCharacter = character
        count++
      })
    }
    if (before) before[index + 1] = before[index]! + count
  }
  return data
}

type Visit = (
  start: number,
  end: number,
  type: (typeof tokenTypes)[number],
  modifier?: (typeof tokenModifiers)[number],
) => void

/** Visits the tokens of a record in order: its tag, and the name, type and value of each field. */
function visitTokens(record: RecordNode, checked: ColoredEntry, registry: Registry, visit: Visit): void {
  const { tag } = checked
  const isDocument = isHeader(record)
  const names = isDocument ? domainTokens(record, registry) : idTokens(checked)
  let next = 0
  const isKnown = isDocument || tag !== undefined
  if (tagName(record) !== undefined)
    visit(record.at, record.tagEnd, isDocument ? 'keyword' : 'class', isKnown ? undefined : 'unknown')
  for (const field of record.fields) {
    const { value } = field
    const definition = tag && fieldOf(tag, field.name)
    visit(field.nameStart, field.nameEnd, 'property', tag && !definition ? 'unknown' : undefined)
    if (field.typeEnd > field.typeStart)
      visit(field.typeStart, field.typeEnd, 'type', isType(record, field) ? undefined : 'unknown')
    if (!value) continue
    const first = next
    for (; next < names.length && names[next]!.start < value.end; next++) {
      const { start, end, type, modifier } = names[next]!
      visit(start, end, type, modifier)
    }
    if (first === next) visitValue(record, field, value, definition, visit)
  }
}

/** A name inside a value, without quotes, commas and brackets around it. */
type NameToken = Span & { readonly type: 'variable' | 'namespace'; readonly modifier?: 'declaration' | 'unknown' }

const domainTokens = (header: RecordNode, registry: Registry): NameToken[] =>
  namedDomains(header, registry).map(({ start, end, domain }) => ({
    start,
    end,
    type: 'namespace',
    ...(!domain && { modifier: 'unknown' as const }),
  }))

/** The id of the record, and the ids that it refers to. */
function idTokens({ identity }: ColoredEntry): readonly NameToken[] {
  if (!identity) return noTokens
  const { definition, references } = identity
  const others = references.filter(({ start }) => start !== definition?.start)
  const tokens = others.map(({ start, end }): NameToken => ({ start, end, type: 'variable' }))
  if (definition)
    tokens.push({ start: definition.start, end: definition.end, type: 'variable', modifier: 'declaration' })
  return tokens.sort((one, other) => one.start - other.start)
}

const noTokens: readonly NameToken[] = []

function isType(record: RecordNode, field: Field): boolean {
  const type = fieldType(record, field)!
  return typeNamed(type) !== undefined || foreignTypes.has(type)
}

/**
 * Visits a value of the declared type, or else of the written type. A value that does not match its type has no token.
 */
function visitValue(
  record: RecordNode,
  field: Field,
  value: ValueNode,
  definition: FieldDefinition | undefined,
  visit: Visit,
): void {
  const text = valueText(record, value)
  const type = definition?.type ?? writtenTypeOf(record, field, value, text)
  if (!valueTypes[type].accepts(text) || value.end === value.start) return
  const { token, modifier } = tokensOfTypes[type]
  if (definition?.enum?.includes(text) && type === 'string') visit(value.start, value.end, 'enumMember')
  // The TextMate grammar colors values in quotes and brackets, with their escapes.
  else if (type !== 'string' || value.kind === 'bare') visit(value.start, value.end, token, modifier)
}

const tokensOfTypes: Readonly<
  Record<TypeName, { token: (typeof tokenTypes)[number]; modifier?: (typeof tokenModifiers)[number] }>
> = {
  string: { token: 'string' },
  int: { token: 'number' },
  float: { token: 'number' },
  ts: { token: 'number', modifier: 'timestamp' },
  bool: { token: 'keyword' },
}

/** The types whose values need no quotes. */
const bareTypes = typeNames.filter(type => type !== 'string')

function writtenTypeOf(record: RecordNode, field: Field, { kind }: ValueNode, text: string): TypeName {
  const type = typeNamed(fieldType(record, field) ?? '')
  if (type) return type
  return (kind === 'bare' && bareTypes.find(candidate => valueTypes[candidate].accepts(text))) || 'string'
}
