// The processes that a test has started through VS Code.
import { readdirSync, readFileSync } from 'node:fs'

/**
 * The ids of the processes that this process has started, directly or not, with a command line.
 *
 * @param {(words: string[]) => boolean} matches gets the words of a command line
 */
export function startedProcesses(matches) {
  return readdirSync('/proc')
    .filter(id => /^\d+$/.test(id))
    .map(Number)
    .filter(id => matches(read(id, 'cmdline').split('\0')) && descendsFromThis(id))
}

/** @param {number} id */
function descendsFromThis(id) {
  for (let one = id; one > 1; one = Number(read(one, 'stat').split(') ')[1]?.split(' ')[1] ?? 0))
    if (one === process.pid) return true
  return false
}

/**
 * A file about a process; empty if the process has ended.
 *
 * @param {number} id
 * @param {string} file
 */
function read(id, file) {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
