import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedFor } from './workspace.ts'

/** The syntax definition for Sublime Text, read by bat, whose reader of such definitions is not Sublime Text's own. */
const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-bat-'))
  await mkdir(join(folder, 'source/syntaxes'), { recursive: true })
  await mkdir(join(folder, 'source/themes'), { recursive: true })
  await cp(shippedFor('sublime-text/Recline.sublime-syntax'), join(folder, 'source/syntaxes/Recline.sublime-syntax'))
  await writeFile(join(folder, 'source/themes/scopes.tmTheme'), theme)
  await bat('cache', '--build', '--blank', '--source', join(folder, 'source'), '--target', folder)
})

afterAll(() => rm(folder, { recursive: true }))

test.each([
  [
    'each kind of value',
    '@CONTROL rid=C-1 | a="x\\n" | b:int=3 | c=4.5 | d:ts=2026-06-30T08:00Z | e=true | f=in progress',
    [
      '@CONTROL tag',
      'rid name',
      '= operator',
      'C-1 string',
      '| separator',
      'a name',
      '= operator',
      '"x string',
      '\\n escape',
      '" string',
      '| separator',
      'b name',
      ': type separator',
      'int type',
      '= operator',
      '3 number',
      '| separator',
      'c name',
      '= operator',
      '4.5 number',
      '| separator',
      'd name',
      ': type separator',
      'ts type',
      '= operator',
      '2026-06-30T08:00Z number',
      '| separator',
      'e name',
      '= operator',
      'true boolean',
      '| separator',
      'f name',
      '= operator',
      'in progress string',
    ],
  ],
  [
    'a record over lines, ended by one that does not go on',
    '@T a=1\n  | b="x"\n| c=1',
    [
      '@T tag',
      'a name',
      '= operator',
      '1 number',
      '| separator',
      'b name',
      '= operator',
      '"x" string',
      '| c=1 invalid',
    ],
  ],
  [
    'comments, blocks and headers',
    '# a=1\n@BEGIN x\n@T a=1\n@END y\n@DOC domain=hr',
    [
      '# a=1 comment',
      '@BEGIN keyword',
      'x string',
      '@T a=1 string',
      '@END keyword',
      'y string',
      '@DOC keyword',
      'domain name',
      '= operator',
      'hr string',
    ],
  ],
  [
    'conflict markers, also between the lines of a record',
    '<<<<<<< HEAD\n@T\n=======\n  | a=1\n>>>>>>> x',
    [
      '<<<<<<< HEAD keyword',
      '@T tag',
      '======= keyword',
      '| separator',
      'a name',
      '= operator',
      '1 number',
      '>>>>>>> x keyword',
    ],
  ],
  [
    'what is not closed, and what is no field',
    '@T a="x\n@T a=[b, "c\n@T a=1 # c | b=2 junk',
    [
      '@T tag',
      'a name',
      '= operator',
      '"x string',
      '@T tag',
      'a name',
      '= operator',
      '[ bracket',
      'b string',
      ', separator',
      '"c string',
      '@T tag',
      'a name',
      '= operator',
      '1 number',
      '# c comment',
      '| separator',
      'b name',
      '= operator',
      '2 junk string',
    ],
  ],
])('%s', async (_, text, expected) => expect(await colored(text)).toEqual(expected))

/** The scopes to tell apart, each with a color of its own. */
const scopes: Readonly<Record<string, string>> = {
  tag: 'entity.name.tag, punctuation.definition.tag',
  name: 'variable.other.member',
  type: 'storage.type',
  'type separator': 'punctuation.separator.type',
  operator: 'keyword.operator',
  separator: 'punctuation.separator',
  string: 'string',
  escape: 'constant.character.escape',
  number: 'constant.numeric',
  boolean: 'constant.language',
  bracket: 'punctuation.section',
  comment: 'comment',
  keyword: 'keyword.control, punctuation.definition.keyword',
  invalid: 'invalid',
}
const color = (index: number): string => `#0000${String(10 + index)}`

const theme = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>name</key><string>scopes</string><key>settings</key><array>
<dict><key>settings</key><dict><key>foreground</key><string>#000000</string></dict></dict>
${Object.values(scopes)
  .map(
    (scope, index) => `<dict><key>scope</key><string>${scope}</string>
<key>settings</key><dict><key>foreground</key><string>${color(index)}</string></dict></dict>`,
  )
  .join('\n')}
</array></dict></plist>`

/** Each part of the text that has a color, with the name of its scope. */
async function colored(text: string): Promise<string[]> {
  const file = join(folder, 'a.rec')
  await writeFile(file, text)
  const { stdout } = await bat('--plain', '--color=always', '--paging=never', '--theme=scopes', file)
  return stdout.split('\n').flatMap(partsOf)
}

/** The parts of one line, those that stand together in one color as one. */
function partsOf(line: string): string[] {
  const names = Object.keys(scopes)
  const parts: { text: string; name: string | undefined }[] = []
  for (const [, blue, text] of line.matchAll(/\x1b\[38;2;0;0;(\d+)m([^\x1b]*)/g)) {
    const name = names[parseInt(Number(blue).toString(16), 10) - 10]
    const last = parts.at(-1)
    if (last && last.name === name) last.text += text!
    else parts.push({ text: text!, name })
  }
  return parts.flatMap(({ text, name }) => (name === undefined || text.trim() === '' ? [] : [`${text.trim()} ${name}`]))
}

async function bat(...args: readonly string[]): Promise<{ stdout: string }> {
  const env = { ...process.env, BAT_CACHE_PATH: folder, COLORTERM: 'truecolor' }
  // Debian installs bat as batcat, because it has another program named bat.
  return run('batcat', [...args], { env }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return run('bat', [...args], { env })
  })
}
