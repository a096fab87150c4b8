import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { shippedFor } from './workspace.ts'

/** The pages on editors: what they tell to run is run, in a home folder of its own with a copy of what is shipped. */
const run = promisify(execFile)
let home: string

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'recline-home-')))
  await cp(shippedFor('.'), join(home, 'editors'), { recursive: true })
  await writeFile(join(home, 'a.rec'), '@CONTROL rid=CTL-1\n')
})

afterEach(() => rm(home, { recursive: true }))

describe('the commands of the page make what it says', () => {
  test('Neovim: a plugin that colors by the compiled grammar', async () => {
    await runCommands('neovim')
    await mkdir(join(home, '.config/nvim'), { recursive: true })
    await writeFile(join(home, '.config/nvim/init.lua'), (await fences('neovim', 'lua'))[0]!)
    const told = 'lua io.stdout:write(vim.bo.filetype, " ", tostring(next(vim.treesitter.highlighter.active) ~= nil))'
    const { stdout } = await inHome('nvim', ['--headless', '-n', 'a.rec', '-c', told, '-c', 'qa!'])
    expect(stdout).toBe('recline true')
  })

  test('Emacs: a mode, and its grammar', async () => {
    await runCommands('emacs')
    await writeFile(join(home, 'init.el'), (await fences('emacs', 'lisp'))[0]!)
    const { stdout } = await inHome('emacs', [
      '--batch',
      '-l',
      'init.el',
      'a.rec',
      '--eval',
      '(princ (list major-mode recline-mode-hook))',
    ])
    expect(stdout).toBe('(recline-mode (eglot-ensure))')
    expect(await readFile(join(home, '.emacs.d/tree-sitter/libtree-sitter-recline.so'))).not.toHaveLength(0)
  })

  test('Helix: its languages, queries and grammar', async () => {
    await runCommands('helix')
    expect(await readFile(join(home, '.config/helix/languages.toml'), 'utf8')).toContain('[language-server.recline]')
    expect(await readFile(join(home, '.config/helix/runtime/queries/recline/highlights.scm'), 'utf8')).toContain(
      '@type',
    )
    expect(await readFile(join(home, '.config/helix/runtime/grammars/recline.so'))).not.toHaveLength(0)
  })

  test('Kakoune: a script that it loads by itself', async () => {
    await runCommands('kakoune')
    const commands = ['edit a.rec', 'echo -to-file type %opt{filetype}', 'kill!']
    await inHome('kak', ['-ui', 'dummy', '-e', commands.join('\n')])
    expect((await readFile(join(home, 'type'), 'utf8')).trim()).toBe('recline')
  })

  test('Zed: a folder with the extension', async () => {
    await runCommands('zed')
    expect(await readFile(join(home, 'recline-zed/extension.toml'), 'utf8')).toContain(
      `repository = "file://${home}/recline-zed/grammar"`,
    )
  })
})

test('what the pages show to be written into files is Lua and Lisp', async () => {
  const lua = await fences('neovim', 'lua')
  const isLua =
    'lua local text = io.stdin:read("*a") io.stdout:write(tostring((loadstring(text) or loadstring("return " .. text)) ~= nil))'
  for (const text of lua) {
    const nvim = inHome('nvim', ['-u', 'NONE', '--headless', '--cmd', isLua, '--cmd', 'qa!'])
    nvim.child.stdin!.end(text)
    expect((await nvim).stdout, text).toBe('true')
  }
  for (const text of await fences('emacs', 'lisp')) {
    await inHome('emacs', ['--batch', '--eval', `(read ${JSON.stringify(`(${text})`)})`])
  }
})

/** What stands in the fences of a language on a page, with the place of what is shipped filled in. */
async function fences(page: string, language: string): Promise<string[]> {
  const text = await readFile(shippedFor(`../docs/editors/${page}.md`), 'utf8')
  const found = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(match => match[1]!)
  return found.map(part => part.replaceAll('<editors>', join(home, 'editors')))
}

const runCommands = async (page: string): Promise<unknown> =>
  inHome('sh', ['-euc', (await fences(page, 'sh')).join('\n')])

const inHome = (program: string, args: readonly string[]) => {
  const { XDG_CONFIG_HOME: _config, XDG_DATA_HOME: _data, ...env } = process.env
  return run(program, [...args], { cwd: home, env: { ...env, HOME: home } })
}
