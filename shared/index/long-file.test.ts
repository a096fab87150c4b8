import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../test/damaged.ts'
import { check } from '../../test/records.ts'
import { type CheckedFile, checkFile, problemsOf } from '../check/check.ts'
import type { Problem } from '../check/problem.ts'
import { edit, lengthOf, textOf } from '../syntax/tree.ts'
import { checkIntegrity, type Integrity } from './integrity.ts'
import { WorkspaceIndex } from './workspace-index.ts'

const uri = 'file:///a.rec'
const shown = (problems: readonly Problem[]): string[] =>
  problems.map(({ entry, code, start, end, message }) => [entry, code, start, end, message].join(' '))

/** A file as an editor has it. */
class Editor {
  private readonly index = new WorkspaceIndex()
  private integrity: Integrity | undefined

  /** The problems of the next version of the file. */
  problemsOf(file: CheckedFile): string[] {
    this.index.update(uri, file)
    this.integrity = checkIntegrity(uri, file, this.index, this.integrity)
    return shown(problemsOf(file, this.integrity.problems))
  }
}

test('after any edits a file of many chunks has the problems that it has as a new file', () =>
  fc.assert(
    fc.property(
      fc.array(damagedFiles(), { minLength: 1, maxLength: 3 }),
      fc.array(fc.record({ at: fc.nat(), length: fc.nat(3000), text: damagedFiles() }), { maxLength: 5 }),
      (parts, changes) => {
        const editor = new Editor()
        let file = check(parts.map(part => `${part}\n${'# a\n@CONTROL rid=1 | title=x\n'.repeat(300)}`).join(''))
        editor.problemsOf(file)
        for (const { at, length, text } of changes) {
          const start = at % (lengthOf(file.tree) + 1)
          // Most changes are small.
          const end = Math.min(lengthOf(file.tree), start + (length % 7 === 0 ? length : length % 7))
          const tree = edit(file.tree, start, end, text)
          file = checkFile(tree, file.context, file)
          expect(editor.problemsOf(file)).toEqual(new Editor().problemsOf(check(textOf(tree))))
        }
      },
    ),
    { numRuns: 8 },
  ))
