import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { type ArgumentSchema, forgivingArguments } from '../../shared/agents/forgiving.ts'
import { agentTools, type ToolName } from '../../shared/agents/tools.ts'
import { visibleJson } from '../../shared/agents/visible-json.ts'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import { callToolRequest, type FileToWrite, failedCall, type ToolAnswer } from '../../shared/protocol/agents.ts'
import { send } from '../../shared/protocol/request.ts'
import { applyFileChanges, openedChange } from '../editor/apply-edits.ts'

/** The tools that the extension gives to language models itself, so that they see and change what is not saved yet. */
export const modelTools = ['describe', 'find', 'write'] as const satisfies readonly ToolName[]

/** The setting that gives tools to agents. */
export const agentSetting = 'agents.enabled'

export const areAgentsEnabled = (): boolean =>
  vscode.workspace.getConfiguration('recline').get<boolean>(agentSetting) ?? true

/** Registers the tools for language models. */
export const createModelTools = (client: BaseLanguageClient): vscode.Disposable[] =>
  modelTools.map(name => vscode.lm.registerTool<object>(`recline_${name}`, new ModelTool(client, name)))

/** The most characters of a diff in a question. */
const longestDiff = 4000

class ModelTool implements vscode.LanguageModelTool<object> {
  private static lastWrite: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly client: BaseLanguageClient,
    private readonly name: (typeof modelTools)[number],
  ) {}

  /** Says what the call is about to do. For a call that writes, asks the user with the changes that it makes. */
  async prepareInvocation(
    { input: given }: vscode.LanguageModelToolInvocationPrepareOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation> {
    const input = this.argumentsOf(given)
    const { title } = agentTools[this.name]
    if (!isApplied(this.name, input) || !mayWrite()) return { invocationMessage: `Recline: ${title}` }
    const { isError, answer } = await this.ask({ ...input, apply: false }, token)
    // A call with a mistake changes nothing, and its answer says what is wrong.
    if (isError) return { invocationMessage: `Recline: ${title}` }
    const { counts, records, diff = '' } = (answer as { readonly content: WriteContent }).content
    return {
      invocationMessage: `Recline: ${title}`,
      confirmationMessages: { title: `${callSummary(counts)}?`, message: questionFor(records, diff) },
    }
  }

  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const answer = await this.answer(this.argumentsOf(input), token)
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(visibleJson(answer.answer))])
  }

  /** The arguments as the server reads them, so that a call asks the user exactly if it writes. */
  private argumentsOf(given: object): object {
    const form = forgivingArguments(agentTools[this.name].input as ArgumentSchema, given)
    return typeof form === 'object' && form !== null ? form : {}
  }

  /** Calls that write follow each other, as each has to see what the one before has written. */
  private answer(input: object, token: vscode.CancellationToken): Promise<ToolAnswer> {
    if (!isApplied(this.name, input)) return this.answerNow(input, token)
    const answer = ModelTool.lastWrite.then(() => this.answerNow(input, token))
    ModelTool.lastWrite = answer.catch(() => undefined)
    return answer
  }

  private async answerNow(input: object, token: vscode.CancellationToken): Promise<ToolAnswer> {
    if (!areAgentsEnabled()) return failedCall('switched-off', `The user has switched recline.${agentSetting} off.`)
    if (isApplied(this.name, input) && !mayWrite())
      return failedCall('not-written', 'The user does not trust this workspace, so records can only be read.')
    const answer = await this.ask(input, token)
    if (answer.files.length === 0) return answer
    const failure = await applyToolEdits(this.client, answer.files)
    return failure === undefined ? answer : failedCall('not-written', failure)
  }

  private async ask(input: object, token: vscode.CancellationToken): Promise<ToolAnswer> {
    const answer = await send(this.client, callToolRequest, { name: this.name, arguments: input }, token)
    return answer ?? failedCall('no-answer', 'The language server could not answer; its output says why.')
  }
}

/**
 * Applies the edits of a tool as one step of undo; new files are made with their text.
 *
 * @returns why nothing was written; undefined if it was
 */
async function applyToolEdits(client: BaseLanguageClient, files: readonly FileToWrite[]): Promise<string | undefined> {
  const known = files.filter(file => file.fingerprint !== null)
  const changes = await Promise.all(known.map(file => openedChange(client, file)))
  const stale = changes.find(({ document }, index) => fingerprint(document.getText()) !== known[index]!.fingerprint)
  if (stale) return `${vscode.workspace.asRelativePath(stale.document.uri)} has changed in the meantime; call again.`
  const creation = new vscode.WorkspaceEdit()
  const created = files.filter(file => file.fingerprint === null)
  for (const { uri, edits } of created) {
    const contents = new TextEncoder().encode(edits.map(({ newText }) => newText).join(''))
    creation.createFile(client.protocol2CodeConverter.asUri(uri), { contents })
  }
  if (created.length > 0 && !(await vscode.workspace.applyEdit(creation)))
    return 'VS Code did not make the new file; it may exist by now, so call again.'
  if (changes.length === 0) return undefined
  const applied = await applyFileChanges(changes)
  return 'refusal' in applied ? applied.refusal : undefined
}

/** Without trust in the workspace, agents only read. */
const mayWrite = (): boolean => areAgentsEnabled() && vscode.workspace.isTrusted

interface WriteContent {
  readonly counts: Readonly<Record<string, number>>
  readonly records: readonly { readonly place: string }[]
  readonly diff?: string
}

const isApplied = (name: ToolName, input: object): boolean =>
  agentTools[name].writes && 'apply' in input && input.apply === true

/** What each action does to what. */
const verbs = {
  add: ['add', 'record'],
  set: ['change', 'record'],
  remove: ['delete', 'record'],
  rename: ['rename', 'record'],
  reference: ['change', 'reference'],
  move: ['move', 'record'],
  fix: ['fix', 'problem'],
} as const

/** What a call does, such as `Add 2 records and change 1 record`. */
function callSummary(counts: WriteContent['counts']): string {
  const parts = Object.entries(verbs).flatMap(([action, [verb, noun]]) => {
    const count = counts[action] ?? 0
    return count === 0 ? [] : `${verb} ${count} ${noun}${count === 1 ? '' : 's'}`
  })
  const text = parts.join(' and ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The changes as a block of code, which nothing in a record can leave. */
function questionFor(records: WriteContent['records'], diff: string): vscode.MarkdownString {
  const paths = [...new Set(records.map(({ place }) => place.replace(/:\d+$/, '')))]
  const question = new vscode.MarkdownString()
  question.appendText(
    `In ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more files` : ''}:`,
  )
  const isLong = diff.length > longestDiff
  question.appendCodeblock(isLong ? `${diff.slice(0, longestDiff)}…` : diff, 'diff')
  return question
}
