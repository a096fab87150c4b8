import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { cli } from './run.ts'

const { folder, files } = commandLine()

const page = readFileSync(fileURLToPath(new URL('../../docs/registry.md', import.meta.url)), 'utf8')

/** Runs lines of a shell as someone does who has installed Recline; gives all that they print. */
async function shell(script: string): Promise<string> {
  const lines = `exec 2>&1\nrecline() { "${process.execPath}" "${cli}" "$@" || true; }\n${script}`
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', lines], {
    cwd: folder(),
    env: { ...process.env, NO_COLOR: '1' },
  })
  return stdout
}

test('the first steps of the page do what it says', async () => {
  const steps = page.slice(page.indexOf('## In half an hour'), page.indexOf('### 5.'))
  const blocks = Array.from(
    steps.matchAll(/(?:Save this as `([^`]+)`:\n\n)?^```(\w+)\n([^]*?)^```$/gm),
    ([, file, kind, text]) => ({ file, kind, text: text! }),
  )
  let ran = 0
  for (const [index, { file, kind, text }] of blocks.entries()) {
    if (file !== undefined) await files({ [file]: text })
    if (kind !== 'sh') continue
    const next = blocks[index + 1]
    expect(await shell(text), text).toBe(next?.kind === 'text' ? next.text : '')
    ran++
  }
  expect(ran).toBe(5)
})
