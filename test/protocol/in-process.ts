import { Readable, Writable } from 'node:stream'
import { commands } from '../../cli/all-commands.ts'
import { type Host, type OutputStream, withHost } from '../../cli/host/host.ts'
import { runProgram } from '../../cli/run-program.ts'
import { cli, type RunOfBytes } from './run.ts'

/** Where a run happens. */
interface Place {
  readonly input: string | Buffer
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** The run before, as the working folder belongs to the whole process. */
let before: Promise<unknown> = Promise.resolve()

/** Runs the command line in the process of the test, and returns what a process of its own would print. */
export function runInProcess(words: readonly string[], place: Place): Promise<RunOfBytes> {
  const run = before.then(() => runNow(words, place))
  before = run.catch(() => undefined)
  return run
}

async function runNow(words: readonly string[], { input, cwd, env }: Place): Promise<RunOfBytes> {
  const [stdout, stderr] = [new Collected(), new Collected()]
  const host: Host = {
    stdin: Readable.from(input.length > 0 ? [Buffer.from(input)] : []),
    stdout,
    stderr,
    env,
    argv: [process.execPath, cli],
  }
  const here = process.cwd()
  process.chdir(cwd)
  try {
    const code = await withHost(host, () => runProgram(commands, words))
    const bytes = stdout.bytes()
    return { run: { stdout: bytes.toString(), stderr: stderr.bytes().toString(), code }, bytes }
  } finally {
    process.chdir(here)
  }
}

/** A stream that keeps what is written to it. */
class Collected extends Writable implements OutputStream {
  private readonly parts: Buffer[] = []

  override _write(part: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.parts.push(part)
    done()
  }

  /** All that was written. */
  bytes(): Buffer {
    return Buffer.concat(this.parts)
  }
}
