import { test } from 'vitest'
import { problemsOf } from '../shared/check/check.ts'
import { positionAt } from '../shared/syntax/tree.ts'
import { expectLinearParts } from './count-steps.ts'
import { snapshotOf } from './editor.ts'
import { requestsAt, requestsOf } from './requests.ts'

const each = (size: number, text: (number: number) => string): string =>
  Array.from({ length: size }, (_, number) => text(number)).join('')

/** Texts that grow in one way. */
const shapes: Readonly<Record<string, (size: number) => string>> = {
  'blank lines': size => `@CONTROL rid=C-1\n${'\n'.repeat(size)}@CONTROL rid=C-2\n`,
  'fields of a record': size => `@CONTROL rid=C-1${each(size, number => ` | a${number}=1`)}\n`,
  'fields of one name': size => `@CONTROL rid=C-1${' | title="x"'.repeat(size)}\n`,
  'continuation lines': size => `@CONTROL rid=C-1\n${each(size, number => `  | a${number}="x"\n`)}`,
  'records of one id': size => '@CONTROL rid=C-1 | title="x"\n'.repeat(size),
  'records of one tag': size => each(size, number => `@CONTROL rid=C-${number} | title="x"\n`),
  'references to one record': size =>
    `@CONTROL rid=C-1\n${each(size, number => `@FINDING rid=F-${number} | control_ref="C-1"\n`)}`,
  'references to no record': size => each(size, number => `@FINDING rid=F-${number} | control_ref="C-${number}"\n`),
  suppressions: size => '# recline-disable-next-line missing-field\n@CONTROL rid=C-1\n'.repeat(size),
  'suppressions of ranges': size => each(size, number => `# recline-disable x${number}\n`) + '@CONTROL rid=C-1\n',
  headers: size => '@DOC domain=compliance\n@CONTROL rid=C-1\n'.repeat(size),
  'domains of a header': size => `@DOC domain=[${each(size, number => `core.d${number}, `)}]\n@CONTROL rid=C-1\n`,
  'items of a list': size => `@SERVICE rid=S-1 | dependencies="${each(size, number => `S-${number}, `)}"\n`,
  blocks: size => '@BEGIN x\n@END\n'.repeat(size),
  comments: size => `${'# x\n'.repeat(size)}@CONTROL rid=C-1\n`,
  'stray lines': size => 'x y\n\n'.repeat(size),
  // Fewer, as the search for a chunk of entries takes its first steps where there are more than one.
  conflicts: size => '<<<<<<< a\n@CONTROL rid=C-1\n=======\n@CONTROL rid=C-2\n>>>>>>> b\n'.repeat(size / 2),
  'lone @': size => '@\n'.repeat(size),
  '@ in a line': size => `@CONTROL rid=C-1 | title=${'@'.repeat(size)}\n`,
  'lone |': size => `@CONTROL rid=C-1${' |'.repeat(size)}\n`,
  'lines of |': size => `@CONTROL rid=C-1\n${'  |\n'.repeat(size)}`,
  'lone "': size => `@CONTROL rid=C-1 | title=${'"'.repeat(size)}\n`,
  'lines of "': size => '"\n'.repeat(size),
}

const editor = { others: { 'other.rec': '@CONTROL rid=C-1\n@FINDING rid=F-0 | control_ref="C-1"\n' } }

// Both sizes are below the number of records at which graphs leave some out.
test.each(Object.entries(shapes))('%s: twice the input is at most 2.5 times the work of each request', (_, shape) =>
  expectLinearParts(36, size => {
    const text = shape(size)
    return () => {
      const snapshot = snapshotOf(text, editor)
      for (const { fixes } of problemsOf(snapshot.file)) fixes?.()
      for (const request of Object.values(requestsOf)) request(snapshot)
      const { tree } = snapshot.file
      const middleEntry = tree.startOf(tree.list.length >>> 1) + '@CONTROL rid='.length
      for (const offset of [Math.min(middleEntry, text.length), text.length >>> 1])
        for (const request of Object.values(requestsAt)) request(snapshot, positionAt(tree, offset))
    }
  }),
)
