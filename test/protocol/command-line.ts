import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { expectText } from './expectations.ts'
import { runInProcess } from './in-process.ts'
import { cli, type Run, type RunOfBytes } from './run.ts'

/** A process that runs. */
interface Started {
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<Run>
  /** Resolves to standard output when the process has ended. */
  readonly bytes: Promise<Buffer>
  /**
   * Waits until it has said something, on standard output or standard error, since this was last asked; gives all up to
   * there.
   */
  said(what: RegExp): Promise<string>
}

interface Surroundings {
  readonly input?: string | Buffer
  /** Where it runs; the test's folder if nothing else is said. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** The command that runs it, with its first arguments: one that limits what a process may do. */
  readonly through?: readonly string[]
  /**
   * Whether it runs in a process of its own, whatever RECLINE_SPAWN says: a test of memory, threads or signals needs
   * one, and one that sets the clock must have none.
   */
  readonly isProcess?: boolean
}

/** The command line in a folder of the test's own files, made before each test of the file and removed behind it. */
export interface CommandLine {
  /** The folder's path. */
  folder(): string
  /** Writes files into it. */
  files(contents: Readonly<Record<string, string | Buffer>>): Promise<void>
  /** The text of one of its files. */
  read(name: string): Promise<string>
  /** The paths of its files below it, those in folders too, sorted. */
  paths(): Promise<string[]>
  /** Starts recline. */
  start(args: readonly string[], surroundings?: Surroundings): Started
  /** Starts recline in a terminal, whose output all comes as standard output. */
  startInTerminal(args: readonly string[], surroundings?: Surroundings): Started
  /** Runs recline to its end: in the process of the test, if it does not need one of its own. */
  recline(args: readonly string[], surroundings?: Surroundings): Promise<Run>
  /** As `recline`, for output that is no text. */
  bytes(args: readonly string[], surroundings?: Surroundings): Promise<Buffer>
  /**
   * Runs recline and compares all it says: standard output, then the lines of standard error behind `! `, then the exit
   * code. What is expected may be indented by six blanks. `--update` writes what a run says into the test.
   */
  expectRun(args: string, expected: string, input?: string | Buffer): Promise<void>
}

export function commandLine(): CommandLine {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recline-'))
  })
  afterEach(async () => {
    for (const child of running) child.kill()
    await rm(folder, { recursive: true })
  })

  const running = new Set<ChildProcessWithoutNullStreams>()

  const spawned = ([command, ...args]: readonly string[], { cwd = folder, env = {} }: Surroundings): Started => {
    const child = spawn(command!, args, { cwd, env: { ...plainEnvironment, ...env } })
    running.add(child)
    const run = { stdout: '', stderr: '' }
    const parts: Buffer[] = []
    let heard = ''
    let listen = (): void => undefined
    for (const name of ['stdout', 'stderr'] as const) {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
      child[name].on('data', (part: Buffer) => {
        const text = decoder.decode(part, { stream: true })
        if (name === 'stdout') parts.push(part)
        run[name] += text
        heard += text
        listen()
      })
    }
    const ended = new Promise<Run>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code, signal) => {
        running.delete(child)
        resolve({ ...run, code, ...(signal && { signal }) })
      })
    })
    const said: Started['said'] = what =>
      new Promise(resolve => {
        listen = () => {
          const end = what.exec(heard)
          if (!end) return
          const text = heard.slice(0, end.index + end[0].length)
          heard = heard.slice(text.length)
          listen = () => undefined
          resolve(text)
        }
        listen()
      })
    return { child, ended, said, bytes: ended.then(() => Buffer.concat(parts)) }
  }

  const start: CommandLine['start'] = (args, surroundings = {}) =>
    spawned([...(surroundings.through ?? []), process.execPath, cli, ...args], surroundings)

  const runOfBytes = async (args: readonly string[], surroundings: Surroundings = {}): Promise<RunOfBytes> => {
    const { input = '', cwd = folder, env } = surroundings
    if (!needsProcess(surroundings)) return runInProcess(args, { input, cwd, env: { ...plainEnvironment, ...env } })
    const { child, ended, bytes } = start(args, surroundings)
    // One that ends without reading its input closes it.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    return { run: await ended, bytes: await bytes }
  }
  const recline: CommandLine['recline'] = async (args, surroundings) => (await runOfBytes(args, surroundings)).run

  return {
    folder: () => folder,
    async files(contents) {
      for (const [name, content] of Object.entries(contents)) {
        await mkdir(dirname(join(folder, name)), { recursive: true })
        await writeFile(join(folder, name), content)
      }
    },
    read: name => readFile(join(folder, name), 'utf8'),
    async paths() {
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      return found
        .filter(entry => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
        .sort()
    },
    start,
    startInTerminal(args, surroundings = {}) {
      // Without `exec`, some shells stay between the two, and end in their own way on Ctrl-C.
      // A terminal that nobody sees has no columns, and dialogues would break each line behind a letter.
      const command = `stty cols 160 rows 50; exec ${[process.execPath, cli, ...args].map(word => `'${word}'`).join(' ')}`
      return spawned(['script', '-qefc', command, '/dev/null'], {
        ...surroundings,
        env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...surroundings.env },
      })
    },
    recline,
    bytes: async (args, surroundings) => (await runOfBytes(args, surroundings)).bytes,
    async expectRun(args, expected, input) {
      expectText(shown(await recline(args.split(' '), input === undefined ? {} : { input })), expected)
    },
  }
}

/** Whether a run needs a process of its own. With `RECLINE_SPAWN` in the environment, all runs get one. */
const needsProcess = ({ through, env, isProcess }: Surroundings): boolean =>
  isProcess ?? (process.env.RECLINE_SPAWN !== undefined || through !== undefined || env?.NODE_OPTIONS !== undefined)

/** For `through`: as a user who must keep to the permissions of files. */
export const asAnyone: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []

/** All that a run said, as `expectRun` compares it. */
export const shown = ({ stdout, stderr, code }: Run): string =>
  `${stdout}${stderr.replace(/^(?=.)/gm, '! ')}exit ${code}`

/** The environment without what changes how output looks. */
const plainEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(NO_COLOR|(FORCE|CLICOLOR)_?.*|CI|GIT_.*|GITHUB_.*|RECLINE_.*|LANG|LC_.*)$/.test(name),
  ),
)
