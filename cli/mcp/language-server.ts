import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type InferOutput, safeParse } from 'valibot'
import {
  type CancellationToken,
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node'
import { forgivingArguments } from '../../shared/agents/forgiving.ts'
import { notice, type writeOutput } from '../../shared/agents/outputs.ts'
import { agentTools } from '../../shared/agents/tools.ts'
import type { RevisionFiles } from '../../shared/protocol/agents.ts'
import {
  type AgentCompletions,
  type AgentResources,
  agentCompletionRequest,
  agentResourceRequest,
  callToolRequest,
  failedCall,
  revisionRequest,
  type ToolAnswer,
} from '../../shared/protocol/agents.ts'
import { type ParamsOf, send } from '../../shared/protocol/request.ts'
import { reasonOf } from '../files/failure.ts'
import { host } from '../host/host.ts'
import { contentsOf } from '../repository/contents.ts'
import { openRevision } from '../repository/revision.ts'
import { ChangedFiles, type FileWatcher } from './changed-files.ts'
import { type RemovalQuestion, removalQuestion } from './removal.ts'
import { type UndoableFile, undoWritten, writeFiles } from './write-files.ts'

/** What the user says to a question: yes, no, or nothing yet. */
export type Consent = (question: RemovalQuestion) => boolean | undefined

/** What a call has written. */
interface WrittenCall {
  readonly files: readonly UndoableFile[]
  /** How many records each action changed. */
  readonly counts: Readonly<Record<string, number>>
}

const countsIn = ({ answer }: ToolAnswer): WrittenCall['counts'] =>
  (answer as Partial<InferOutput<typeof writeOutput>>).content?.counts ?? {}

/** The language server, in a process of its own. If it ends, the next call starts another one. */
export class LanguageServer {
  /** What it is doing that takes long, in a few words; undefined if it is nothing of this kind. */
  doing: string | undefined
  /** The real paths of the folders of the workspace. */
  private roots: readonly string[] = []
  private running: Promise<Running> | undefined
  private child: ChildProcess | undefined
  private lastWrite: Promise<unknown> = Promise.resolve()
  /** What calls have written, the last one last. */
  private written: WrittenCall[] = []

  /** Serves the records of folders. If these are others than before, nothing of the folders before can be undone. */
  serve(roots: readonly string[]): void {
    if (roots.join('\0') !== this.roots.join('\0')) {
      this.stop()
      this.written = []
      this.roots = roots
    }
    // The files are read before the first call, which waits less then. If that fails, the call says why.
    this.current().catch(() => undefined)
  }

  /**
   * Calls a tool with the files as they are now, and writes what it changes. Calls that may write follow each other, as
   * each has to see what the one before has written.
   *
   * @param consent whether the user wants a removal; as long as that is not known, the question is the result
   */
  call(
    name: string,
    given: unknown,
    token: CancellationToken,
    consent: Consent = () => true,
  ): Promise<ToolAnswer | RemovalQuestion> {
    if (!writingTools.has(name)) return this.callNow(name, given, token)
    const answer = this.lastWrite.then(() =>
      name === 'undo' ? this.undo(given) : this.callAndWrite(name, given, token, consent),
    )
    this.lastWrite = answer.catch(() => undefined)
    return answer
  }

  /** Calls a tool, and again on the new text if another program changes it before it is written. */
  private async callAndWrite(
    name: string,
    given: unknown,
    token: CancellationToken,
    consent: Consent,
  ): Promise<ToolAnswer | RemovalQuestion> {
    for (let calls = 1; ; calls++) {
      const answer = await this.callNow(name, given, token)
      if (answer.files.length === 0) return answer
      const question = removalQuestion(answer)
      const isWanted = question === undefined || consent(question)
      if (isWanted === undefined) return question!
      if (!isWanted) return failedCall('declined', 'The user does not want this removal. Nothing was written.')
      if (token.isCancellationRequested) return failedCall('not-written', 'The call was canceled. Nothing was written.')
      const result = await writeFiles(answer.files, this.roots)
      if (!('reason' in result)) {
        this.written.push({ files: result, counts: countsIn(answer) })
        if (this.written.length > mostKeptWrites) this.written.shift()
        return { ...answer, files: [] }
      }
      if (!result.isChanged || calls === mostCalls) return failedCall('not-written', result.reason)
    }
  }

  /** Takes the last changes back. */
  private async undo(given: unknown): Promise<ToolAnswer> {
    const read = safeParse(agentTools.undo.input, forgivingArguments(agentTools.undo.input, given))
    if (!read.success) return failedCall('wrong-argument', `${read.issues[0].message}. undo has the argument steps.`)
    const wanted = read.output.steps || 1
    const files = new Set<string>()
    const counts: Record<string, number> = {}
    for (let step = 0; step < wanted; step++) {
      const last = this.written.at(-1)
      const before = step === 0 ? '' : ` ${step} of ${wanted} changes ${step === 1 ? 'was' : 'were'} taken back.`
      if (!last)
        return failedCall(
          'nothing-written',
          `There is no ${step > 0 ? 'other ' : ''}change of this server to take back.${before}`,
        )
      const failure = await undoWritten(last.files).catch(
        (error: unknown) => `Nothing was written: ${reasonOf(error)}.`,
      )
      if (failure !== undefined) return failedCall('not-written', failure + before)
      this.written.pop()
      for (const { file } of last.files) files.add(file)
      for (const [action, count] of Object.entries(last.counts)) counts[action] = (counts[action] ?? 0) + count
    }
    return { isError: false, answer: { notice, content: { files: [...files], counts } }, files: [] }
  }

  private async callNow(name: string, given: unknown, token: CancellationToken): Promise<ToolAnswer> {
    const answer = await this.current()
      .then(({ connection }) => send(connection, callToolRequest, { name, arguments: given as object }, token))
      .catch(() => failedCall('no-answer', 'The language server has ended, so nothing was done; call again.'))
    if (!answer)
      return failedCall('no-answer', 'The language server could not answer; its log on standard error says why.')
    return answer
  }

  /** What an agent can read as a whole. */
  async resources(params: ParamsOf<typeof agentResourceRequest>): Promise<AgentResources> {
    const { connection } = await this.current()
    return (await send(connection, agentResourceRequest, params)) ?? { resources: [] }
  }

  /** What can be written at the end of a text that a user begins. */
  async completions(params: ParamsOf<typeof agentCompletionRequest>): Promise<AgentCompletions> {
    const { connection } = await this.current()
    return (await send(connection, agentCompletionRequest, params)) ?? { values: [], total: 0 }
  }

  stop(): void {
    this.child?.kill()
    this.child = undefined
    this.running = undefined
    this.doing = undefined
  }

  /** The server, after it was told what has changed on disk. */
  private async current(): Promise<Running> {
    this.running ??= this.start()
    const running = await this.running
    const changes = await running.files.changes()
    if (changes.length > 0) await running.connection.sendNotification('workspace/didChangeWatchedFiles', { changes })
    return running
  }

  private async start(): Promise<Running> {
    const child = fork(serverProgram(), ['--node-ipc'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child))
    const files = new ChangedFiles(this.roots)
    this.child = child
    child.once('exit', () => {
      connection.dispose()
      // One that was stopped for other folders ends when the next one runs already.
      if (this.child === child) this.stop()
    })
    connection.onUnhandledProgress(({ value }: { readonly value: WorkDone }) => {
      this.doing = value.kind === 'end' ? undefined : `Reading records: ${value.message ?? ''}`
    })
    connection.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
      for (const { id, registerOptions } of registrations)
        if (registerOptions?.watchers) files.watch(id, registerOptions.watchers)
      return null
    })
    connection.onRequest('client/unregisterCapability', ({ unregisterations }: Unregistrations) => {
      for (const { id } of unregisterations) files.unwatch(id)
      return null
    })
    connection.onRequest('window/workDoneProgress/create', () => null)
    connection.onRequest<RevisionFiles, void>(
      revisionRequest.method,
      ({ revision, folder }: ParamsOf<typeof revisionRequest>) => filesOfRevision(revision, folder),
    )
    connection.onNotification('window/logMessage', ({ type, message }: LogMessage) => {
      if (type <= errorType) host.stderr.write(`recline: ${message}\n`)
    })
    connection.listen()
    // A file that changes while the server starts is read again.
    await files.changes()
    await connection.sendRequest('initialize', {
      processId: process.pid,
      clientInfo: { name: 'recline mcp' },
      rootUri: null,
      workspaceFolders: this.roots.map(root => ({ uri: pathToFileURL(root).href, name: root })),
      capabilities: {
        workspace: {
          workspaceFolders: true,
          didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
        },
        // Nobody shows problems, so none need to be sent.
        textDocument: { diagnostic: {} },
        window: { workDoneProgress: true },
      },
    })
    await connection.sendNotification('initialized', {})
    return { child, connection, files }
  }
}

const writingTools: ReadonlySet<string> = new Set(
  Object.entries(agentTools).flatMap(([name, { writes }]) => (writes ? name : [])),
)

/** How many changes can be taken back. What they replaced is in memory. */
const mostKeptWrites = 20

/** How often a call is made that other programs disturb. Each time, one of them has written. */
const mostCalls = 20

/** The program beside this one that has the server; in the extension for VS Code it has another name. */
function serverProgram(): string {
  const own = join(__dirname, 'server.js')
  return existsSync(own) ? own : join(__dirname, 'program.js')
}

interface Running {
  readonly child: ChildProcess
  readonly connection: MessageConnection
  readonly files: ChangedFiles
}

interface RegistrationParams {
  readonly registrations: readonly {
    readonly id: string
    readonly registerOptions?: { readonly watchers?: readonly FileWatcher[] }
  }[]
}

interface Unregistrations {
  readonly unregisterations: readonly { readonly id: string }[]
}

interface LogMessage {
  readonly type: number
  readonly message: string
}

/** What the protocol says of work that goes on. */
interface WorkDone {
  readonly kind: 'begin' | 'report' | 'end'
  readonly message?: string
}

/** The type of messages about errors in the protocol. */
const errorType = 1

/** The files with records below a folder as a git revision has them. */
async function filesOfRevision(name: string, folderUri: string): Promise<RevisionFiles> {
  const folder = fileURLToPath(folderUri)
  const revision = await openRevision(name, 'exact', [folder])
  if ('failure' in revision) return { failure: revision.failure }
  const below = relative(revision.top, folder).replaceAll(sep, '/')
  const wanted = revision.files.filter(
    ({ path, isLink }) => !isLink && /\.rec$/i.test(path) && (below === '' || path.startsWith(`${below}/`)),
  )
  const contents = await contentsOf(wanted, revision.folder)
  if ('failure' in contents) return { failure: contents.failure }
  return {
    texts: wanted.map(({ path }, index) => [
      pathToFileURL(join(revision.top, path)).href,
      new TextDecoder().decode(contents[index]),
    ]),
  }
}
