import {
  type ContentTypeEncoder,
  createServerPipeTransport,
  createServerSocketTransport,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageReader,
  type MessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import { messageBytes } from './message-bytes.ts'
import type { Transport } from './transport.ts'

/**
 * The transport that the arguments of the process choose, as language clients write them: `--stdio`, `--node-ipc`,
 * `--socket=PORT` or `--pipe=NAME`. Without any of them it is standard input and output.
 *
 * @param fail is called with an error if the client sends something that is no message
 */
export function nodeTransport(args: readonly string[], fail: (error: Error) => void): Transport {
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
  return [new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout, { contentTypeEncoder })]
}

const contentTypeEncoder: ContentTypeEncoder = {
  name: 'application/json',
  encode: async message => messageBytes(message),
}

/** Whether a text can be the start of the header of a message, the first line of which ends in CR LF. */
const isHeaderStart = (text: string): boolean =>
  'content-'.startsWith(text.toLowerCase()) || /^content-[\w-]*(:[^\n]*?(\r\n|$)|$)/i.test(text)

/** The value of an option, written as `--name=value` or `--name value`. */
function optionOf(option: string, args: readonly string[]): string | undefined {
  const index = args.indexOf(option)
  return index < 0 ? args.find(arg => arg.startsWith(`${option}=`))?.slice(option.length + 1) : args[index + 1]
}
