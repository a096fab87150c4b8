import { localize } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import { quote } from '../../syntax/nodes.ts'
import type { FileFact } from '../linked-files.ts'
import type { Rule } from '../rule.ts'

export const missingFile: Rule = {
  code: 'missing-file',
  severity: 'warning',
  summary: 'A field names a file that is not there, or that cannot be used.',
  file: ({ link: { path, at, value, field }, fact, label, report }) => {
    const says = whatIsWrong(fact)
    if (says === undefined) return
    const places = { field: label, path: show(path), problem: says }
    report(
      field.list
        ? localize('{field} has the item {path}{problem}.', places)
        : localize('{field} is {path}{problem}.', places),
      {
        subject: path,
        fixes: () => {
          if (fact.kind !== 'missing') return []
          const start = path.slice(0, path.lastIndexOf('/') + 1)
          const meant = nearest(path.slice(start.length), fact.others)
          return meant.map(name => ({
            title: localize('Change to {text}', { text: shorten(start + name) }),
            edits: [{ ...at, text: value.kind === 'quoted' ? quote(start + name).slice(1, -1) : start + name }],
            isPreferred: meant.length === 1,
          }))
        },
      },
    )
  },
}

/** The end of the sentence about a file; undefined if there is nothing wrong with it. */
function whatIsWrong(fact: FileFact): string | undefined {
  switch (fact.kind) {
    case 'file':
      return undefined
    case 'missing':
      return localize(', but there is no such file; correct the path, or add the file')
    case 'folder':
      return localize(', which is a folder; write the path of a file')
    case 'special':
      return localize(', which is no regular file, so it is not read; write the path of another one')
    case 'outside':
      return localize(', which leads out of the workspace, so it is not read; put the file into the workspace')
    case 'no path':
      return localize(', which is no path from the folder of this file; write one with "/" between its names')
    case 'unreadable':
      return localize(', which cannot be read: {reason}; make it readable', { reason: fact.why })
  }
}
