import { join } from 'node:path'
import { Command } from 'commander'
import { beforeEach, expect, test } from 'vitest'
import { commands } from '../../cli/all-commands.ts'
import { commandLine, shown } from './command-line.ts'
import { gitIn } from './git.ts'

const { folder, files, recline, bytes } = commandLine()
const { git, commit } = gitIn(folder)

/** Arguments for each command, which show that its process reads, writes and ends as the run in a test does. */
const examples: readonly (readonly [string, number])[] = [
  ['check --format lines .', 1],
  ['format --check .', 0],
  ['convert --to csv --tag CONTROL a.compliance.rec', 0],
  ['import a.compliance.rec --into .', 0],
  ['query --tag CONTROL --count-by status .', 0],
  ['due .', 0],
  ['report --to markdown --now 2026-06-30 .', 0],
  ['site --output new --now 2026-06-30 .', 0],
  ['edit --tag CONTROL --set title="y" .', 0],
  ['diff --since HEAD .', 0],
  ['patch a.patch', 2],
  ['log C-1', 0],
  ['merge a.compliance.rec a.compliance.rec a.compliance.rec', 0],
  ['resolve --ours .', 0],
  ['git status', 1],
  ['git approvals HEAD --approved kim', 0],
  ['rename C-1 C-2', 0],
  ['migrate . --from old.domain.json --to new.domain.json', 2],
  ['explain notation', 0],
  ['descriptors list', 0],
  ['config a.compliance.rec', 0],
  ['init --yes --domain compliance new', 0],
  ['completions bash', 0],
  ['lsp', 2],
  ['mcp --tools none', 2],
]

beforeEach(async () => {
  await git('init', '-q')
  await commit({ 'a.compliance.rec': '@CONTROL rid=C-1 | title="x" | status="tested"\n' })
  await files({ 'a.compliance.rec': '@CONTROL rid=C-1 | title="é" | maturity:int=9\n' })
})

test('each command has an example', () => {
  const names = new Set(examples.map(([words]) => words.split(' ')[0]))
  expect([...names]).toEqual(commands.map(define => define(new Command()).name()))
})

test.each(examples)('recline %s as a process does what it does in a test', async (words, code) => {
  const env = { XDG_CACHE_HOME: join(folder(), '.git/cache') }
  const process = await recline(words.split(' '), { env, isProcess: true })
  expect(process.code, shown(process)).toBe(code)
  await git('clean', '-qfd', 'new', '.github')
  expect(shown(await recline(words.split(' '), { env }))).toBe(shown(process))
})

test('standard input and output carry bytes as they are', async () => {
  const input = '@CONTROL title = "é 🙂"\r\n'
  for (const isProcess of [false, true])
    expect(await bytes(['format', '-'], { input, isProcess })).toEqual(Buffer.from('@CONTROL title="é 🙂"\r\n'))
})
