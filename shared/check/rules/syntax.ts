import { nearestTags, tagsInForce } from '../../domains/domains-in-force.ts'
import { localize } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import type { Domain } from '../../domains/registry.ts'
import {
  type Field,
  fieldNames,
  isFieldName,
  lineStartOf,
  nameSpan,
  quote,
  type RecordNode,
  type Stray,
  tagWord,
  type ValueNode,
} from '../../syntax/nodes.ts'
import { curlyQuoted } from '../../syntax/open-ends.ts'
import { removeContinuation, removePart } from '../fixes/edits.ts'
import { type FieldContext, type Fix, never, type RecordContext, type Rule } from '../rule.ts'
import { checkStrayLines } from '../stray-lines.ts'

export const syntax: Rule = {
  code: 'syntax',
  severity: 'error',
  summary: 'The file has text that the notation does not allow there.',
  mayHaveSafeFix: true,
  mayObjectToRecord: never,
  mayObjectToField: never,
  line: checkStrayLines,
  record: context => {
    reportTagSyntax(context)
    const { fields, strays } = context.record
    let next = 0
    for (const stray of strays) {
      while (next < fields.length && fields[next]!.nameStart < stray.start) next++
      const before = fields[next - 1]
      const curly = before?.value && curlyQuoted(context.record, before.value)
      // The problem of curly quotes says it all.
      if (!curly || stray.start >= curly.end) strayText(context, stray, before)
    }
  },
  field: checkFieldName,
}

function reportTagSyntax({ record, name, domains, report }: RecordContext): void {
  const { at, tagStart, tagEnd } = record
  const word = tagWord(record)
  if (word === '') {
    report(localize('There is no tag after @; write one, such as {example}.', { example: '@CONTROL' }), {
      at: { start: at, end: at + 1 },
    })
    return
  }
  if (tagStart > at + 1) {
    // Without the white space, @END and @BEGIN would be the lines of a block.
    const isSafe = word !== 'END' && word !== 'BEGIN'
    report(localize('There is white space between @ and {word}; remove it.', { word: shorten(word) }), {
      at: { start: at, end: tagEnd },
      fixes: () => [
        {
          title: localize('Remove the white space'),
          edits: [{ start: at + 1, end: tagStart, text: '' }],
          isPreferred: true,
          isSafe,
        },
      ],
    })
  }
  if (name !== undefined) return
  const places = { word: show(word) }
  report(localize('{word} is not a tag; a tag is a capital letter, then capital letters, digits and _.', places), {
    fixes: () => {
      const meant = nearestTags(word, domains)
      return meant.map(tag => ({
        title: localize('Change to {text}', { text: `@${tag}` }),
        edits: [{ start: tagStart, end: tagEnd, text: tag }],
        isPreferred: meant.length === 1,
      }))
    },
  })
}

function checkFieldName(context: FieldContext): void {
  const { node, fieldName: name, report } = context
  if (isFieldName(name)) return
  report(
    localize(
      '{name} cannot be the name of a field; a name starts with a letter from A to Z or _, and goes on with those, digits, . and -.',
      { name: show(name) },
    ),
    { at: nameSpan(node), fixes: () => otherNames(context) },
  )
}

/** Names that may be meant: similar fields of the tag, or the word without the characters that a name cannot have. */
function otherNames({ record, tag, node, fieldName: name }: FieldContext): Fix[] {
  const letters = name.normalize('NFD').replace(/\p{M}|^[^\p{L}\p{N}_]+/gu, '')
  const possible = letters.replace(/[^A-Za-z0-9_.-]/g, '_').replace(/^[^A-Za-z_]/, '_$&')
  const used = fieldNames(record)
  const known = nearest(
    possible,
    [...(tag?.fields.keys() ?? [])].filter(field => !used.has(field)),
  )
  const meant = known.length > 0 || used.has(possible) || !/[A-Za-z0-9]/.test(possible) ? known : [possible]
  return meant.map(candidate => ({
    title: localize('Change to {text}', { text: shorten(candidate) }),
    edits: [{ ...nameSpan(node), text: candidate }],
    isPreferred: meant.length === 1,
  }))
}

/** @param before the last field before the stray text, if there is one */
function strayText({ record, tag, domains, report }: RecordContext, stray: Stray, before: Field | undefined): void {
  const text = record.text.slice(stray.start, stray.end)
  const places = { text: show(text) }
  const remove: Fix = { title: localize('Remove {text}', places), edits: [removePart(record, stray)] }
  switch (stray.kind) {
    case 'comment':
      report(localize('A comment must be on its own line; move it above the record.'), {
        at: stray,
        fixes: () => [moveAbove(record, stray, text)],
      })
      break
    case 'behind-value':
      if (/^\/[/*]/.test(text)) {
        report(localize('{text} is no comment; a comment starts with # on its own line, above the record.', places), {
          at: stray,
          fixes: () => [moveAbove(record, stray, asComment(text)), remove],
        })
        break
      }
      report(
        localize('{text} follows a complete value; write | before a field, or \\" for a quote in a text.', places),
        {
          at: stray,
          fixes: () => [...takeIn(record, stray, before?.value), remove],
        },
      )
      break
    case 'text':
      report(localize('{text} is not a field; a field is written name=value.', places), {
        at: stray,
        fixes: () => [
          ...startRecord(record, stray, domains),
          ...asField(stray, text, name => tag?.fields.has(name) ?? false),
          remove,
        ],
      })
  }
}

/**
 * Starts a record at a tag in a continuation line: the author went to the next line, where the editor wrote `|`, and
 * wrote the next record.
 */
function startRecord(record: RecordNode, stray: Stray, domains: readonly Domain[]): Fix[] {
  const [, tag] = /^@([A-Z][A-Z0-9_]*)(?!\S)/.exec(record.text.slice(stray.start, stray.end)) ?? []
  const edit = tag !== undefined && tagsInForce(tag, domains).length > 0 && removeContinuation(record, stray)
  return edit ? [{ title: localize('Start a record here'), edits: [edit], isPreferred: true }] : []
}

function moveAbove(record: RecordNode, stray: Stray, comment: string): Fix {
  const lineStart = lineStartOf(record.text)
  return {
    title: localize('Move the comment above the record'),
    edits: [{ start: lineStart, end: lineStart, text: `${comment}\n` }, removePart(record, stray)],
    isPreferred: true,
    isSafe: stray.kind === 'comment',
  }
}

/** A comment of another notation as one that starts with `#`. */
const asComment = (text: string): string => `# ${text.replace(/^\/[/*]\s*|\s*\*\/$/g, '')}`.trimEnd()

/** Joins the quoted value before the stray text and that text to one string, with the quotes inside escaped. */
function takeIn(record: RecordNode, stray: Stray, value: ValueNode | undefined): Fix[] {
  if (value?.kind !== 'quoted') return []
  const all = record.text.slice(value.start + 1, stray.end)
  const endsQuoted = all.endsWith('"')
  // In `"a "b"` the last quote belongs to the inner one, and its own is missing: the editor types over a closing quote.
  const isOneShort = /^(?:[^"\\]|\\.)*\s"[^"\s\\](?:[^"\\]|\\.)*"$/su.test(all)
  // In `"a "b" c"` the inner quotes are meant; in `"a"b` the quote is in the wrong position.
  const withoutWrong = all.slice(0, value.end - value.start - 2) + all.slice(value.end - value.start - 1)
  const withoutLast = endsQuoted ? all.slice(0, -1) : withoutWrong
  const inside = isOneShort ? all : withoutLast
  const text = `"${inside.replace(/\\.|["\\]/gsu, part => (part.length > 1 ? part : `\\${part}`))}"`
  return [
    {
      title: localize('Change to {text}', { text: shorten(text) }),
      edits: [{ start: value.start, end: stray.end, text }],
      isPreferred: endsQuoted,
    },
  ]
}

/** Reads stray text as a field: `title: "x"`, or `status open` if `status` is a field of the tag. */
function asField(stray: Stray, text: string, isField: (name: string) => boolean): Fix[] {
  const [, name, colon, value] = /^([A-Za-z_][\w.-]*)(\s*:\s*|\s+)(\S.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined || (!colon!.includes(':') && !isField(name))) return []
  const isComplete = /^(?:"(?:[^"\\]|\\.)*"|\[[^[\]"]*\])$/.test(value)
  const field = `${name}=${isComplete ? value : quote(value)}`
  return [
    {
      title: localize('Change to {text}', { text: shorten(field) }),
      edits: [{ start: stray.start, end: stray.end, text: field }],
      isPreferred: true,
    },
  ]
}
