import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { colorful, shippedFor } from './workspace.ts'

/** What is shipped for Kakoune, in the Kakoune on the PATH, which tells as JSON what it would draw. */
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-kakoune-'))
})

afterEach(() => rm(folder, { recursive: true }))

test('a .rec file is found to be one, and has its colors', async () => {
  // The cursor is on the first character and has its own color.
  expect(await drawn(`\n${colorful}@T a="open\n@T b=1\n`)).toEqual([
    '@CONTROL type',
    'rid variable',
    '= operator',
    'C-1 string',
    '| operator',
    'title variable',
    '= operator',
    '"a string',
    '\\n value',
    ' b=c" string',
    '| operator',
    'level variable',
    ': operator',
    'int builtin',
    '= operator',
    '3 value',
    '| operator',
    'on variable',
    '= operator',
    'true value',
    '# note | a=1 comment',
    '@BEGIN meta',
    ' x string',
    '@T a=1 string',
    '@END meta',
    ' y string',
    '@DOC meta',
    'domain variable',
    '= operator',
    'hr string',
    '@T type',
    'a variable',
    '= operator',
    '"open string',
    '@T type',
    'b variable',
    '= operator',
    '1 value',
  ])
})

test('kakoune-lsp is told of the language server', async () => {
  const file = join(folder, 'told')
  const commands = [
    'declare-option str lsp_servers',
    `source ${shippedFor('kakoune/recline.kak')}`,
    `edit ${join(folder, 'a.rec')}`,
    `echo -to-file ${file} -- %opt{lsp_servers}`,
    'kill!',
  ]
  await promisify(execFile)('kak', ['-ui', 'dummy', '-e', commands.join('\n')], {
    env: { ...process.env, XDG_CONFIG_HOME: folder },
  })
  const told = (await readFile(file, 'utf8')).split('\n').map(line => line.trim())
  expect(told).toEqual(expect.arrayContaining(['[recline]', 'command = "recline"', 'args = ["lsp", "--stdio"]']))
})

/** Each face with a color of its own, to be told by it. */
const faces = ['type', 'variable', 'operator', 'string', 'value', 'builtin', 'comment', 'meta']
const color = (index: number): string => `rgb:0000${String(10 + index)}`

interface Atom {
  readonly face: { readonly fg: string }
  readonly contents: string
}

/** The colored parts of a file as Kakoune draws it, each with the name of its face. */
async function drawn(text: string): Promise<string[]> {
  const file = join(folder, 'a.rec')
  await writeFile(file, text)
  const commands = [
    ...faces.map((face, index) => `set-face global ${face} ${color(index)}`),
    `source ${shippedFor('kakoune/recline.kak')}`,
    `edit ${file}`,
  ]
  const env = { ...process.env, XDG_CONFIG_HOME: folder }
  const kakoune = spawn('kak', ['-ui', 'json', '-e', commands.join('\n')], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  try {
    kakoune.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'resize', params: [40, 120] })}\n`)
    for await (const line of createInterface(kakoune.stdout)) {
      const { method, params } = JSON.parse(line) as { method: string; params: [Atom[][]] }
      if (method !== 'draw') continue
      const parts = params[0].flatMap(atoms => joined(atoms))
      if (parts.length > 0) return parts
    }
    throw new Error('Kakoune ended without drawing the file.')
  } finally {
    kakoune.kill()
  }
}

/** The atoms of one line, those that stand together in one color as one; those without a color of ours left out. */
function joined(atoms: readonly Atom[]): string[] {
  const parts: { text: string; face: string | undefined }[] = []
  for (const {
    face: { fg },
    contents,
  } of atoms) {
    const face = faces.find((_, index) => fg === color(index).replace('rgb:', '#') || fg === color(index))
    const last = parts.at(-1)
    if (last && last.face === face) last.text += contents
    else parts.push({ text: contents, face })
  }
  return parts.flatMap(({ text, face }) => (face === undefined ? [] : [`${text.trimEnd()} ${face}`]))
}
