// What processes use. Linux tells of a running one; elsewhere there is no figure (NaN).
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { findProgram } from '../scripts/project.mjs'

/**
 * @param {number} pid
 * @returns {number} the processor time that a process's threads have used so far, in milliseconds, to the nanosecond
 */
export function processorTime(pid) {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`)
    return tasks.reduce((sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]), 0) / 1e6
  } catch {
    return NaN
  }
}

/**
 * @param {number} pid
 * @param {'VmRSS' | 'VmHWM'} what as it is now, or at its highest so far
 * @returns {number} the resident memory of a process, in megabytes (MiB)
 */
export function residentMemory(pid, what) {
  try {
    return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return NaN
  }
}

/** Whether a process can be held to one core. */
export const canPin = findProgram('taskset') !== undefined

/**
 * Runs a command to its end.
 *
 * @param {string[]} command
 * @param {{ oneCore?: boolean }} [options] whether to hold it to one core, where that can be done
 * @returns {Promise<{ wall: number, memory: number, code: number | null, output: string, errors: string }>} its
 *   milliseconds, its highest resident memory in megabytes, and what it wrote
 */
export function runProcess(command, { oneCore = false } = {}) {
  const [program, ...args] = oneCore && canPin ? ['taskset', '-c', '0', ...command] : command
  const started = performance.now()
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const written = { output: '', errors: '' }
  child.stdout.on('data', chunk => { written.output += chunk })
  child.stderr.on('data', chunk => { written.errors += chunk })
  let memory = NaN
  const watch = setInterval(() => {
    const now = residentMemory(/** @type {number} */ (child.pid), 'VmHWM')
    if (now > 0) memory = now
  }, 10)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ wall: performance.now() - started, memory, code, ...written }))
  }).finally(() => clearInterval(watch))
}
