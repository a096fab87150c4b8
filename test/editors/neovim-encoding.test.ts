import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Neovim, startNeovim } from './neovim.ts'
import { makeWorkspace, recline, shippedFor } from './workspace.ts'

/** The Neovim on the PATH, told to count positions in UTF-8 as docs/editors/neovim.md says. */
let neovim: Neovim
let folder: string
const clean: (() => Promise<void>)[] = []

const controls = '@CONTROL title="日本 🙂" | rid=CTL-5\n'
const finding = '@FINDING description="ü日本🙂" | rid=FND-7 | control_ref=CTL-5 | severity="hoch"'

beforeAll(async () => {
  const workspace = await makeWorkspace()
  folder = workspace.folder
  await writeFile(join(folder, 'more.compliance.rec'), controls)
  await writeFile(join(folder, 'findings.compliance.rec'), `# é🙂\n${finding}\n`)
  neovim = startNeovim()
  clean.push(() => neovim.stop(), workspace.remove)
  await neovim.lua('vim.opt.runtimepath:prepend(...)', shippedFor('neovim'))
  await neovim.lua('vim.cmd("filetype plugin on")')
  await neovim.lua(
    `
    local capabilities = vim.lsp.protocol.make_client_capabilities()
    capabilities.general = { positionEncodings = { 'utf-8' } }
    require("recline").setup({ cmd = { ... }, capabilities = capabilities, offset_encoding = 'utf-8' })`,
    recline,
    'lsp',
    '--stdio',
  )
  await neovim.lua('vim.cmd("edit " .. ...)', join(folder, 'findings.compliance.rec'))
})

afterAll(async () => {
  for (const work of clean) await work()
})

const cursorAt = (text: string): Promise<unknown> =>
  neovim.lua('vim.api.nvim_win_set_cursor(0, { 2, vim.fn.getline(2):find(..., 1, true) - 1 })', text)
/** The second line, once it has a text. */
const lineWith = (text: string): Promise<unknown> =>
  neovim.waitFor(`local line = vim.fn.getline(2) return line:find(${JSON.stringify(text)}, 1, true) and line`)

test('the server counts in UTF-8, too', async () => {
  expect(
    await neovim.waitFor(`
    local client = (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
    return client and client.server_capabilities and client.server_capabilities.positionEncoding`),
  ).toBe('utf-8')
})

test('problems are at the bytes of their values', async () => {
  const text = await neovim.waitFor(`
    for _, problem in ipairs(vim.diagnostic.get(0)) do
      if problem.code == 'not-in-enum' then return vim.fn.getline(2):sub(problem.col + 1, problem.end_col) end
    end`)
  expect(text).toBe('"hoch"')
})

test('what is typed and fixed is what the server changes', async () => {
  await cursorAt('日本')
  await neovim.type('i🙂é<Esc>')
  await cursorAt('hoch')
  await neovim.lua('vim.ui.select = function(items, _, choose) choose(items[1]) end')
  await neovim.lua('vim.lsp.buf.code_action()')
  expect(await lineWith('"high"')).toBe(finding.replace('日本', '🙂é日本').replace('hoch', 'high'))
})

test('an id is renamed in a file that is not open', async () => {
  await cursorAt('CTL-5')
  await neovim.lua('vim.lsp.buf.rename("CTL-6")')
  expect(await lineWith('CTL-6')).toContain('| control_ref=CTL-6 |')
  await neovim.lua('vim.cmd("silent wall")')
  expect(await readFile(join(folder, 'more.compliance.rec'), 'utf8')).toBe(controls.replace('CTL-5', 'CTL-6'))
  expect(await neovim.lua('return vim.fn.execute("messages")')).not.toMatch(/error|warn|E\d+:|LSP\[/i)
})
