import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'

const { files, folder, read, recline } = commandLine()
const { git } = gitIn(folder)

const records = ['A', 'B', 'C'].map((title, index) => `@CONTROL rid=C-${index} | title="${title}"\n`).join('')
const inCrlf = (text: string): string => text.replaceAll('\n', '\r\n')
const changed = records.replace('"B"', '"BB"')
const patch = `--- a/a.rec
+++ b/a.rec
@@ -1,3 +1,3 @@
 @CONTROL rid=C-0 | title="A"
-@CONTROL rid=C-1 | title="B"
+@CONTROL rid=C-1 | title="BB"
 @CONTROL rid=C-2 | title="C"
`

/** Commits the records, and saves them with the line ends of Windows. */
async function commit(settings: readonly (readonly [string, string])[], attributes: string): Promise<void> {
  await git('init', '-q')
  for (const [name, value] of settings) await git('config', name, value)
  await files({ '.gitattributes': attributes, 'a.rec': records })
  await git('add', '.')
  await git('commit', '-q', '-m', 'Records')
  await files({ 'a.rec': inCrlf(records) })
}

const diff = async (...args: readonly string[]): Promise<string> => (await recline(['diff', ...args])).stdout

test.each<[string, [string, string][], string]>([
  ['core.autocrlf', [['core.autocrlf', 'true']], ''],
  ['core.autocrlf=input', [['core.autocrlf', 'input']], ''],
  ['the attribute eol', [], '*.rec text eol=crlf\n'],
  ['the attribute text', [], '*.rec text=auto\n'],
])('where git writes other line ends by %s, only what is changed differs', async (_, settings, attributes) => {
  await commit(settings, attributes)
  for (const args of [['--since', 'HEAD'], ['HEAD'], ['HEAD:a.rec', 'a.rec'], ['HEAD:.', '.'], ['a.rec', 'HEAD:a.rec']])
    expect(await diff(...args), args.join(' ')).toBe('No changes.\n')
  await files({ 'a.rec': inCrlf(changed) })
  expect(await diff('--format', 'patch')).toBe(patch)
})

test('what git writes into $Id$ is no change, in a diff, a history and a check of new problems', async () => {
  const withId = '@DOC domain=core.compliance\n@CONTROL rid=C-1 | title="Zürich $Id$" | status="wrong $Id$"\n'
  await git('init', '-q')
  await files({ '.gitattributes': '*.rec ident text eol=crlf\n', 'a.rec': withId })
  await git('add', '.')
  await git('commit', '-q', '-m', 'Records')
  await git('rm', '-q', '--cached', 'a.rec')
  await git('checkout', '-q', '-f', 'HEAD', '--', 'a.rec')
  const written = await read('a.rec')
  expect(written).toMatch(/Zürich \$Id: [0-9a-f]{40} \$" .*\r\n$/)
  expect(await diff('HEAD')).toBe('No changes.\n')
  expect((await recline(['log', 'C-1'])).stdout).not.toContain('not committed yet')
  expect(await recline(['check', '--since', 'HEAD'])).toMatchObject({ code: 0 })
  await files({ 'a.rec': written.replace('Zürich', 'Bern') })
  expect(await diff('HEAD')).toBe(
    'a.rec\n~ CONTROL C-1  Bern $Id$\n    title  Zürich $Id$ -> Bern $Id$\n\n1 changed.\n',
  )
  expect((await recline(['log', 'C-1'])).stdout).toContain(
    'not committed yet\n    CONTROL C-1 changed\n    title  Zürich $Id$ -> Bern $Id$\n',
  )
  await files({ '.gitattributes': '*.rec text eol=crlf\n' })
  expect(await diff('HEAD')).toContain('status  wrong $Id$ -> wrong $Id: ')
})

test('a text that git keeps in another encoding is told', async () => {
  await git('init', '-q')
  await files({ '.gitattributes': '*.rec working-tree-encoding=UTF-16LE-BOM\n' })
  await writeFile(join(folder(), 'a.rec'), Buffer.from(`\ufeff${records}`, 'utf16le'))
  await git('add', '.')
  await git('commit', '-q', '-m', 'Records')
  expect(await recline(['diff', 'HEAD'])).toMatchObject({
    code: 2,
    stderr: 'recline: a.rec looks like UTF-16; save it as UTF-8.\n',
  })
})

test.each<[string, [string, string][], string]>([
  ['nothing says that git converts them', [['core.autocrlf', 'false']], ''],
  ['an attribute says that it is no text', [['core.autocrlf', 'true']], '*.rec -text\n'],
])('other line ends are a change where %s', async (_, settings, attributes) => {
  await commit(settings, attributes)
  expect(await diff('HEAD')).toContain('3 formatted.')
})

test('a patch is applied with the line ends of the file', async () => {
  await files({ 'a.rec': inCrlf(records), 'a.patch': patch })
  expect(await recline(['patch', 'a.patch', '--write'])).toMatchObject({ code: 0 })
  expect(await read('a.rec')).toBe(inCrlf(changed))
  await files({ 'a.rec': records, 'a.patch': patch.replace(/^[ +-](?=@)(.*)\n/gm, line => line.replace('\n', '\r\n')) })
  expect(await recline(['patch', 'a.patch', '--write'])).toMatchObject({ code: 0 })
  expect(await read('a.rec')).toBe(changed)
})

test('a patch that changes line ends changes them', async () => {
  await git('init', '-q')
  await files({ 'a.rec': records })
  await writeFile(join(folder(), 'b.rec'), inCrlf(records))
  const text = (await recline(['diff', 'a.rec', 'b.rec', '--format', 'patch'])).stdout
  await files({ 'a.patch': text.replace('+++ b/b.rec', '+++ b/a.rec') })
  await recline(['patch', 'a.patch', '--write'])
  expect(await read('a.rec')).toBe(inCrlf(records))
})
