import { lastIndex } from '../../basics/binary-search.ts'
import { localize } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
import { lineStartOf, type Span } from '../../syntax/nodes.ts'
import type { BareReason, Directive, SuppressedCode } from '../directive.ts'
import type { Fix, Rule } from '../rule.ts'

export const unusedSuppression: Rule = {
  code: 'unused-suppression',
  severity: 'warning',
  summary: 'A suppression comment, or one of its codes, suppresses no problem.',
  mayHaveSafeFix: true,
}

/**
 * The message for a code that suppresses nothing, or for a comment without codes.
 *
 * @param isMisplaced whether the comment may be about a record further down
 */
export function unusedMessage(code: SuppressedCode | undefined, isMisplaced: boolean): string {
  if (code === undefined)
    return isMisplaced
      ? localize('This comment suppresses no problem; put it directly above the record that has one, or remove it.')
      : localize('This comment suppresses no problem; remove it.')
  const places = { code: shorten(code.name) }
  return isMisplaced
    ? localize(
        'This comment suppresses no {code} problem; put it directly above the record that has one, or remove the code.',
        places,
      )
    : localize('This comment suppresses no {code} problem; remove the code.', places)
}

/** The message for a code that there is not. */
export function unknownMessage({ name }: SuppressedCode, meant: string | undefined): string {
  const code = shorten(name)
  return meant === undefined
    ? localize('{code} is no code that a comment can suppress; remove it, or write -- before a reason.', { code })
    : localize('{code} is no code that a comment can suppress; {name} may be meant.', { code, name: meant })
}

/** The span, the message and the fix for a reason that has no `--` before it. */
export function bareReason(
  { text }: Directive,
  { words, sign, isSafe }: BareReason,
): Span & { readonly message: string; readonly fixes: () => Fix[] } {
  const start = words[0]!.start
  const { end } = words.at(-1)!
  const space = (position: number): string => (/\s/.test(text[position] ?? ' ') ? '' : ' ')
  const dashes = `${space(sign.start - 1)}--${space(sign.end)}`
  const written = text.slice(sign.end, end).trim() || text.slice(start, end)
  return {
    start,
    end,
    message: localize('Words of the reason are read as codes; write -- before {text}.', { text: show(written) }),
    fixes: () => [
      { title: localize('Write -- before the reason'), edits: [{ ...sign, text: dashes }], isPreferred: true, isSafe },
    ],
  }
}

/** The message and the fix for a word that looks like one of a suppression comment. */
export function unknownWord({ text, span }: Directive): { readonly message: string; readonly fixes: () => Fix[] } {
  const word = text.slice(span.start, span.end)
  const meant = meantBy(word.toLowerCase())
  const gap = /^[^\s,]/.test(text.slice(span.end)) ? ' ' : ''
  return {
    message: localize('{word} suppresses nothing; write {text}.', { word: shorten(word), text: meant }),
    fixes: () => [
      {
        title: localize('Change to {text}', { text: meant }),
        edits: [{ ...span, text: meant + gap }],
        isPreferred: true,
      },
    ],
  }
}

function meantBy(word: string): string {
  if (word.startsWith('recline-enable')) return 'recline-enable'
  return /line|next/.test(word.slice('recline-'.length)) ? 'recline-disable-next-line' : 'recline-disable'
}

/** Changes a code in a comment. */
export const changeCode = ({ start, end }: SuppressedCode, name: string): Fix => ({
  title: localize('Change to {text}', { text: name }),
  edits: [{ start, end, text: name }],
  isPreferred: true,
})

/** Removes one of several codes from its comment, with the separator. */
export function removeCode({ codes }: Directive, code: SuppressedCode): Fix {
  const index = lastIndex(codes, ({ start }) => start <= code.start)
  const next = codes[index + 1]
  const edit = next
    ? { start: code.start, end: next.start, text: '' }
    : { start: codes[index - 1]!.end, end: code.end, text: '' }
  return {
    title: localize('Remove {text}', { text: shorten(code.name) }),
    edits: [edit],
    isPreferred: true,
    isSafe: true,
  }
}

/**
 * Removes the line of a comment if none of its codes suppresses anything.
 *
 * @param isSafe false if the lines around the comment would become one entry without it, or if someone may need it
 */
export const removeComment = ({ text }: Directive, isSafe: boolean): Fix => ({
  title: localize('Remove the comment'),
  edits: [{ start: lineStartOf(text), end: text.length, text: '' }],
  isPreferred: true,
  isSafe,
})
