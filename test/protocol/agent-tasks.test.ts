import { beforeEach, expect, test } from 'vitest'
import { startAgent } from './agent.ts'
import { doTasks, taskFiles } from './agent-tasks.ts'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'

const { files, folder, read, recline } = commandLine()

beforeEach(async () => {
  await files({ ...taskFiles, '.gitignore': '' })
  const { git, commit } = gitIn(folder)
  await git('init', '-q')
  await commit(taskFiles)
})

test('an agent does fifteen whole tasks in at most 40 calls and 20,000 tokens', async () => {
  const { client } = await startAgent(folder())
  const call = async (name: string, given: Record<string, unknown>): Promise<string> => {
    const [part] = (await client.callTool({ name, arguments: given })).content
    return part?.type === 'text' ? part.text : ''
  }
  const { undone, tasks, calls, characters } = await doTasks(call, read)
  expect(undone).toEqual([])
  expect(tasks).toBe(15)
  expect(calls).toBeLessThanOrEqual(40)
  expect(characters).toBeLessThanOrEqual(60_000)
  expect((await recline(['check', '.'])).code).toBe(0)
})
