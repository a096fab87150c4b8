import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { damagedFiles } from '../damaged.ts'
import { type Neovim, startNeovim } from './neovim.ts'
import { outline, treeOutline } from './outline.ts'
import { compileParser, grammarFolder } from './parser.ts'

/** The tree-sitter grammar, compiled and run by Neovim, held against the parser. */
const root = fileURLToPath(new URL('../..', import.meta.url))
let neovim: Neovim
let removeParser: () => Promise<void>

beforeAll(async () => {
  const parser = await compileParser()
  removeParser = parser.remove
  neovim = startNeovim()
  await neovim.lua('vim.opt.runtimepath:prepend(...)', parser.folder)
  await neovim.lua(treeOutline)
})

afterAll(async () => {
  await neovim.stop()
  await removeParser()
})

async function expectSame(text: string): Promise<void> {
  expect(await neovim.lua('return outline(...)', text)).toBe(outline(text))
}

describe('reads what the parser reads', () => {
  test('the outline says what there is', () =>
    expect(outline('@DOC domain=hr\n@CONTROL a="\\n\\q" # c | b:int=3 | c=\nx')).toBe(
      [
        '0 header ',
        '1 tag DOC',
        '5 name domain',
        '12 text hr',
        '15 record ',
        '16 tag CONTROL',
        '24 name a',
        '26 string "\\n\\q"',
        '27 escape_sequence \\n',
        '29 unknown_escape ',
        '33 misplaced_comment # c',
        '39 name b',
        '41 type int',
        '45 integer 3',
        '49 name c',
        '50 no value ',
        '52 stray_line x',
      ].join('\n'),
    ))

  test.each([
    '@T a=1\n<<<<<<< HEAD\n  | b=2\n======= \n|||||||\n\t| c=3\n>>>>>>> x\n@T\n=======\n<<<<<< HEAD\n>>>>>>>x',
    '@T ,#',
    '@T ;#',
    '@T a,#',
    '@T a, #',
    '@T a:int,#',
    '@T a ;b:int=',
    '@T a,b:int=',
    '@T a:int,b=1',
    '@T @T\t;b:int=',
    '@T a,\t;b:int=',
    '@T a=[x | b=[y | c=1]',
    '@T a=[x\n  | b=[y | c=1]',
    '@T a="x | b="y"',
    '@T a="x | b="y',
    '@T a: b=1',
    '@T a: int=1 : b',
    '@ a=1',
    '@T a=1 # | b=2 | c',
  ])('%s', expectSame)
  test.each(textsOf('samples', /[^]*/g, '.rec'))('samples: %s', (_, text) => expectSame(text))
  test.each([...textsOf('docs', /^```rec.*\n([^]*?)^```$/gm, '.md')])('the examples of %s', (_, text) =>
    expectSame(text),
  )
  const literal = /'((?:[^'\\\n]|\\.)*@(?:[^'\\\n]|\\.)*)'/g
  test.each(textsOf('shared', literal, 'parse.test.ts'))('the texts in the tests of the parser: %s', (_, text) =>
    expectSame(text),
  )

  const pieces = [
    '@',
    'T',
    '@T ',
    '@t ',
    '@DOC ',
    '@BEGIN',
    '@END',
    '\n',
    '\n  | ',
    '\r',
    '\r\n',
    'rid=',
    'a=',
    'b:int=',
    'c = ',
    ':',
    ' : ',
    'int',
    '"',
    '"x"',
    '\\',
    '\\"',
    ' ',
    '\t',
    '|',
    ' | ',
    '#',
    ' # ',
    '[x, "y"]',
    '[',
    ']',
    '=',
    '-',
    '$a=',
    '9b:int=',
    '!',
    "'",
    "='",
    "'x | y'",
    ',',
    ', ',
    ' ,',
    ';',
    '{',
    '}',
    '{x: "}"}',
    '\n<<<<<<< HEAD\n',
    '\n=======\n  | ',
    '\n|||||||',
    '.',
    'in progress',
    '3',
    '4.5',
    '1e5',
    'true',
    '2026-01-02',
    'T10:00Z',
    'é',
    '\u00a0',
    '\ufeff',
    '\u{1f642}',
  ]
  const anyText = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map(parts => parts.join(''))

  test('any text', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          anyText,
          anyText.map(text => `@T ${text}`),
        ),
        expectSame,
      ),
      { numRuns: 2000 },
    ))

  // A file cannot contain half of a surrogate pair.
  const files = damagedFiles().map(text => Buffer.from(text).toString())
  test('damaged files', () => fc.assert(fc.asyncProperty(files, expectSame), { numRuns: 500 }))

  const units = [
    ' ',
    '\\"',
    '=[\\"',
    ' a="\\" ',
    ' | a="',
    ' | a=[',
    '[',
    ' # ',
    'a:b=',
    ' x',
    '$',
    ' $a',
    '|$a:',
    " a='",
    "'",
    "' ",
    ', ',
    ' ,',
    '={',
    ',a=',
  ]
  test.each(units)('a line of 50 kB of nothing but ⟨%s⟩', unit =>
    expectSame(`@T a="x" b=${unit.repeat(Math.ceil(50_000 / unit.length))}\n@T`),
  )
})

test('after an edit the tree is that of the new text', () => {
  const pieces = ['@T ', '@DOC ', '@BEGIN', '@END', ' | ', 'a=', 'b:int=', '"', '[', ']', '#', ' ', 'x', '3', '\\']
  const line = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map(parts => parts.join(''))
  const lines = fc.array(line, { minLength: 1, maxLength: 6 })
  return fc.assert(
    fc.asyncProperty(lines, fc.nat(), fc.nat(), lines, async (before, first, count, inserted) => {
      const start = first % before.length
      const [edited, fresh] = (await neovim.lua(
        `
      local before, first, last, inserted = ...
      local function shown(buffer) return vim.treesitter.get_parser(buffer, 'recline'):parse()[1]:root():sexpr() end
      local buffer = vim.api.nvim_create_buf(false, true)
      vim.api.nvim_buf_set_lines(buffer, 0, -1, true, before)
      shown(buffer)
      vim.api.nvim_buf_set_lines(buffer, first, last, true, inserted)
      local other = vim.api.nvim_create_buf(false, true)
      vim.api.nvim_buf_set_lines(other, 0, -1, true, vim.api.nvim_buf_get_lines(buffer, 0, -1, true))
      local result = { shown(buffer), shown(other) }
      vim.api.nvim_buf_delete(buffer, { force = true })
      vim.api.nvim_buf_delete(other, { force = true })
      return result`,
        before,
        start,
        start + (count % (before.length - start + 1)),
        inserted,
      )) as [string, string]
      expect(edited).toBe(fresh)
    }),
    { numRuns: 500 },
  )
})

test('the parser was generated from this grammar: after a change, npm run tree-sitter', () => {
  const [first] = readFileSync(join(grammarFolder, 'src/parser.c'), 'utf8').split('\n')
  const checksum = createHash('sha256')
    .update(readFileSync(join(grammarFolder, 'grammar.js')))
    .digest('hex')
  expect(first).toBe(`/* Generated from grammar.js with the checksum ${checksum} */`)
})

/** What a pattern finds in the files of a folder, all of a file together, with the file's name. */
function textsOf(folder: string, pattern: RegExp, ending: string): [string, string][] {
  return readdirSync(join(root, folder))
    .filter(name => name.endsWith(ending))
    .flatMap((name): [string, string][] => {
      const found = [...readFileSync(join(root, folder, name), 'utf8').matchAll(pattern)].map(
        match => match[1] ?? match[0],
      )
      return found.length === 0 ? [] : [[name, found.join('\n')]]
    })
}
