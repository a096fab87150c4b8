import { afterEach, expect } from 'vitest'
import { estimatedTokens, mostTokens } from '../shared/agents/tokens.ts'
import { visibleJson } from '../shared/agents/visible-json.ts'
import { fingerprint } from '../shared/basics/fingerprint.ts'
import {
  callToolRequest,
  type RevisionFiles,
  revisionRequest,
  type ToolAnswer,
  type ToolError,
} from '../shared/protocol/agents.ts'
import { send } from '../shared/protocol/request.ts'
import { changedText } from '../shared/syntax/text-change.ts'
import { offsetAt, parse } from '../shared/syntax/tree.ts'
import { inFolder, type SessionClient, startSession } from './session-client.ts'

/** The tools for agents over files in memory. */
export interface ToolSession {
  /** The texts of the files, by their names. */
  files(): Map<string, string>
  /** The client of the server, after the first call. */
  client(): SessionClient
  open(given: Readonly<Record<string, string>>): Promise<void>
  /** Gives a file another text, which the next call sees. */
  change(name: string, text: string): void
  call(name: string, given: object | string): Promise<ToolAnswer>
  /** The content of an answer that is no error. */
  content<Content = Record<string, unknown>>(name: string, given: object | string): Promise<Content>
  error(name: string, given: object | string): Promise<ToolError>
  /** Makes the changes of a call of `write`, and returns the content of its answer. */
  write<Content = Record<string, unknown>>(...changes: readonly object[]): Promise<Content>
  /** Makes the changes that an answer asks for, in the files in memory. */
  apply(answer: ToolAnswer): void
}

export const controls = `@CONTROL rid=CTL-1 | title="Access" | owner="CISO"
@CONTROL rid=CTL-2 | title="Logs" | owner="CTO"
`
export const findings = `# from the audit
@FINDING rid=FND-01 | control_ref="CTL-1" | severity="high" | status="open" | remediation_due:ts=2099-03-31
@FINDING rid=FND-02 | control_ref="CTL-2" | severity="low" | status="open"
`

/** Starts a server for each test of a file at its first call, by default with two controls and two findings. */
export function toolSession(): ToolSession {
  let client: SessionClient | undefined
  let files = new Map<string, string>()
  afterEach(async () => {
    await client?.stop()
    client = undefined
  })
  const session: ToolSession = {
    files: () => files,
    client: () => client!,
    async open(given) {
      files = new Map(Object.entries(given))
      client = await startSession(files)
      client.connection.onRequest<RevisionFiles, void>(
        revisionRequest.method,
        ({ revision }: { revision: string }): RevisionFiles =>
          revision === 'HEAD'
            ? { texts: [[inFolder('f.compliance.rec'), findings.replace('low', 'medium')]] }
            : { failure: `There is no commit ${revision}.` },
      )
    },
    change(name, text) {
      const type = files.has(name) ? 2 : 1
      files.set(name, text)
      client!.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: inFolder(name), type }] })
    },
    async call(name, given) {
      if (!client) await session.open({ 'c.compliance.rec': controls, 'f.compliance.rec': findings })
      return (await send(client!.connection, callToolRequest, { name, arguments: given as object }))!
    },
    async content<Content>(name: string, given: object | string) {
      const { isError, answer } = await session.call(name, given)
      expect(isError, JSON.stringify(answer)).toBe(false)
      expect(estimatedTokens(visibleJson(answer))).toBeLessThanOrEqual(mostTokens)
      return (answer as { content: Content }).content
    },
    async error(name, given) {
      const { isError, answer, files: written } = await session.call(name, given)
      expect(isError, JSON.stringify(answer)).toBe(true)
      expect(written).toEqual([])
      return (answer as { error: ToolError }).error
    },
    async write<Content>(...changes: readonly object[]) {
      const answer = await session.call('write', { changes, apply: true })
      expect(answer.isError, JSON.stringify(answer.answer)).toBe(false)
      session.apply(answer)
      return (answer.answer as { content: Content }).content
    },
    apply({ files: written }) {
      for (const { uri, fingerprint: expected, edits } of written) {
        const name = decodeURIComponent(uri.slice(inFolder('').length))
        const text = files.get(name)
        expect(expected).toBe(text === undefined ? null : fingerprint(text))
        const tree = parse(text ?? '')
        const changes = edits.map(({ range, newText }) => ({
          start: offsetAt(tree, range.start),
          end: offsetAt(tree, range.end),
          text: newText,
        }))
        session.change(name, changedText(text ?? '', changes))
      }
    },
  }
  return session
}
