import { ErrorCodes, Message, type RequestMessage, type ResponseMessage } from 'vscode-languageserver'

/**
 * The lifecycle of a server in the Language Server Protocol: first `initialize`, once, and at the end `shutdown` and
 * `exit`. Between them it accepts everything.
 */
export class Lifecycle {
  private state: 'started' | 'initialized' | 'shut down' = 'started'

  get isShutDown(): boolean {
    return this.state === 'shut down'
  }

  /**
   * Decides about a message from the client, and takes the step of the lifecycle that it asks for.
   *
   * @returns whether to accept the message or ignore it, or the response that refuses it
   */
  receive(message: Message): 'accept' | 'ignore' | ResponseMessage {
    if (Message.isNotification(message))
      return message.method === 'exit' || this.state === 'initialized' ? 'accept' : 'ignore'
    return Message.isRequest(message) ? this.request(message) : 'accept'
  }

  private request(request: RequestMessage): 'accept' | ResponseMessage {
    const { method } = request
    const { state } = this
    if (state === 'shut down')
      return refusal(request, ErrorCodes.InvalidRequest, `The server is shut down, so it does not answer ${method}.`)
    if (method === 'initialize') {
      if (state === 'initialized')
        return refusal(request, ErrorCodes.InvalidRequest, 'The server is initialized; send "initialize" only once.')
      this.state = 'initialized'
      return 'accept'
    }
    if (state === 'started')
      return refusal(request, ErrorCodes.ServerNotInitialized, `Send "initialize" before ${method}.`)
    if (method === 'shutdown') this.state = 'shut down'
    return 'accept'
  }
}

const refusal = ({ jsonrpc, id }: RequestMessage, code: number, message: string): ResponseMessage => ({
  jsonrpc,
  id,
  error: { code, message },
})
