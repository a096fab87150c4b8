// Starts processes and measures their resources. Figures are read from Linux; on other systems they are NaN.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { findProgram } from '../scripts/project.mjs'

/**
 * Starts a process that ends at the latest with this one.
 *
 * @param {string[]} command
 */
export function startProcess([program, ...args]) {
  const child = spawn(program, args)
  const stop = () => {
    child.kill('SIGKILL')
  }
  process.once('exit', stop)
  child.once('close', () => process.removeListener('exit', stop))
  return child
}

/**
 * The processor time of each thread when it was last read. Linux has no figures for threads that have ended.
 *
 * @type {Map<string, number>}
 */
const used = new Map()

/**
 * @param {number} pid
 * @returns {number} the total processor time of the threads of a process, in milliseconds, with a resolution of 1 ns
 */
export function processorTime(pid) {
  try {
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      used.set(`${pid}/${task}`, Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]))
    }
    return [...used].reduce((sum, [thread, time]) => (thread.startsWith(`${pid}/`) ? sum + time : sum), 0) / 1e6
  } catch {
    return NaN
  }
}

/**
 * @param {number} pid
 * @param {'VmRSS' | 'VmHWM'} what the current or the highest value
 * @returns {number} the resident memory of a process, in mebibytes (MiB)
 */
export function residentMemory(pid, what) {
  try {
    return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return NaN
  }
}

/** Whether a process can be limited to some of the cores on this system. */
export const canPin = findProgram('taskset') !== undefined

/**
 * @typedef {object} Run a process that has ended
 * @property {number} wall the milliseconds from its start to its end
 * @property {number} processor its processor time in milliseconds, in steps of 10
 * @property {number} memory the highest resident memory, in mebibytes (MiB)
 * @property {string} output its standard output
 * @property {string} errors its standard error
 */

/**
 * Runs a command to its end.
 *
 * @param {string[]} command
 * @param {number} [cores] the number of cores to use, if the system can limit it; by default all cores
 * @returns {Promise<Run>}
 */
export function runProcess(command, cores) {
  const started = performance.now()
  const child = startProcess(cores && canPin ? ['taskset', '-c', `0-${cores - 1}`, ...command] : command)
  child.stdin.end()
  const run = { wall: NaN, processor: NaN, memory: NaN, output: '', errors: '' }
  child.stdout.on('data', chunk => {
    run.output += chunk
  })
  child.stderr.on('data', chunk => {
    run.errors += chunk
  })
  // The system's counters only grow, so the last reading before the end is nearly exact.
  const watch = setInterval(() => {
    const pid = /** @type {number} */ (child.pid)
    const [processor, memory] = [endedProcessorTime(pid), residentMemory(pid, 'VmHWM')]
    if (processor > 0 && memory > 0) Object.assign(run, { processor, memory })
  }, 5)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve({ ...run, wall: performance.now() - started }))
  }).finally(() => clearInterval(watch))
}

/**
 * The processor time of a process in milliseconds, in steps of 10. Includes threads that have ended.
 *
 * @param {number} pid
 */
function endedProcessorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return NaN
  }
}
