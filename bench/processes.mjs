// Processes and what they use. Linux tells of a running one; elsewhere there is no figure (NaN).
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { findProgram } from '../scripts/project.mjs'

/**
 * Starts a process that does not outlive this one.
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
 * What each thread had used when it was last asked: one that has ended is not told of any more.
 *
 * @type {Map<string, number>}
 */
const used = new Map()

/**
 * @param {number} pid
 * @returns {number} the processor time that a process's threads have used so far, in milliseconds, to the nanosecond
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

/** Whether a process can be held to some of the cores here. */
export const canPin = findProgram('taskset') !== undefined

/**
 * @typedef {object} Run a process that has ended
 * @property {number} wall the milliseconds from its start to its end
 * @property {number} processor the milliseconds of processor time that it used, in steps of ten
 * @property {number} memory the highest resident memory, in megabytes (MiB)
 * @property {string} output what it wrote to standard output
 * @property {string} errors what it wrote to standard error
 */

/**
 * Runs a command to its end.
 *
 * @param {string[]} command
 * @param {number} [cores] how many cores to hold it to, where that can be done; all of them where this is left out
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
  // What the system counts only grows, so that the last look before the end is nearly all of it.
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
 * The processor time of a process in milliseconds, with that of threads which have ended, in steps of ten.
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
