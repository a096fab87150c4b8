import { localize } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
import { canonicalValue } from '../../domains/notation.ts'
import { digitsOfHash, hashInForm } from '../linked-files.ts'
import type { Rule } from '../rule.ts'

export const changedFileRule: Rule = {
  code: 'changed-file',
  severity: 'warning',
  summary: 'A file does not have the hash that the record has of it.',
  file: ({ link: { path, hash }, fact, report }) => {
    if (!hash || fact.kind !== 'file' || fact.hash === undefined || digitsOfHash(hash.text) === fact.hash) return
    const { field, value, text } = hash
    const now = hashInForm(fact.hash, text)
    report(
      localize('{field} is {hash}, but the SHA-256 hash of {path} is {now}; restore the file, or write its new hash.', {
        field: field.label,
        hash: show(text),
        path: show(path),
        now,
      }),
      {
        at: value,
        subject: path,
        // Never safe: the file may have been changed by somebody who should not.
        fixes: () => [
          {
            title: localize('Write the new hash of {path}', { path: shorten(path) }),
            edits: [{ start: value.start, end: value.end, text: canonicalValue(field.name, field.type, now) }],
          },
        ],
      },
    )
  },
}
