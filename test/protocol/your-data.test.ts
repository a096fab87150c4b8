import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { cli } from './run.ts'

const { folder, files } = commandLine()

const page = readFileSync(fileURLToPath(new URL('../../docs/your-data.md', import.meta.url)), 'utf8')

/** Runs lines of a shell as someone does who has installed Recline; gives all that they print. */
async function shell(script: string): Promise<string> {
  const name = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' }
  const lines = `exec 2>&1\nrecline() { "${process.execPath}" "${cli}" "$@" || true; }\n${script}`
  const env = { ...process.env, ...name, NO_COLOR: '1' }
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', lines], { cwd: folder(), env })
  return stdout
}

test('the commands of the page print what it says', async () => {
  const blocks = Array.from(page.matchAll(/^```(csv|sh|text)\n([^]*?)^```$/gm), ([, kind, text]) => ({
    kind,
    text: text!,
  }))
  const [table, ...steps] = blocks
  expect(table?.kind).toBe('csv')
  await files({ 'kev.csv': table!.text })
  for (const [index, { kind, text }] of steps.entries()) {
    if (kind !== 'sh') continue
    const next = steps[index + 1]
    expect(await shell(text), text).toBe(next?.kind === 'text' ? next.text : '')
  }
  expect(steps.filter(({ kind }) => kind === 'sh').length).toBeGreaterThan(8)
})
