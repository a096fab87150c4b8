import { localize } from '../../domains/localize.ts'
import { HASH } from '../../syntax/characters.ts'
import { type RecordNode, type Span, tagWord } from '../../syntax/nodes.ts'
import { skipBlanks } from '../../syntax/record-line.ts'
import { removeSeparators } from '../fixes/edits.ts'
import { type Fix, never, type Rule } from '../rule.ts'

export const emptyField: Rule = {
  code: 'empty-field',
  severity: 'information',
  summary: 'A `|` does not separate two fields.',
  mayHaveSafeFix: true,
  mayObjectToRecord: never,
  record: ({ record, report }) => {
    // Then a | that separates nothing can belong to a text that is not in quotes.
    const isBroken =
      record.emptyFields.length > 0 &&
      (record.strays.some(({ kind }) => kind === 'text' || kind === 'behind-value') ||
        record.fields.some(({ value }) => !value))
    for (const run of runs(record)) {
      const pipes = record.text.slice(run.start, run.end)
      report(
        pipes === '|'
          ? localize('This | does not separate two fields; remove it, or write the missing field.')
          : localize('These | do not separate two fields; remove them, or write the missing field.'),
        { at: run, fixes: () => emptyFieldFixes(record, run, isBroken) },
      )
    }
  },
}

/** @param isBroken whether the record has text that is not a complete field */
function emptyFieldFixes(record: RecordNode, run: Span, isBroken: boolean): Fix[] {
  // Without a tag, the text after the | would become the tag.
  if (record.tagEnd === record.tagStart) return []
  const edit = removeSeparators(record, run)
  // A # at the end of the line would start a comment, and these tags would become lines of a block.
  const isSafe =
    !isBroken && record.text.charCodeAt(edit.start - 1) !== HASH && !/^(?:BEGIN|END)$/i.test(tagWord(record))
  return [{ title: localize('Remove {text}', { text: '|' }), edits: [edit], isPreferred: true, isSafe }]
}

/** The separators of empty fields. Those with only white space between them are one run. */
function runs({ text, emptyFields }: RecordNode): Span[] {
  const found: { start: number; end: number }[] = []
  for (const at of emptyFields) {
    const last = found.at(-1)
    if (last && skipBlanks(text, last.end) === at) last.end = at + 1
    else found.push({ start: at, end: at + 1 })
  }
  return found
}
