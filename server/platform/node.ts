import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { getHeapStatistics } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import {
  type Connection,
  type ContentTypeDecoder,
  type ContentTypeEncoder,
  createConnection,
  createServerPipeTransport,
  createServerSocketTransport,
  IPCMessageReader,
  IPCMessageWriter,
  type Message,
  type MessageReader,
  type MessageWriter,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import { URI } from 'vscode-uri'
import { version } from '../../package.json'
import { clientFileSystem, fileSystemByScheme, readerByScheme } from './client-file-system.ts'
import type { FileReader, ReaderOptions } from './file-reader.ts'
import type { FileSystem } from './file-system.ts'
import { Lifecycle } from './lifecycle.ts'
import { messageBytes } from './message-bytes.ts'
import { nodeFileSystem } from './node-file-system.ts'
import { readerOnThreads, readForOtherThread, threadsFor } from './node-reader.ts'
import type { Connect, Platform } from './platform.ts'
import { type Transport, unreadableMessage, withBorder } from './transport.ts'
import type { RealFolder } from './uri-spellings.ts'

/**
 * The server as a Node process, with the transport that its arguments choose. On a thread of that process, the same
 * program only reads files.
 */
export const connect: Connect = readerHere => {
  if (!isMainThread) return void readForOtherThread(readerHere)
  return connectTo(nodeTransport(process.argv.slice(2), endWith), {
    folder: join(__dirname, '..'),
    end: code => process.exit(code),
    startReader: (options, files, others) =>
      readerByScheme(readerOnThreads(__filename, options, threadsFor(files)), readerHere(others, options)),
  })
}

/** What a server on Node needs besides its client. */
export interface NodeSurroundings {
  /** The folder of the package, which has the documentation. */
  readonly folder: string
  /** Is called with the exit code of the protocol when the client is gone, or has told the server to exit. */
  readonly end: (code: number) => void
  /**
   * Starts a reader of files that are not open.
   *
   * @param others the files that this machine does not have, which the client reads
   */
  readonly startReader: (options: ReaderOptions, files: number, others: FileSystem) => FileReader
}

/** Connects a server on Node to the client behind a transport. */
export function connectTo(
  transport: Transport,
  { folder, end, startReader }: NodeSurroundings,
): readonly [Connection, Platform] {
  const codesPage = join(folder, 'docs', 'codes.md')
  const lifecycle = new Lifecycle()
  const endAsAsked = (): void => end(lifecycle.isShutDown ? 0 : 1)
  // The client is gone. That is an error unless it shut the server down before.
  transport.reader.onClose(endAsAsked)
  const { reader, writer } = withBorder(transport, lifecycle, endAsAsked, realFolder)
  const connection = createConnection(ProposedFeatures.all, reader, writer)
  const others = clientFileSystem(connection)
  return [
    connection,
    {
      version,
      codesPage: existsSync(codesPage) ? pathToFileURL(codesPage).href : undefined,
      heapLimit: getHeapStatistics().heap_size_limit,
      fileSystem: fileSystemByScheme(nodeFileSystem, others),
      startReader: (options, files) => startReader(options, files, others),
    },
  ]
}

/** The real place of a folder on this machine. */
const realFolder: RealFolder = uri => {
  try {
    const { scheme, fsPath } = URI.parse(uri)
    return scheme === 'file' ? URI.file(realpathSync.native(fsPath)).toString() : uri
  } catch {
    return uri
  }
}

/** Ends the process after a broken message, as the start of the next one cannot be found. */
function endWith({ message }: Error): void {
  process.stderr.write(
    `recline: The language server ends, as it cannot read what the client sends: ${message.split('\n')[0]}\n`,
  )
  process.exit(1)
}

/**
 * The transport that the arguments of the process choose, as language clients write them: `--stdio`, `--node-ipc`,
 * `--socket=PORT` or `--pipe=NAME`. Without any of them it is standard input and output.
 *
 * @param fail is called with an error if the client sends something that is no message
 */
function nodeTransport(args: readonly string[], fail: (error: Error) => void): Transport {
  const [reader, writer] = chosenBy(args, fail)
  reader.onError(fail)
  return { reader, writer }
}

type Streams = [MessageReader, MessageWriter]

function chosenBy(args: readonly string[], fail: (error: Error) => void): Streams {
  if (args.includes('--node-ipc')) return [new IPCMessageReader(process), new IPCMessageWriter(process)]
  const port = optionOf('--socket', args)
  if (port !== undefined) return createServerSocketTransport(Number(port))
  const pipe = optionOf('--pipe', args)
  return pipe === undefined ? standardStreams(fail) : createServerPipeTransport(pipe)
}

function standardStreams(fail: (error: Error) => void): Streams {
  // Only messages may go to standard output.
  console.log = console.info = console.debug = console.error
  // The reader waits for the end of a header for ever, also if the input never has one.
  process.stdin.once('data', (start: Buffer) => {
    const text = start.toString('latin1')
    if (isHeaderStart(text)) return
    const shown = JSON.stringify(text.slice(0, 20))
    fail(new Error(`It starts with ${shown}, not with a line "Content-Length: …" that ends in CR LF.`))
  })
  const { reader, writer } = streamTransport(process.stdin, process.stdout)
  return [reader, writer]
}

/** The transport over two streams, on which messages follow each other as the protocol says. */
export const streamTransport = (input: Readable, output: Writable): Transport => ({
  reader: new StreamMessageReader(input, { contentTypeDecoder }),
  writer: new StreamMessageWriter(output, { contentTypeEncoder }),
})

const contentTypeEncoder: ContentTypeEncoder = {
  name: 'application/json',
  encode: async message => messageBytes(message),
}

/** Reads bodies. The header says where the next message starts, so one that is not JSON is only refused. */
const contentTypeDecoder: ContentTypeDecoder = {
  name: 'application/json',
  decode: async bytes => {
    try {
      return JSON.parse(new TextDecoder().decode(bytes)) as Message
    } catch (error) {
      return unreadableMessage((error as Error).message)
    }
  },
}

/** Whether a text can be the start of the header of a message. Its first line ends in CR LF. */
const isHeaderStart = (text: string): boolean =>
  'content-'.startsWith(text.toLowerCase()) || /^content-[\w-]*(:[^\n]*?(\r\n|$)|$)/i.test(text)

/** The value of an option, written as `--name=value` or `--name value`. */
function optionOf(option: string, args: readonly string[]): string | undefined {
  const index = args.indexOf(option)
  return index < 0 ? args.find(arg => arg.startsWith(`${option}=`))?.slice(option.length + 1) : args[index + 1]
}
