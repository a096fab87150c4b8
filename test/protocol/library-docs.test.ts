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
const ofFolders = pathToFileURL(join(cli, '../library-node.mjs')).href
const programs = Array.from(page.matchAll(/```js\n([^]*?)```/g), ([, code]) => code!).filter(code =>
  /from 'recline(?:\/node)?'/.test(code),
)

/** Runs a program of the page in the folder of the test. */
async function run(program: string, ...args: string[]): Promise<{ stdout: string; code: number }> {
  const withPaths = program.replace("'recline'", JSON.stringify(library))
  await files({ 'program.mjs': withPaths.replace("'recline/node'", JSON.stringify(ofFolders)) })
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

test('the bot lists the problems of a folder, and fails if there is an error or something is not checked', async () => {
  const bot = programs.find(code => code.includes('process.argv'))!
  await files({
    'one/a.compliance.rec': '@CONTROL rid=C-1 | maturity:int=9\n',
    'two/b.compliance.rec': '@CONTROL rid=C-2 | maturity:int=3\n',
  })
  expect(await run(bot, 'one')).toEqual({
    stdout: '- one/a.compliance.rec:1: error: CONTROL.maturity is 9; it must be from 1 to 5.\n',
    code: 1,
  })
  expect(await run(bot, 'two')).toEqual({ stdout: '', code: 0 })
  expect(await run(bot, 'three')).toEqual({
    stdout: '- not checked: three could not be read: no such file or directory.\n',
    code: 1,
  })
})

test('the records of a folder are asked', async () => {
  const asks = programs.find(code => code.includes('readFolders'))!
  await files({ 'audit/a.compliance.rec': '@FINDING rid=F-1 | status="open"\n@FINDING rid=F-2 | status="closed"\n' })
  expect(await run(asks)).toEqual({ stdout: "[ { rid: 'F-1', status: 'open' } ] []\n", code: 0 })
})
