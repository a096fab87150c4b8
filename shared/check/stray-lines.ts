import { show } from '../domains/message-text.ts'
import { parseEntries } from '../syntax/parse.ts'
import { lineStartOf } from './edits.ts'
import type { Edit, Fix, LineContext } from './rule.ts'

/** Reports lines that are neither records nor comments: one problem for all that stand directly below each other. */
export function checkStrayLines({ node, above, report }: LineContext): void {
  if (node.kind !== 'stray') return
  const lines = linesOf(node.text, above?.kind === 'record')
  const at = { start: lines[0]!.start, end: endOf(lines.at(-1)!) }
  if (lines[0]!.text.startsWith('@END')) {
    report('This @END closes no block; remove it, or write @BEGIN above the block.', {
      at,
      fixes: () => [removeAll(node.text), intoComment(lines)],
    })
    return
  }
  const kinds = new Set(lines.map(({ kind }) => kind))
  // A line with | continues the fields above it.
  if (kinds.has('fields')) kinds.delete('continuation')
  const [only] = kinds.size === 1 ? kinds : []
  const message = isBlockComment(lines) ? blockComment : (only && messages[only]?.(lines)) || neither(lines)
  report(message, { at, fixes: () => [...fixesOf(lines, kinds), intoComment(lines)] })
}

/** What the author of a line may have meant. */
type Kind = 'fields' | 'continuation' | 'unindented' | 'record' | 'comment' | 'other'

interface Line {
  readonly kind: Kind
  /** Without the white space around it. */
  readonly text: string
  readonly start: number
  readonly indentation: number
}

/** @param isBelowRecord whether the first line is directly below a record, so that its fields may belong to it */
function linesOf(text: string, isBelowRecord: boolean): Line[] {
  let mayContinue = isBelowRecord
  return [...text.matchAll(/[^\r\n]+/g)].map(({ 0: whole, index }) => {
    const trimmed = whole.trim()
    const indentation = whole.indexOf(trimmed)
    const kind = kindOf(trimmed, indentation > 0, mayContinue)
    mayContinue &&= kind === 'fields' || kind === 'continuation'
    return { kind, text: trimmed, start: index + indentation, indentation }
  })
}

function kindOf(line: string, isIndented: boolean, mayContinue: boolean): Kind {
  if (line.startsWith('|')) return isIndented ? 'continuation' : 'unindented'
  if (/^[A-Z][A-Z0-9_]*\s+[A-Za-z_][\w.-]*(:\w+)?=/.test(line)) return 'record'
  if (foreignComment.test(line)) return 'comment'
  return mayContinue && isFields(line) ? 'fields' : 'other'
}

/** Whether a line would be nothing but complete fields if it continued a record. */
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

const foreignComment = /^(?:\/\/|--|;)\s*/

const endOf = ({ start, text }: Line): number => start + text.length

const messages: { readonly [Of in Kind]?: (lines: readonly Line[]) => string } = {
  continuation: ({ length }) =>
    length === 1
      ? 'This line continues a record, but there is none directly above it; write it below its record.'
      : 'These lines continue a record, but there is none directly above them; write them below their record.',
  unindented: () => 'A line that continues the record above it starts with a blank before |.',
  fields: () => 'Fields on a line of their own belong to the record above only with | before them.',
  record: () => 'A record starts with @ before its tag.',
  comment: () => 'A comment starts with #.',
}

const blockComment = 'Text between /* and */ is no comment; a comment starts with # on each of its lines.'

function neither(lines: readonly Line[]): string {
  const first = show(lines[0]!.text)
  if (lines.length === 1)
    return `${first} is neither a record, which starts with @, nor a comment, which starts with #.`
  const count = lines.length
  return `These ${count} lines from ${first} on are neither records, which start with @, nor comments, which start with #.`
}

const isBlockComment = (lines: readonly Line[]): boolean =>
  lines[0]!.text.startsWith('/*') && lines.at(-1)!.text.endsWith('*/')

/** A fix for each kind of line: what the author may have meant by all of them. */
function fixesOf(lines: readonly Line[], kinds: ReadonlySet<Kind>): Fix[] {
  if (isBlockComment(lines)) return [{ title: 'Write # instead', edits: lines.map(withoutFrame), isPreferred: true }]
  const fix = (kind: Kind, title: string, edit: (line: Line) => Edit): Fix[] =>
    kinds.has(kind)
      ? [{ title, edits: lines.filter(line => line.kind === kind).map(edit), isPreferred: kinds.size === 1 }]
      : []
  return [
    ...fix('fields', 'Continue the record above', ({ start, indentation }) => ({
      start: start - indentation,
      end: start,
      text: '  | ',
    })),
    ...fix('unindented', 'Write blanks before |', line => insertBefore(line, '  ')),
    ...fix('record', 'Write @ before the tag', line => insertBefore(line, '@')),
    ...fix('comment', 'Write # instead', ({ start, text }) => ({
      start,
      end: start + foreignComment.exec(text)![0].length,
      text: '# ',
    })),
  ]
}

/** A line of a block comment as a comment: without the frame of stars and slashes. */
const withoutFrame = ({ start, text }: Line): Edit => ({
  start,
  end: start + text.length,
  text: `# ${text.replace(/^(?:\/\*+|\*+(?!\/))\s*|\s*\*+\/$/g, '')}`.trimEnd(),
})

const intoComment = (lines: readonly Line[]): Fix => ({
  title: lines.length === 1 ? 'Turn the line into a comment' : 'Turn the lines into comments',
  edits: lines.map(line => insertBefore(line, '# ')),
})

const insertBefore = ({ start }: Line, text: string): Edit => ({ start, end: start, text })

const removeAll = (text: string): Fix => ({
  title: 'Remove the line',
  edits: [{ start: lineStartOf(text), end: text.length, text: '' }],
  isPreferred: true,
})
