import { closeSync, constants, lstatSync, openSync, readFileSync, readlinkSync, rmSync, writeSync } from 'node:fs'
import { lstat, readFile, realpath, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onExit } from 'signal-exit'
import { localize } from '../../shared/domains/localize.ts'
import { makeFolder, removeFolders } from './folders.ts'
import { writeNew } from './write-new.ts'

/** Who changes a file: a process of a machine. */
interface Holder {
  readonly pid: number
  /** When the process began, as the system counts it, because numbers of processes are used again. */
  readonly began: string
  /** The machine, or the container in it, whose processes have such numbers. */
  readonly machine: string
  readonly since: string
}

/** What a lock is made of, so that a test can decide what happens when. */
export interface LockFiles {
  /** Makes a file with a text, unless there is one. Returns whether it did. */
  create(path: string, text: string): Promise<boolean>
  /** The text of a file; undefined if there is none. */
  read(path: string): Promise<string | undefined>
  remove(path: string): Promise<void>
  /** Whether a process of this machine has ended. */
  hasEnded(holder: Holder): boolean
  /** How long ago a file was written, in milliseconds: by the clock of this machine, or by that of another file. */
  age(path: string, than?: string): Promise<number>
  /** Waits a moment. Returns false if it is enough. */
  wait(tries: number): Promise<boolean>
  readonly self: Omit<Holder, 'since'>
}

/**
 * Does work while no other run of Recline changes a file, on this machine or another. The others wait for it: a file
 * beside it says which process works. One that was left by a process which has ended does not count.
 *
 * @param path the file, which need not exist, as its folder need not
 * @throws an error whose message is a reason, if another process works on it for too long
 */
export const exclusively = <Result>(path: string, work: () => Promise<Result>, files?: LockFiles): Promise<Result> =>
  exclusivelyAll([path], work, files)

/**
 * Does work while no other run changes some files, as `exclusively` does. Every run takes them in the same order, so
 * that none waits forever.
 */
export async function exclusivelyAll<Result>(
  paths: readonly string[],
  work: () => Promise<Result>,
  files: LockFiles = lockFilesOnDisk,
): Promise<Result> {
  const made: string[][] = []
  const taken: string[] = []
  try {
    for (const path of paths) made.push(makeFolder(dirname(path)))
    // Files whose names begin alike can share a lock, which is taken once.
    for (const lock of [...new Set(await Promise.all(paths.map(lockOf)))].sort()) {
      await acquire(lock, files)
      taken.push(lock)
    }
    return await work()
  } finally {
    for (const lock of taken) await files.remove(lock)
    // They are empty if the work wrote nothing.
    for (const folders of made) removeFolders(folders)
  }
}

/** The file that says who changes another one. Both are in the same folder, whatever links lead to it. */
async function lockOf(path: string): Promise<string> {
  const place = await realPath(path)
  // File systems limit the length of names. Runs on two files that share a lock only wait for each other.
  return join(dirname(place), `.${basename(place).replace(/^\./, '').slice(0, 60)}.lock`)
}

async function realPath(path: string): Promise<string> {
  return realpath(path).catch(async () =>
    join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path)),
  )
}

async function acquire(lock: string, files: LockFiles): Promise<void> {
  const text = (): string => JSON.stringify({ ...files.self, since: new Date().toISOString() })
  for (let tries = 0; !(await files.create(lock, text())); tries++) {
    const found = await files.read(lock)
    if (found === undefined || ((await isLeft(lock, found, files)) && (await removeLeft(lock, found, files)))) continue
    if (!(await files.wait(tries))) throw new Error(whoHolds(lock, found))
  }
}

/**
 * Whether the process that made a lock has ended: it is not among those of this machine, or, on another machine, it
 * has not renewed the lock for long. Of an unknown process, nobody knows.
 *
 * @param beside a new file beside the lock, as the clock of another machine can be wrong
 */
async function isLeft(lock: string, text: string, files: LockFiles, beside?: string): Promise<boolean> {
  const holder = holderIn(text)
  if (holder?.machine === files.self.machine) return files.hasEnded(holder)
  return holder !== undefined && (await files.age(lock, beside)) > longestWithoutRenewal
}

/**
 * Removes a lock that was left. Only one process may do this at a time: another one could have removed it and made its
 * own one since it was read. Returns whether the lock is no longer the one that was read.
 */
async function removeLeft(lock: string, text: string, files: LockFiles): Promise<boolean> {
  const guard = `${lock}.old`
  if (!(await files.create(guard, ''))) return false
  try {
    if ((await files.read(lock)) !== text) return true
    const isStillLeft = await isLeft(lock, text, files, guard)
    if (isStillLeft) await files.remove(lock)
    return isStillLeft
  } finally {
    await files.remove(guard)
  }
}

function holderIn(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null
    const { pid, began, machine, since } = holder ?? {}
    return Number.isSafeInteger(pid) && [began, machine, since].every(one => typeof one === 'string')
      ? (holder as Holder)
      : undefined
  } catch {
    return undefined
  }
}

function whoHolds(lock: string, text: string): string {
  const holder = holderIn(text)
  const files = `${basename(lock)}*`
  return holder
    ? localize(
        'process {number} of {machine} changes it, since {time}; wait for it, or delete {files} beside it if that process has ended',
        { number: holder.pid, machine: holder.machine.split(' ')[0]!, time: holder.since, files },
      )
    : localize('another process changes it; wait for it, or delete {files} beside it if that process has ended', {
        files,
      })
}

/** How often a lock is renewed, and how long another machine may not do so until its process counts as ended. */
const millisecondsOfRenewal = 30_000
const longestWithoutRenewal = 10 * millisecondsOfRenewal

/** How long to wait for another process, in milliseconds. */
const mostMilliseconds = 30_000
const millisecondsBetween = 10

/** When a process began, in ticks since the machine started; empty where the system does not say. */
function beginOf(pid: number | 'self'): string {
  try {
    // The name of the program can have blanks and brackets.
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? ''
    )
  } catch {
    return ''
  }
}

/** The name of this machine, and of the container whose numbers of processes are meant. */
function machineName(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/**
 * The locks that this process has, with their texts. A run that is stopped leaves none of them, so that nobody wonders
 * about it.
 */
const held = new Map<string, string>()
const removeHeld = (): void => {
  for (const path of held.keys()) if (!isTaken(path)) rmSync(path, { force: true })
}
let cleansUp = false

/**
 * Whether a lock of this process is gone, or now one of another process: after a machine has slept for long, others
 * take it for left.
 */
function isTaken(path: string): boolean {
  try {
    if (!held.has(path)) return false
    const found = lstatSync(path)
    return !found.isFile() || found.size > 4096 || readFileSync(path, 'utf8') !== held.get(path)
  } catch {
    return true
  }
}

/** Writes the locks of this process again as they are, so that their times say to other machines that it works. */
function renewHeld(): void {
  for (const path of held.keys()) {
    if (isTaken(path)) continue
    try {
      const file = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW)
      writeSync(file, '{', 0)
      closeSync(file)
    } catch {
      // Somebody has deleted it.
    }
  }
}
let renewal: NodeJS.Timeout | undefined

function hold(path: string, text: string): void {
  if (!cleansUp) onExit(removeHeld)
  cleansUp = true
  held.set(path, text)
  renewal ??= setInterval(renewHeld, millisecondsOfRenewal).unref()
}

function letGo(path: string): void {
  held.delete(path)
  if (held.size > 0) return
  clearInterval(renewal)
  renewal = undefined
}

const lockFilesOnDisk: LockFiles = {
  async create(path, text) {
    try {
      await writeNew(path, text)
      hold(path, text)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      return false
    }
  },
  async read(path) {
    try {
      const found = await lstat(path)
      // Another thing of this name, such as a pipe, a folder or a link to a device, is the lock of an unknown process.
      return found.isFile() && found.size < 4096 ? await readFile(path, 'utf8') : ''
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : ''
    }
  },
  async remove(path) {
    const isOther = isTaken(path)
    // Another process can make its own as soon as it is gone.
    letGo(path)
    if (!isOther) await rm(path, { force: true })
  },
  hasEnded({ pid, began }) {
    const found = beginOf(pid)
    if (began !== '' && found !== '' && found !== began) return true
    try {
      process.kill(pid, 0)
      return false
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ESRCH'
    }
  },
  async age(path, than) {
    const [written, now] = await Promise.all([path, than ?? []].flat().map(file => stat(file).catch(() => undefined)))
    return written ? (now?.mtimeMs ?? Date.now()) - written.mtimeMs : 0
  },
  async wait(tries) {
    if (tries * millisecondsBetween > mostMilliseconds) return false
    await pause(millisecondsBetween)
    return true
  },
  get self() {
    return { pid: process.pid, began: beginOf('self'), machine: machineName() }
  },
}
