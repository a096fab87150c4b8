import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import type { FileToWrite } from '../../shared/protocol/agents.ts'
import { ownFolder } from '../../test/own-folder.ts'
import { type ReadyFile, undoWritten, writeFiles } from './write-files.ts'

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
  const written = (await writeFiles(files, [realpathSync(at())])) as readonly ReadyFile[]
  expect([read('a.rec'), read('b/c.rec')]).toEqual(['# New\n@A x=1\n', '# New\n'])
  // One of them is another one by now, so none is taken back.
  write({ 'b/c.rec': '# Newer\n' })
  expect(await undoWritten(written)).toMatch(/^b\/c\.rec was changed or removed since/)
  expect([read('a.rec'), read('b/c.rec')]).toEqual(['# New\n@A x=1\n', '# Newer\n'])
  write({ 'b/c.rec': '# New\n' })
  expect(await undoWritten(written)).toBeUndefined()
  expect([read('a.rec'), names()]).toEqual(['@A x=1\n', ['a.rec']])
})

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
