import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inspector, python } from '../../scripts/agent-clients.mjs'
import { agentTools } from '../../shared/agents/tools.ts'
import { doTasks, taskFiles } from '../protocol/agent-tasks.ts'
import { commandLine } from '../protocol/command-line.ts'
import { gitIn } from '../protocol/git.ts'
import { cli } from '../protocol/run.ts'

const { files, folder, read, recline } = commandLine()

beforeEach(async () => {
  await files({ ...taskFiles, '.gitignore': '' })
  const { git, commit } = gitIn(folder)
  await git('init', '-q')
  await commit(taskFiles)
})

/** An answer of the client for Python, as the protocol has it. */
interface Answer {
  readonly result: Readonly<Record<string, unknown>>
  /** What the client was asked before it answered. */
  readonly asked: readonly string[]
}

let stop = async (): Promise<void> => undefined

afterEach(() => stop())

/** Starts the client for Python with our server, and returns what calls one of its methods. */
function startPython(mode: string): (method: string, given?: object) => Promise<Answer> {
  const args = [new URL('client.py', import.meta.url).pathname, mode, folder(), process.execPath, cli, 'mcp']
  const child = spawn(python, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise(resolve => child.once('close', resolve))
  stop = async () => {
    child.stdin.end()
    await ended
  }
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return async (method, given = {}) => {
    child.stdin.write(`${JSON.stringify({ method, arguments: given })}\n`)
    const { value } = await lines.next()
    const answer = JSON.parse(String(value)) as Answer & { readonly error?: string }
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer
  }
}

test.each(['legacy', 'auto'])('the client for Python does the fifteen tasks: %s', async mode => {
  const ask = startPython(mode)
  const { result } = await ask('list_tools')
  expect((result.tools as { name: string }[]).map(({ name }) => name)).toEqual(Object.keys(agentTools))
  const questions: string[] = []
  const { undone, calls, characters } = await doTasks(async (name, given) => {
    const { result, asked } = await ask('call_tool', { name, arguments: given })
    questions.push(...asked)
    const [{ text }] = result.content as [{ readonly text: string }]
    return text
  }, read)
  expect(undone).toEqual([])
  expect(calls).toBeLessThanOrEqual(40)
  expect(characters).toBeLessThanOrEqual(60_000)
  expect(questions).toEqual([
    'Remove 1 record: CONTROL CTL-100?',
    expect.stringMatching(/^Remove \d+ records: FINDING .*, and \d+ more\?$/),
  ])
  expect((await recline(['check', '.'])).code).toBe(0)
})

test.each(['legacy', 'auto'])('the client for Python reads resources, prompts and completions: %s', async mode => {
  const ask = startPython(mode)
  const { result: gotten } = await ask('read_resource', { uri: 'recline://record/CTL-1' })
  expect(gotten.contents).toMatchObject([{ text: '@CONTROL rid=CTL-1 | title="Access reviews" | owner="CISO"\n' }])
  expect((await ask('list_resources')).result.resources).not.toEqual([])
  expect((await ask('list_resource_templates')).result.resourceTemplates).toHaveLength(4)
  expect((await ask('list_prompts')).result.prompts).toHaveLength(3)
  const ref = { type: 'ref/prompt', name: 'repair_file' }
  const { result: completed } = await ask('complete', { ref, argument: { name: 'path', value: 'bro' } })
  expect(completed.completion).toMatchObject({ values: ['broken.compliance.rec'] })
})

/** What the inspector prints. */
async function inspected(method: string, ...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const command = [inspector, '--cli', process.execPath, cli, 'mcp', folder(), '--method', method, ...args]
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: folder() })
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>
}

test('the inspector lists all, and finds and writes a record', async () => {
  const { tools } = (await inspected('tools/list')) as { tools: { name: string }[] }
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(agentTools))
  expect((await inspected('prompts/list')).prompts).toHaveLength(3)
  expect((await inspected('resources/templates/list')).resourceTemplates).toHaveLength(4)
  const call = (name: string, ...args: readonly string[]): ReturnType<typeof inspected> =>
    inspected('tools/call', '--tool-name', name, ...args.flatMap(arg => ['--tool-arg', arg]))
  expect(await call('find', 'tag=CONTROL', 'where=owner == "CISO"', 'limit=0', 'cursor=null')).toMatchObject({
    structuredContent: { content: { found: 1 } },
  })
  const changes = [{ action: 'set', id: 'CTL-1', values: { owner: 'COO' }, expected: { owner: 'CISO' } }]
  expect(await call('write', `changes=${JSON.stringify(changes)}`, 'apply=true')).toMatchObject({
    structuredContent: { content: { applied: true } },
  })
  expect(await read('controls.compliance.rec')).toContain('rid=CTL-1 | title="Access reviews" | owner="COO"')
})
