import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A program that answers each line of JSON on its standard input with one on its standard output. */
export interface Answering {
  /** The answer to a question; rejects with what the program wrote to standard error where it ends instead. */
  ask(question: unknown): Promise<unknown>
  /** Closes the input, at which the program ends, and waits for its end. */
  stop(): Promise<void>
}

/** Starts such a program. */
export function startAnswering(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Answering {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  const waiting: { resolve: (answer: unknown) => void; reject: (error: Error) => void }[] = []
  let errors = ''
  child.stderr.on('data', chunk => {
    errors += String(chunk)
  })
  child.stdin.on('error', () => {})
  createInterface(child.stdout).on('line', line => waiting.shift()?.resolve(JSON.parse(line)))
  const ended = new Promise<void>(resolve =>
    child.on('close', () => {
      for (const { reject } of waiting) reject(new Error(`${command} ended: ${errors.slice(-2000)}`))
      resolve()
    }),
  )
  // A program that waits for something does not listen to a milder signal.
  const stop = (): void => {
    child.kill('SIGKILL')
  }
  process.once('exit', stop)
  child.once('close', () => process.removeListener('exit', stop))
  return {
    ask: question =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        child.stdin.write(`${JSON.stringify(question)}\n`)
      }),
    stop: () => {
      child.stdin.end()
      const limit = setTimeout(stop, 5000)
      return ended.finally(() => clearTimeout(limit))
    },
  }
}
