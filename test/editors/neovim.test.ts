import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Neovim, startNeovim } from './neovim.ts'
import { compileParser } from './parser.ts'
import { colorful, controls, evidence, makeWorkspace, recline, shippedFor } from './workspace.ts'

/** What docs/editors/neovim.md promises, in the Neovim on the PATH with what is shipped for it. */
let neovim: Neovim
let folder: string
let parser: string
const clean: (() => Promise<void>)[] = []

beforeAll(async () => {
  const workspace = await makeWorkspace()
  const compiled = await compileParser()
  folder = workspace.folder
  parser = compiled.folder
  neovim = startNeovim()
  clean.push(() => neovim.stop(), workspace.remove, compiled.remove)
  await neovim.lua('vim.opt.runtimepath:prepend(...)', shippedFor('neovim'))
  await neovim.lua('vim.cmd("filetype plugin on | syntax on")')
  await neovim.lua('require("recline").setup(...)', {
    cmd: [recline, 'lsp', '--stdio'],
    settings: { recline: { severity: { notation: 'off' } } },
  })
  await neovim.lua('vim.cmd("edit " .. ...)', join(folder, 'controls.compliance.rec'))
})

afterAll(async () => {
  for (const work of clean) await work()
})

/** Lua that gives what the list of completions offers, once there is one. */
const offered = `
  local items = vim.fn.complete_info().items
  return #items > 0 and vim.tbl_map(function(item) return item.abbr end, items)`
const line = (number: number): Promise<unknown> => neovim.lua('return vim.fn.getline(...)', number)
const controlsLine = (number: number): string => controls.split('\n')[number - 1]!
const cursorAt = (number: number, text: string): Promise<unknown> =>
  neovim.lua('vim.api.nvim_win_set_cursor(0, { ... })', number, controlsLine(number).indexOf(text))

describe('with the language server', () => {
  beforeEach(async () => {
    await neovim.type('<Esc>')
    await neovim.lua('vim.cmd("edit!")')
  })

  test('a .rec file is found to be one, and the server is started for its project', async () => {
    expect(await neovim.lua('return { vim.bo.filetype, vim.bo.commentstring }')).toEqual(['recline', '# %s'])
    expect(
      await neovim.waitFor(`
      local client = (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
      return client and { client.name, client.config.root_dir }`),
    ).toEqual(['recline', folder])
  })

  test('problems, with the severities of the settings', async () => {
    expect(
      await neovim.waitFor(`
      local problems = vim.tbl_map(function(problem)
        return { problem.lnum + 1, problem.col + 1, problem.severity, problem.code, problem.source }
      end, vim.diagnostic.get(0))
      local notation = vim.tbl_filter(function(problem) return problem[4] == 'notation' end, problems)
      return #problems > 0 and #notation == 0 and problems`),
    ).toEqual([
      [2, 77, 1, 'out-of-range', 'recline'],
      [3, 67, 1, 'not-in-enum', 'recline'],
    ])
  })

  test('a hover', async () => {
    await cursorAt(2, 'CONTROL')
    await neovim.lua('vim.lsp.buf.hover()')
    expect(
      await neovim.waitFor(`
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_win_get_config(window).relative ~= '' then
          return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, 1, false)
        end
      end`),
    ).toEqual(['**CONTROL** · core.compliance'])
  })

  test('completion of a tag, whose required fields come with it', async () => {
    await neovim.type('Go@CONTR<C-x><C-o>')
    expect(await neovim.waitFor(offered)).toEqual(['@CONTROL', '@CONTROL …'])
    await neovim.type('<Esc>')
    expect(await line(4)).toBe('@CONTROL rid=CTL-2')
  })

  test('completion of a value, in the order of the values', async () => {
    await cursorAt(3, '"high"')
    await neovim.type('cf <C-x><C-o>')
    expect(await neovim.waitFor(offered)).toEqual(['low', 'medium', 'high', 'critical'])
    await neovim.type('<C-n><C-y><Esc>')
    expect(await line(3)).toBe(controlsLine(3).replace('"high" ', '"medium"'))
  })

  test('the record that a reference means', async () => {
    await cursorAt(3, 'CTL-1')
    await neovim.lua('vim.lsp.buf.definition()')
    expect(await neovim.waitFor('local place = vim.api.nvim_win_get_cursor(0) return place[1] == 2 and place')).toEqual(
      [2, 13],
    )
  })

  test('a fix', async () => {
    await cursorAt(3, 'opened')
    await neovim.lua('vim.ui.select = function(items, _, choose) choose(items[1]) end')
    await neovim.lua('vim.lsp.buf.code_action()')
    expect(await neovim.waitFor('local line = vim.fn.getline(3) return not line:find("opened") and line')).toBe(
      controlsLine(3).replace('opened', 'open'),
    )
  })

  test('formatting', async () => {
    await neovim.lua('(vim.lsp.buf.format or vim.lsp.buf.formatting_sync)()')
    expect(await line(3)).toBe(controlsLine(3).replace('=CTL-1', '="CTL-1"'))
  })

  test('an id is renamed in all files', async () => {
    await cursorAt(2, 'CTL-1')
    await neovim.lua('vim.lsp.buf.rename("CTL-77")')
    expect(await neovim.waitFor('local line = vim.fn.getline(3) return line:find("CTL%-77") and line')).toBe(
      controlsLine(3).replace('CTL-1', 'CTL-77'),
    )
    expect(await line(2)).toBe(controlsLine(2).replace('CTL-1', 'CTL-77'))
    await neovim.lua('vim.cmd("silent wall")')
    expect(await readFile(join(folder, 'evidence.compliance.rec'), 'utf8')).toBe(evidence.replace('CTL-1', 'CTL-77'))
  })

  test('nothing was complained of', async () => {
    expect(await neovim.lua('return vim.fn.execute("messages")')).not.toMatch(/error|warn|E\d+:|LSP\[/i)
  })
})

describe('in a folder and in files whose names clients escape in different ways', () => {
  const suffix = ' (1) é@x'
  let oddFolder: string

  beforeAll(async () => {
    const workspace = await makeWorkspace('records (2026) ü@ ', suffix)
    oddFolder = workspace.folder
    clean.unshift(workspace.remove)
    await neovim.type('<Esc>')
    await neovim.lua('vim.cmd("edit " .. vim.fn.fnameescape(...))', join(oddFolder, `controls${suffix}.compliance.rec`))
  })

  test('each problem is told once, and no reference dangles', async () => {
    await neovim.lua('vim.api.nvim_buf_set_lines(0, -1, -1, true, { ... })', '@FINDING rid=FND-2 | control_ref=NONE')
    expect(
      await neovim.waitFor(`
      local codes = vim.tbl_map(function(problem) return problem.code end, vim.diagnostic.get(0))
      return vim.tbl_contains(codes, 'dangling-reference') and codes`),
    ).toEqual(['out-of-range', 'not-in-enum', 'dangling-reference'])
    await neovim.lua('vim.cmd("edit!")')
  })

  test('a rename changes each place once, in all files', async () => {
    await cursorAt(2, 'CTL-1')
    await neovim.lua('vim.lsp.buf.rename("CTL-77")')
    expect(await neovim.waitFor('local line = vim.fn.getline(3) return line:find("CTL%-77") and line')).toBe(
      controlsLine(3).replace('CTL-1', 'CTL-77'),
    )
    expect(await line(2)).toBe(controlsLine(2).replace('CTL-1', 'CTL-77'))
    await neovim.lua('vim.cmd("silent wall")')
    expect(await readFile(join(oddFolder, `evidence${suffix}.compliance.rec`), 'utf8')).toBe(
      evidence.replace('CTL-1', 'CTL-77'),
    )
    expect(await neovim.lua('return vim.fn.execute("messages")')).not.toMatch(/error|warn|E\d+:|LSP\[/i)
  })
})

describe('colors', () => {
  test('without the grammar, by patterns', async () => {
    await neovim.lua('vim.cmd("enew | set filetype=recline")')
    await neovim.lua('vim.api.nvim_buf_set_lines(0, 0, -1, true, { ... })', ...colorful.split('\n'))
    expect(
      await neovim.lua(`
      local found = {}
      for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
        local column = 1
        while column <= #line do
          local group = vim.fn.synIDattr(vim.fn.synID(number, column, 1), 'name')
          local last = column
          while last < #line and vim.fn.synIDattr(vim.fn.synID(number, last + 1, 1), 'name') == group do last = last + 1 end
          if group ~= '' then table.insert(found, line:sub(column, last) .. '  ' .. group:gsub('^recline', '')) end
          column = last + 1
        end
      end
      return found`),
    ).toEqual([
      '@CONTROL  Tag',
      'rid  Name',
      '=  Equals',
      'C-1  Text',
      '|  Separator',
      'title  Name',
      '=  Equals',
      '"a  String',
      '\\n  Escape',
      ' b=c"  String',
      '|  Separator',
      'level  Name',
      ':int  Type',
      '=  Equals',
      '3  Number',
      '|  Separator',
      'on  Name',
      '=  Equals',
      'true  Boolean',
      '# note | a=1  Comment',
      '@BEGIN  Header',
      ' x  Block',
      '@T a=1  Block',
      '@END y  Header',
      '@DOC  Header',
      'domain  Name',
      '=  Equals',
      'hr  Text',
    ])
  })

  test('with it, by the tree, as soon as there is one', async () => {
    await neovim.lua('vim.opt.runtimepath:prepend(...)', parser)
    await neovim.lua('vim.cmd("enew | set filetype=recline")')
    expect(await neovim.lua('return vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()] ~= nil')).toBe(
      true,
    )
  })
})
