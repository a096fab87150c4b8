import { nearestTags, tagsInForce } from '../domains/domains-in-force.ts'
import { localize } from '../domains/localize.ts'
import { show } from '../domains/message-text.ts'
import { canonicalField } from '../domains/notation.ts'
import { type Domain, type FieldDefinition, fieldOf, type Tag } from '../domains/registry.ts'
import { lineStartOf, tagName, withoutEscapes } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import type { TextChange } from '../syntax/text-change.ts'
import type { Fix, LineContext } from './rule.ts'

/** Reports lines that are neither records nor comments: one problem for all that stand directly below each other. */
export function checkStrayLines({ node, above, domains, report }: LineContext): void {
  const name = above?.kind === 'record' ? tagName(above) : undefined
  const tags = name === undefined ? [] : tagsInForce(name, domains)
  const lines = strayLinesOf(node.text, above?.kind === 'record', tags, domains)
  const at = { start: lines[0]!.start, end: endOf(lines.at(-1)!) }
  if (lines[0]!.text.startsWith('@END')) {
    report(localize('This @END closes no block; remove it, or write @BEGIN above the block.'), {
      at,
      fixes: () => [removeAll(node.text), intoComment(lines)],
    })
    return
  }
  const kinds = new Set(lines.map(({ kind }) => kind))
  // A line with | continues the fields or the record above it.
  if (kinds.has('fields') || lines[0]!.kind === 'bullet') kinds.delete('continuation')
  const [only] = kinds.size === 1 ? kinds : []
  const message = isBlockComment(lines) ? blockComment() : (only && messages[only]?.(lines)) || neither(lines)
  report(message, { at, fixes: () => [...fixesOf(lines, kinds, domains), intoComment(lines)] })
}

/** What the author of a line may have meant. */
type Kind = 'fields' | 'continuation' | 'unindented' | 'record' | 'bullet' | 'comment' | 'other'

interface StrayLine {
  readonly kind: Kind
  /** Without the white space around it. */
  readonly text: string
  readonly start: number
  readonly indentation: number
  /** The line as fields of the record above; undefined if it has none. */
  readonly fields: string | undefined
}

/**
 * @param isBelowRecord whether the first line is directly below a record, so that its fields may belong to it
 * @param tags the definitions of that record's tag
 */
function strayLinesOf(
  text: string,
  isBelowRecord: boolean,
  tags: readonly Tag[],
  domains: readonly Domain[],
): StrayLine[] {
  let mayContinue = isBelowRecord
  return [...text.matchAll(/[^\r\n]+/g)].map(({ 0: whole, index }) => {
    const trimmed = whole.trim()
    const indentation = whole.indexOf(trimmed)
    const fields = mayContinue ? fieldsIn(trimmed, tags) : undefined
    const kind = kindOf(trimmed, indentation > 0, fields, domains)
    mayContinue &&= kind === 'fields' || kind === 'continuation'
    return { kind, text: trimmed, start: index + indentation, indentation, fields }
  })
}

function kindOf(line: string, isIndented: boolean, fields: string | undefined, domains: readonly Domain[]): Kind {
  if (line.startsWith('|')) return isIndented ? 'continuation' : 'unindented'
  const [, word] = /^([A-Za-z]\w*)\s+[A-Za-z_][\w.-]*(?::\w+)?=/.exec(line) ?? []
  if (word !== undefined && (/^[A-Z][A-Z0-9_]*$/.test(word) || tagsInForce(word.toUpperCase(), domains).length > 0))
    return 'record'
  if (bullet.test(line)) return 'bullet'
  if (foreignComment.test(line)) return 'comment'
  return fields === undefined ? 'other' : 'fields'
}

/**
 * A line as fields of a record: `severity="high" | rid=F-1` as it is, and `severity: high` if the tag has the field.
 */
function fieldsIn(line: string, tags: readonly Tag[]): string | undefined {
  if (isFields(line)) return line
  const [, name, written] = /^([A-Za-z_][\w.-]*)\s*:\s+(\S.*)$/.exec(line) ?? []
  const field = name === undefined ? undefined : fieldOfAnyTag(name, tags)
  if (!field) return undefined
  if (/^\[[^[\]"]*\]$/.test(written!)) return `${field.name}=${written}`
  if (/^"(?:[^"\\]|\\.)*"$/.test(written!)) return canonicalField(field, withoutEscapes(written!.slice(1, -1)))
  return /^["[{]|\||\s#/.test(written!) ? undefined : canonicalField(field, written!)
}

function fieldOfAnyTag(name: string, tags: readonly Tag[]): FieldDefinition | undefined {
  for (const tag of tags) {
    const field = fieldOf(tag, name) ?? fieldOf(tag, name.toLowerCase())
    if (field) return field
  }
  return undefined
}

/** Whether a line has only complete fields, if it is read as part of a record. */
function isFields(line: string): boolean {
  const [record, ...others] = parseEntries(`@T\n  | ${line}`)
  return (
    record?.kind === 'record' &&
    others.length === 0 &&
    record.fields.length > 0 &&
    record.strays.length === 0 &&
    record.fields.every(({ equals, value }) => equals >= 0 && value?.closed !== false)
  )
}

/** What some write before each item of a list. */
const bullet = /^(?:[-*•]|\d+[.)])\s*(?=@[A-Z])/

const foreignComment = /^(?:\/\/|--|;)\s*/

const endOf = ({ start, text }: StrayLine): number => start + text.length

const messages: { readonly [Of in Kind]?: (lines: readonly StrayLine[]) => string } = {
  continuation: ({ length }) =>
    length === 1
      ? localize('This line continues a record, but there is none directly above it; write it below its record.')
      : localize(
          'These lines continue a record, but there is none directly above them; write them below their record.',
        ),
  unindented: () => localize('A line that continues the record above it starts with a blank before |.'),
  fields: lines =>
    lines.every(({ text, fields }) => fields === undefined || fields === text)
      ? localize('Fields on a line of their own belong to the record above only with | before them.')
      : localize(
          'A field is written name=value; on a line of its own, it belongs to the record above only with | before it.',
        ),
  bullet: () => localize('A record starts with @; remove what is before it.'),
  record: () => localize('A record starts with @ before its tag.'),
  comment: () => localize('A comment starts with #.'),
}

const blockComment = (): string =>
  localize('Text between /* and */ is no comment; a comment starts with # on each of its lines.')

function neither(lines: readonly StrayLine[]): string {
  const first = show(lines[0]!.text)
  if (lines.length === 1)
    return localize('{text} is neither a record, which starts with @, nor a comment, which starts with #.', {
      text: first,
    })
  return localize(
    'These {count} lines from {text} on are neither records, which start with @, nor comments, which start with #.',
    { count: lines.length, text: first },
  )
}

const isBlockComment = (lines: readonly StrayLine[]): boolean =>
  lines[0]!.text.startsWith('/*') && lines.at(-1)!.text.endsWith('*/')

/** A fix for each kind of line: what the author may have meant by all of them. */
function fixesOf(lines: readonly StrayLine[], kinds: ReadonlySet<Kind>, domains: readonly Domain[]): Fix[] {
  if (isBlockComment(lines))
    return [{ title: localize('Write # instead'), edits: lines.map(withoutFrame), isPreferred: true }]
  const fix = (kind: Kind, title: string, edit: (line: StrayLine) => TextChange): Fix[] =>
    kinds.has(kind)
      ? [{ title, edits: lines.filter(line => line.kind === kind).map(edit), isPreferred: kinds.size === 1 }]
      : []
  return [
    ...fix('fields', localize('Continue the record above'), ({ start, text, indentation, fields }) => ({
      start: start - indentation,
      end: fields === text ? start : start + text.length,
      text: fields === text ? '  | ' : `  | ${fields}`,
    })),
    ...fix('bullet', localize('Remove {text}', { text: show(bulletOf(lines)) }), ({ start, text }) => ({
      start,
      end: start + bullet.exec(text)![0].length,
      text: '',
    })),
    ...fix('unindented', localize('Write blanks before |'), line => insertBefore(line, '  ')),
    ...fix('record', titleOfTags(lines, domains), line => ({
      start: line.start,
      end: line.start + wordOf(line).length,
      text: `@${tagMeant(line, domains) ?? wordOf(line)}`,
    })),
    ...fix('comment', localize('Write # instead'), ({ start, text }) => ({
      start,
      end: start + foreignComment.exec(text)![0].length,
      text: '# ',
    })),
  ]
}

/** The first word of a line, which may be a tag. */
const wordOf = ({ text }: StrayLine): string => /^\w*/.exec(text)![0]

/** The tag that the first word of a line is, or that is similar to it. */
const tagMeant = (line: StrayLine, domains: readonly Domain[]): string | undefined =>
  nearestTags(wordOf(line), domains)[0]

/** What the fix of records without `@` does: it names their tag if all of them have the same one. */
function titleOfTags(lines: readonly StrayLine[], domains: readonly Domain[]): string {
  const tags = new Set(lines.filter(({ kind }) => kind === 'record').map(line => tagMeant(line, domains)))
  const [tag] = tags
  return tags.size === 1 && tag !== undefined
    ? localize('Change to {text}', { text: `@${tag}` })
    : localize('Write @ before the tag')
}

/** What stands before the first record that has a bullet. */
const bulletOf = (lines: readonly StrayLine[]): string => {
  const line = lines.find(({ kind }) => kind === 'bullet')
  return line ? bullet.exec(line.text)![0] : ''
}

/** A line of a block comment as a comment: without the frame of stars and slashes. */
const withoutFrame = ({ start, text }: StrayLine): TextChange => ({
  start,
  end: start + text.length,
  text: `# ${text.replace(/^(?:\/\*+|\*+(?!\/))\s*|\s*\*+\/$/g, '')}`.trimEnd(),
})

const intoComment = (lines: readonly StrayLine[]): Fix => ({
  title: lines.length === 1 ? localize('Turn the line into a comment') : localize('Turn the lines into comments'),
  edits: lines.map(line => insertBefore(line, '# ')),
})

const insertBefore = ({ start }: StrayLine, text: string): TextChange => ({ start, end: start, text })

const removeAll = (text: string): Fix => ({
  title: localize('Remove the line'),
  edits: [{ start: lineStartOf(text), end: text.length, text: '' }],
  isPreferred: true,
})
