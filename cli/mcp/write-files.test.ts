import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import type { FileToWrite } from '../../shared/protocol/agents.ts'
import { ownFolder } from '../../test/own-folder.ts'
import { runs } from '../../test/property-values.ts'
import { type UndoableFile, undoWritten, writeFiles } from './write-files.ts'

const { at, read, write, names } = ownFolder()

const start = { line: 0, character: 0 }

/** Puts a comment before the text of a file; without a text, into a new file. */
const commented = (name: string, text?: string): FileToWrite => ({
  uri: pathToFileURL(`${realpathSync(at())}/${name}`).href,
  version: null,
  fingerprint: text === undefined ? null : fingerprint(text),
  edits: [{ range: { start, end: start }, newText: '# New\n' }],
})

test('edits are written in all files, and taken back in all or none', async () => {
  write({ 'a.rec': '@A x=1\n' })
  const files = [commented('a.rec', '@A x=1\n'), commented('b/c.rec')]
  const written = (await writeFiles(files, [realpathSync(at())])) as readonly UndoableFile[]
  expect([read('a.rec'), read('b/c.rec')]).toEqual(['# New\n@A x=1\n', '# New\n'])
  // One of them is another one by now, so none is taken back.
  write({ 'b/c.rec': '# Newer\n' })
  expect(await undoWritten(written)).toMatch(/^b\/c\.rec was changed or removed since/)
  expect([read('a.rec'), read('b/c.rec')]).toEqual(['# New\n@A x=1\n', '# Newer\n'])
  write({ 'b/c.rec': '# New\n' })
  expect(await undoWritten(written)).toBeUndefined()
  expect([read('a.rec'), names(), existsSync(at('b'))]).toEqual(['@A x=1\n', ['a.rec'], false])
})

test('half of a surrogate pair is refused, as the file would have another character', async () => {
  write({ 'a.rec': '@A x="\u{1f600}"\n' })
  const edits = [{ range: { start: { line: 0, character: 6 }, end: { line: 0, character: 7 } }, newText: '' }]
  const files = [{ ...commented('a.rec', '@A x="\u{1f600}"\n'), edits }]
  expect(await writeFiles(files, [realpathSync(at())])).toEqual({
    reason: 'Line 1 of a.rec would have half of a surrogate pair, which UTF-8 cannot store. Nothing was written.',
    isChanged: false,
  })
  expect(read('a.rec')).toBe('@A x="\u{1f600}"\n')
})

test('whatever is written is taken back to the byte', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom('', '\ufeff'),
      fc.array(fc.constantFrom('@A x="1"', '# a comment', '', '\u{1f600}'), { maxLength: 5 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.uniqueArray(fc.nat(5), { maxLength: 3 }),
      fc.constantFrom('', '@B y=2\n', '\u{1f601}\r\n'),
      async (mark, lines, lineBreak, changed, newText) => {
        const text = lines.map(line => line + lineBreak).join('')
        write({ 'a.rec': mark + text })
        const edits = changed
          .filter(line => line < lines.length)
          .map(line => ({ range: { start: { line, character: 0 }, end: { line: line + 1, character: 0 } }, newText }))
        const files = [{ ...commented('a.rec', text), edits }]
        const written = (await writeFiles(files, [realpathSync(at())])) as readonly UndoableFile[]
        const after = lines.map((line, index) => (changed.includes(index) ? newText : line + lineBreak)).join('')
        expect(read('a.rec')).toBe(mark + after)
        expect(await undoWritten(written)).toBeUndefined()
        expect(read('a.rec')).toBe(mark + text)
      },
    ),
    { numRuns: runs(200) },
  ))

test('if one cannot be written, those before it get their old text again', async () => {
  write({ 'a.rec': '@A x=1\n' })
  // Nothing can be read from a pipe, and there cannot be a new file in its place.
  execFileSync('mkfifo', [at('z.rec')])
  const files = [commented('a.rec', '@A x=1\n'), commented('b/c.rec'), commented('z.rec')]
  expect(await writeFiles(files, [realpathSync(at())])).toEqual({
    reason: expect.stringMatching(/^z\.rec could not be written: .* Nothing was written\.$/),
    isChanged: false,
  })
  expect([read('a.rec'), names()]).toEqual(['@A x=1\n', ['a.rec', 'z.rec']])
})
