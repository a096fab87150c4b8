/// <reference lib="webworker" />
import type { ChildProcess } from 'node:child_process'
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient'

/** Starts a server: a Node process, or a web worker. */
export type StartServer = () => ChildProcess | Worker

/**
 * Makes the client for the host that the extension runs in: Node or a web worker. The client starts the server, and
 * restarts it after a crash.
 */
export type CreateClient = (startServer: StartServer, options: LanguageClientOptions) => BaseLanguageClient
