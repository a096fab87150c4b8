import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { cli } from './run.ts'

// The programs of docs/library.md, with the library that is built.
const { folder, files } = commandLine()
const page = readFileSync(join(import.meta.dirname, '../../docs/library.md'), 'utf8')
const library = pathToFileURL(join(cli, '../library/index.mjs')).href
const programs = Array.from(page.matchAll(/```js\n([^]*?)```/g), ([, code]) => code!).filter(code =>
  code.includes("from 'recline'"),
)

/** Runs a program of the page in the folder of the test. */
async function run(program: string, ...args: string[]): Promise<{ stdout: string; code: number }> {
  await files({ 'program.mjs': program.replace("'recline'", JSON.stringify(library)) })
  const options = { cwd: folder() }
  return promisify(execFile)(process.execPath, ['program.mjs', ...args], options).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ stdout, code }),
  )
}

test('the first program prints what the page says', async () => {
  const [first = ''] = programs
  const said = /^\/\/ (.*)$/m.exec(first)![1]!
  expect((await run(first)).stdout.replace(/\s+/g, ' ').trim()).toBe(`[ ${said.slice(1, -1)} ]`)
})

test('the bot lists the problems of the files, and fails if there is an error', async () => {
  const bot = programs.find(code => code.includes('process.argv'))!
  await files({
    'a.compliance.rec': '@CONTROL rid=C-1 | maturity:int=9\n',
    'b.compliance.rec': '@CONTROL rid=C-2 | maturity:int=3\n',
  })
  expect(await run(bot, 'a.compliance.rec', 'b.compliance.rec')).toEqual({
    stdout: '- a.compliance.rec:1: error: CONTROL.maturity is 9; it must be from 1 to 5.\n',
    code: 1,
  })
  expect(await run(bot, 'b.compliance.rec')).toEqual({ stdout: '', code: 0 })
})
