import { type BaseIssue, getDotPath, type InferOutput, safeParse } from 'valibot'
import { type ArgumentSchema, forgivingArguments } from '../../shared/agents/forgiving.ts'
import { estimatedTokens, mostTokens } from '../../shared/agents/tokens.ts'
import { agentTools, isToolName, type ToolName } from '../../shared/agents/tools.ts'
import { visibleJson } from '../../shared/agents/visible-json.ts'
import type { CheckedFile } from '../../shared/check/check.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import type { ToolAnswer, ToolError } from '../../shared/protocol/agents.ts'
import { CallRefused, refuse } from './answer.ts'
import { checkFor } from './check.ts'
import { compareFor } from './compare.ts'
import type { AgentContext } from './context.ts'
import { convertFor } from './convert.ts'
import { describeFor } from './describe.ts'
import { dueFor } from './due.ts'
import { type FindCache, findFor } from './find.ts'
import { getFor } from './get.ts'
import { loadSensitive, scrubbed } from './withheld.ts'
import { writeFor } from './write.ts'

type InputOf<Name extends AnsweredTool> = InferOutput<(typeof agentTools)[Name]['input']>

/** The tools that are answered here; the client that wrote the files takes its changes back itself. */
type AnsweredTool = Exclude<ToolName, 'undo'>

type Calls = {
  readonly [Name in AnsweredTool]: (
    context: AgentContext,
    given: InputOf<Name>,
    cache: FindCache,
  ) => ToolAnswer | Promise<ToolAnswer>
}

const calls: Calls = {
  describe: describeFor,
  find: (context, given, cache) => (given.due === undefined ? findFor(context, given, cache) : dueFor(context, given)),
  get: getFor,
  check: checkFor,
  write: writeFor,
  compare: compareFor,
  convert: convertFor,
}

/** Calls a tool. Name and arguments come from a model and can be anything; what is wrong with them is the answer. */
export async function callTool(
  context: AgentContext,
  name: string,
  given: unknown,
  cache: FindCache,
): Promise<ToolAnswer> {
  const read = new Set<CheckedFile>()
  const noting = notingReads(context, read)
  const shown = ({ answer, ...rest }: ToolAnswer): ToolAnswer => ({
    ...rest,
    answer: scrubbed(answer, [...context.loaded.checked(), ...read]),
  })
  await loadSensitive(context)
  try {
    if (!isToolName(name)) refuse({ code: 'unknown-tool', message: 'There is no such tool.', allowed: toolNames })
    if (name === 'undo')
      refuse({
        code: 'unknown-tool',
        message: 'Changes are taken back where they were made; ask the user to undo them.',
      })
    return fitted(shown(await call(name, noting, given, cache)))
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    return fitted(shown({ isError: true, answer: { error: error.error }, files: [] }))
  }
}

/** A context that notes the files that are read. */
const notingReads = (context: AgentContext, read: Set<CheckedFile>): AgentContext => ({
  ...context,
  read: async uri => {
    const snapshot = await context.read(uri)
    if (snapshot) read.add(snapshot.file)
    return snapshot
  },
})

const toolNames = Object.keys(agentTools)

function call<Name extends AnsweredTool>(
  name: Name,
  context: AgentContext,
  given: unknown,
  cache: FindCache,
): ToolAnswer | Promise<ToolAnswer> {
  const { input } = agentTools[name]
  const read = safeParse(input, forgivingArguments(input as ArgumentSchema, given))
  if (!read.success) {
    // A name that is unknown is often why another one is missing.
    const issue = read.issues.find(({ expected }) => expected === 'never') ?? read.issues[0]
    refuse(argumentError(issue, input as ArgumentSchema, given))
  }
  return calls[name](context, read.output as InputOf<Name>, cache)
}

/** What is wrong with the arguments of a call, with the names that are allowed there. */
function argumentError(issue: BaseIssue<unknown>, schema: ArgumentSchema, given: unknown): ToolError {
  const at = getDotPath(issue) ?? ''
  if (issue.expected === 'never') {
    const key = String(issue.path?.at(-1)?.key ?? '')
    const known = namesAt(schema, issue.path?.slice(0, -1) ?? [])
    const message = `There is no argument ${JSON.stringify(shorten(key))} here${rightPlace(schema, key, at !== key)}.`
    return { code: 'unknown-argument', message, at, nearest: nearest(key, known), allowed: known }
  }
  if (issue.kind === 'schema' && issue.type === 'strict_object' && issue.received === 'undefined')
    return { code: 'missing-argument', message: `The argument ${issue.expected} is missing.`, at }
  const text = typeof given === 'string' ? ' Pass an object with the arguments, not a text.' : ''
  return { code: 'wrong-argument', message: `${issue.message.slice(0, 200)}.${text}`, at }
}

/** Where an argument belongs that stands in another object than its own: beside `changes`, or in one of them. */
function rightPlace({ entries = {} }: ArgumentSchema, key: string, isInList: boolean): string {
  if (isInList) return Object.hasOwn(entries, key) ? '; it stands beside the list, not in it' : ''
  const list = Object.entries(entries).find(([, { item }]) => item?.entries && Object.hasOwn(item.entries, key))
  return list ? `; it belongs into the objects of ${list[0]}` : ''
}

/** The names that the object at a path of the arguments can have. */
function namesAt(schema: ArgumentSchema, path: readonly { readonly key: unknown }[]): string[] {
  let part: ArgumentSchema | undefined = schema
  for (const { key } of path) {
    const at: ArgumentSchema | undefined = part?.entries?.[String(key)] ?? part?.item
    part = at?.wrapped ?? at
  }
  return Object.keys(part?.entries ?? {})
}

/** An answer that is not longer than answers may be. */
function fitted(answer: ToolAnswer): ToolAnswer {
  if (estimatedTokens(visibleJson(answer.answer)) <= mostTokens) return answer
  const error: ToolError = {
    code: 'too-long',
    message: 'The answer would be too long; ask for less: fewer ids, fields or changes, or a smaller limit.',
  }
  return { isError: true, answer: { error }, files: [] }
}
