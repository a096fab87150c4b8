// A program on its own terminal. The test types like a person and waits for output.
import { spawn } from 'node:child_process'
import { findProgram } from '../../scripts/project.mjs'

/**
 * Starts a command on a terminal.
 *
 * @param {string} command as a shell takes it
 * @param {string} cwd the folder to start it in
 * @param {NodeJS.ProcessEnv} [env] variables added to the environment
 */
export function openTerminal(command, cwd, env) {
  if (!findProgram('script'))
    throw new Error(
      'There is no "script", which gives a program a terminal: install it, on Debian with the package bsdutils.',
    )
  const child = spawn('script', ['-qec', `stty rows 40 cols 100; exec ${command}`, '/dev/null'], {
    cwd,
    env: { ...process.env, TERM: 'dumb', SHELL: '/bin/sh', ...env },
  })
  const stop = () => {
    child.kill()
  }
  process.once('exit', stop)
  let output = ''
  let look = () => {}
  child.stdout.on('data', chunk => {
    output += chunk
    look()
  })
  /** @type {Promise<number | null>} */
  const ended = new Promise(resolve => child.on('close', code => resolve(code)))

  return {
    /** @param {string} keys */
    type: keys => void child.stdin.write(keys),

    /**
     * Waits until the text appears in the output that follows the last match.
     *
     * @param {RegExp} pattern
     * @returns {Promise<RegExpExecArray>}
     */
    shown: pattern =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error(`${pattern} was not shown; all that was:\n${output}`)), 20_000)
        look = () => {
          const found = pattern.exec(output)
          if (!found) return
          clearTimeout(limit)
          look = () => {}
          output = output.slice(found.index + found[0].length)
          resolve(found)
        }
        look()
      }),

    /** The exit code, once the command has ended. */
    ended,
    close: stop,
  }
}
