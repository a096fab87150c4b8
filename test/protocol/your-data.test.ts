import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { cli } from './run.ts'

const { folder, files } = commandLine()

/** Runs lines of a shell as someone does who has installed Recline; gives all that they print. */
async function shell(script: string): Promise<string> {
  const name = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' }
  const lines = `exec 2>&1\nrecline() { "${process.execPath}" "${cli}" "$@" || true; }\n${script}`
  const env = { ...process.env, ...name, NO_COLOR: '1' }
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', lines], { cwd: folder(), env })
  return stdout
}

test.each(['evidence-register', 'nightly-feed', 'laboratory-export'])(
  'the commands of docs/%s.md print what it says',
  async name => {
    const page = readFileSync(fileURLToPath(new URL(`../../docs/${name}.md`, import.meta.url)), 'utf8')
    const blocks = Array.from(page.matchAll(/^```(csv|sh|text)\n([^]*?)^```$/gm), ({ 1: kind, 2: text, index }) => ({
      kind,
      text: text!,
      /** The name that the page gives the table above it. */
      file: [...page.slice(0, index).matchAll(/[Ss]ave (?:it|them)\s+as `([^`]+)`/g)].at(-1)?.[1],
    }))
    for (const { kind, text, file } of blocks) if (kind === 'csv') await files({ [file!]: text })
    for (const [index, { kind, text }] of blocks.entries()) {
      if (kind !== 'sh') continue
      const next = blocks[index + 1]
      expect(await shell(text), text).toBe(next?.kind === 'text' ? next.text : '')
    }
    expect(blocks.filter(({ kind }) => kind === 'sh').length).toBeGreaterThan(6)
  },
)
