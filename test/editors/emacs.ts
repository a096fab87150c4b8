import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'

/** An Emacs without a window, and without an init file. */
export interface Emacs {
  /** Evaluates Lisp in the buffer it has current; the answer is the value, with lists as arrays. */
  lisp(code: string): Promise<unknown>
  /**
   * Evaluates Lisp again and again until the result is not nil, and returns it. Emacs is idle
   * in between, so it can do its work.
   */
  waitFor(code: string): Promise<unknown>
  stop(): Promise<void>
}

const run = promisify(execFile)

const prelude = `(progn
  (require 'json)
  (setq create-lockfiles nil make-backup-files nil)
  (defun recline-test-lists (value) (if (consp value) (vconcat (mapcar #'recline-test-lists value)) value))
  (defun recline-test-json (value)
    (base64-encode-string (encode-coding-string (json-encode (recline-test-lists value)) 'utf-8) t)))`

/** Starts the Emacs on the PATH, as a server, as only an Emacs that waits for commands is ever idle. */
export async function startEmacs(): Promise<Emacs> {
  // Emacs wants a folder that only this user can read. It removes a socket that lies directly in /tmp.
  const folder = await mkdtemp(join(tmpdir(), 'recline-emacs-'))
  await mkdir(join(folder, 'server'), { mode: 0o700 })
  const socket = join(folder, 'server', 'socket')
  const child = spawn('emacs', ['-q', `--fg-daemon=${socket}`], { stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = (): void => {
    child.kill()
  }
  process.once('exit', kill)
  const ended = once(child, 'close')
  let log = ''
  child.stderr.on('data', chunk => {
    log += String(chunk)
  })
  const evaluate = (code: string): Promise<{ stdout: string }> => run('emacsclient', ['-s', socket, '--eval', code])
  // The first start after an installation reads everything from the disk, which can take many seconds.
  await vi
    .waitFor(() => evaluate(prelude), { interval: 20, timeout: 60_000 })
    .catch(error => {
      kill()
      throw new Error(`Emacs did not start: ${log}`, { cause: error })
    })

  const lisp: Emacs['lisp'] = async code => {
    const { stdout } = await evaluate(`(with-current-buffer (window-buffer) (recline-test-json ${code}))`)
    return JSON.parse(Buffer.from(stdout.trim().replaceAll('"', ''), 'base64').toString()) as unknown
  }
  return {
    lisp,
    waitFor: code =>
      vi.waitFor(
        async () => {
          const found = await lisp(code)
          if (found === null) throw new Error(`Emacs waited in vain for ${code}\n${log}`)
          return found
        },
        { interval: 10, timeout: 15_000 },
      ),
    async stop() {
      child.kill()
      await ended
      process.removeListener('exit', kill)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
