import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { startAnswering } from './answering.ts'

/** A Neovim without a window, and without a configuration. */
export interface Neovim {
  /** Runs Lua in it; the answer is what the code returns. `...` are the arguments. */
  lua(code: string, ...args: readonly unknown[]): Promise<unknown>
  /** Runs Lua until it returns something that is neither nil nor false, and gives that. */
  waitFor(code: string): Promise<unknown>
  /** Types keys, in Vim's notation such as `ihello<Esc>`. */
  type(keys: string): Promise<void>
  stop(): Promise<void>
}

const bridge = fileURLToPath(new URL('neovim.lua', import.meta.url))

/** Starts the Neovim on the PATH. */
export function startNeovim(): Neovim {
  const { ask, stop } = startAnswering('nvim', [
    '-u',
    'NONE',
    '--headless',
    '-n',
    '--cmd',
    `luafile ${bridge}`,
    '--cmd',
    'cquit',
  ])
  async function request(...call: readonly unknown[]): Promise<unknown> {
    const { answer, error } = (await ask(call)) as { answer?: unknown; error?: string }
    if (error !== undefined) throw new Error(error)
    return answer
  }
  const lua: Neovim['lua'] = (code, ...args) => request('nvim_exec_lua', code, args)
  return {
    lua,
    waitFor: code =>
      vi.waitFor(
        async () => {
          const found = await lua(code)
          if (found === null || found === false) throw new Error(`Neovim waited in vain for: ${code}`)
          return found
        },
        { interval: 5, timeout: 15_000 },
      ),
    async type(keys) {
      await request('nvim_input', keys)
    },
    stop,
  }
}
