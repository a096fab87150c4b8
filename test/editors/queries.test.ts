import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Neovim, startNeovim } from './neovim.ts'
import { compileParser } from './parser.ts'
import { shippedFor } from './workspace.ts'

/** The tree-sitter queries of every editor, run by Neovim: what each captures in a text. */
let neovim: Neovim
let removeParser: () => Promise<void>

beforeAll(async () => {
  const parser = await compileParser()
  removeParser = parser.remove
  neovim = startNeovim()
  await neovim.lua('vim.opt.runtimepath:prepend(...)', parser.folder)
})

afterAll(async () => {
  await neovim.stop()
  await removeParser()
})

const text = `# note
@CONTROL rid=C-1 | level:int=3 | cost=4.5 | due=2026-06-30 | on=true | by=me # c
  | title="a\\n" | to=[x, "y"] | open="z
@BEGIN json
{}
@END
@DOC domain=hr
`

/** What is captured, by what editors call it: as tree-sitter itself does, Neovim, Helix and Zed. */
const highlights = `
  # note        comment                comment                comment                     comment
  @             type                   type                   type                        type
  CONTROL       type                   type                   type                        type
  rid           property               property               variable.other.member       property
  =             operator               operator               operator                    operator
  C-1           constant               constant               constant                    constant
  |             punctuation.delimiter  punctuation.delimiter  punctuation.delimiter       punctuation.delimiter
  level         property               property               variable.other.member       property
  :             punctuation.delimiter  punctuation.delimiter  punctuation.delimiter       punctuation.delimiter
  int           type.builtin           type.builtin           type.builtin                type.builtin
  =             operator               operator               operator                    operator
  3             number                 number                 constant.numeric.integer    number
  |             punctuation.delimiter  punctuation.delimiter  punctuation.delimiter       punctuation.delimiter
  cost          property               property               variable.other.member       property
  =             operator               operator               operator                    operator
  4.5           number                 number.float           constant.numeric.float      number
  |             punctuation.delimiter  punctuation.delimiter  punctuation.delimiter       punctuation.delimiter
  due           property               property               variable.other.member       property
  =             operator               operator               operator                    operator
  2026-06-30    number                 number                 constant.numeric.integer    number
  |             punctuation.delimiter  punctuation.delimiter  punctuation.delimiter       punctuation.delimiter
  on            property               property               variable.other.member       property
  =             operator               operator               operator                    operator
  true          constant.builtin       boolean                constant.builtin.boolean    boolean
  |             punctuation.delimiter  punctuation.delimiter  punctuation.delimiter       punctuation.delimiter
  by            property               property               variable.other.member       property
  =             operator               operator               operator                    operator
  me            string                 string                 string                      string
  # c           comment                comment                comment                     comment
  |             punctuation.delimiter  punctuation.delimiter  punctuation.delimiter       punctuation.delimiter
  title         property               property               variable.other.member       property
  =             operator               operator               operator                    operator
  "a\\n"         string                 string                 string                      string
  \\n            escape                 string.escape          constant.character.escape   string.escape
  |             punctuation.delimiter  punctuation.delimiter  punctuation.delimiter       punctuation.delimiter
  to            property               property               variable.other.member       property
  =             operator               operator               operator                    operator
  [             punctuation.bracket    punctuation.bracket    punctuation.bracket         punctuation.bracket
  x             string                 string                 string                      string
  ,             punctuation.delimiter  punctuation.delimiter  punctuation.delimiter       punctuation.delimiter
  "y"           string                 string                 string                      string
  ]             punctuation.bracket    punctuation.bracket    punctuation.bracket         punctuation.bracket
  |             punctuation.delimiter  punctuation.delimiter  punctuation.delimiter       punctuation.delimiter
  open          property               property               variable.other.member       property
  =             operator               operator               operator                    operator
  "z            string                 string                 string                      string
  @BEGIN        keyword                keyword                keyword.directive           preproc
  json          string                 string                 string                      string
  {}            string                 string                 string                      string
  @END          keyword                keyword                keyword.directive           preproc
  @             keyword                keyword                keyword.directive           preproc
  DOC           keyword                keyword                keyword.directive           preproc
  domain        property               property               variable.other.member       property
  =             operator               operator               operator                    operator
  hr            string                 string                 string                      string
`
  .trim()
  .split('\n')
  .map(line => line.trim().split(/ {2,}/))

const folders = [
  'tree-sitter-recline/queries',
  'neovim/queries/recline',
  'helix/queries/recline',
  'zed/languages/recline',
]

test.each(folders.map((folder, index) => ({ folder, index })))('highlights: $folder', async ({ folder, index }) => {
  expect(await captures(`${folder}/highlights.scm`)).toEqual(
    highlights.map(([shown, ...names]) => `${shown}  ${names[index]}`),
  )
})

test.each(folders)('injections: %s', async folder => {
  const found = await captures(`${folder}/injections.scm`)
  expect(found.filter(line => !line.startsWith('# note'))).toEqual([
    'json  injection.language',
    '{}  injection.content',
  ])
})

test.each(['tree-sitter-recline/queries', 'neovim/queries/recline'])('folds: %s', async folder => {
  const record = text.split('\n')[1]!
  expect(await captures(`${folder}/folds.scm`)).toEqual([
    `${record} …  fold`,
    '@BEGIN json …  fold',
    '@DOC domain=hr  fold',
  ])
})

test('the outline, brackets and text objects of Zed and Helix', async () => {
  expect(await captures('zed/languages/recline/outline.scm')).toEqual(
    expect.arrayContaining(['@  context', 'CONTROL  name', 'DOC  name']),
  )
  expect(await captures('zed/languages/recline/brackets.scm')).toEqual([
    '[  open',
    ']  close',
    '@BEGIN  open',
    '@END  close',
  ])
  expect(await captures('helix/queries/recline/textobjects.scm')).toEqual(
    expect.arrayContaining(['rid=C-1  entry.inside', '# note  comment.inside']),
  )
})

/**
 * The first line of each node that a query captures in the text, with the name of the capture. Captures that
 * start with `_` are left out.
 */
async function captures(file: string): Promise<string[]> {
  return (await neovim.lua(
    `
    local text, query = ...
    query = (vim.treesitter.query.parse or vim.treesitter.query.parse_query)('recline', query)
    local root = vim.treesitter.get_string_parser(text, 'recline'):parse()[1]:root()
    local found = {}
    for capture, node in query:iter_captures(root, text, 0, -1) do
      local _, _, first = node:start()
      local _, _, last = node:end_()
      local name = query.captures[capture]
      local shown = vim.trim(text:sub(first + 1, last))
      shown = shown:gsub('\\n.*', ' …')
      if name:sub(1, 1) ~= '_' and name ~= 'spell' then table.insert(found, shown .. '  ' .. name) end
    end
    return found`,
    text,
    readFileSync(shippedFor(file), 'utf8'),
  )) as string[]
}
