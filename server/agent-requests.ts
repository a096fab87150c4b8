import { type CancellationToken, type Connection, ResponseError } from 'vscode-languageserver'
import type { RevisionFiles } from '../shared/protocol/agents.ts'
import {
  agentCompletionRequest,
  agentResourceRequest,
  callToolRequest,
  revisionRequest,
} from '../shared/protocol/agents.ts'
import { send } from '../shared/protocol/request.ts'
import { callTool } from './agents/call-tool.ts'
import { completionsFor } from './agents/completions.ts'
import type { AgentContext } from './agents/context.ts'
import { FindCache } from './agents/find.ts'
import { resourcesFor } from './agents/resources.ts'
import type { RequestHandlers } from './request-handlers.ts'
import type { Session } from './session/session.ts'
import type { LoadedFiles } from './tables/loaded-files.ts'

/** Answers the requests of clients that offer the tools for agents. */
export function answerAgentRequests(
  requests: RequestHandlers,
  connection: Connection,
  session: Session,
  loaded: LoadedFiles,
): void {
  const finds = new FindCache()
  requests.on(callToolRequest, async ({ name, arguments: given }, token) =>
    (await session.whenIndexed(token))
      ? callTool(agentContext(connection, session, loaded, token), name, given, finds)
      : null,
  )
  requests.on(agentResourceRequest, async (params, token) =>
    (await session.whenIndexed(token)) ? resourcesFor(agentContext(connection, session, loaded, token), params) : null,
  )
  requests.on(agentCompletionRequest, async (params, token) =>
    (await session.whenIndexed(token))
      ? completionsFor(agentContext(connection, session, loaded, token), params)
      : null,
  )
}

/** What the tools for agents answer from, as a session has it now. */
function agentContext(
  connection: Connection,
  session: Session,
  loaded: LoadedFiles,
  token: CancellationToken,
): AgentContext {
  const { files } = session
  const [folder] = session.settings.folders
  return {
    registry: files.registry,
    index: files.index,
    inForce: files.rulesIn(folder),
    loaded,
    folders: session.settings.folders,
    token,
    now: Date.now(),
    read: uri => loaded.read(uri),
    lookAtFiles: snapshot => session.lookAtFiles(snapshot),
    hasFile: uri => files.hasFile(uri),
    isOpen: uri => files.isOpen(uri),
    draft: (...draft) => files.draft(...draft),
    edited: (...edited) => files.edited(...edited),
    tryOut: files.tryOut,
    filesOfRevision: async (revision, folder) =>
      (await askFilesOfRevision(connection, revision, folder)) ?? { failure: withoutGit },
  }
}

const withoutGit = 'This client does not read git revisions; use the tools of "recline mcp".'

/** Asks the client; undefined if it does not answer such requests. */
async function askFilesOfRevision(
  connection: Connection,
  revision: string,
  folder: string,
): Promise<RevisionFiles | null | undefined> {
  try {
    return await send(connection, revisionRequest, { revision, folder })
  } catch (error) {
    if (error instanceof ResponseError) return undefined
    throw error
  }
}
