import { beforeEach, expect, test } from 'vitest'
import { startAgent } from './agent.ts'
import { agentTasks, taskFiles } from './agent-tasks.ts'
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
  let [calls, characters] = [0, 0]
  const undone: string[] = []
  for (const { name, calls: wanted, after = {}, without = {} } of agentTasks) {
    const missing: string[] = []
    for (const { tool, given, has = [] } of wanted) {
      const { content } = await client.callTool({ name: tool, arguments: given })
      const [part] = content
      const answer = part?.type === 'text' ? part.text : ''
      calls++
      characters += JSON.stringify(given).length + answer.length
      missing.push(...has.filter(text => !answer.includes(text)).map(text => `${tool}: ${text} in ${answer}`))
    }
    for (const [file, texts] of Object.entries(after)) {
      const text = await read(file)
      missing.push(...texts.filter(one => !text.includes(one)).map(one => `${file}: ${one}`))
    }
    for (const [file, texts] of Object.entries(without)) {
      const text = await read(file)
      missing.push(...texts.filter(one => text.includes(one)).map(one => `${file} still: ${one}`))
    }
    if (missing.length > 0) undone.push(`${name}: ${missing.join('\n')}`)
  }
  expect(undone).toEqual([])
  expect(agentTasks).toHaveLength(15)
  expect(calls).toBeLessThanOrEqual(40)
  expect(characters).toBeLessThanOrEqual(80_000)
  expect((await recline(['check', '.'])).code).toBe(0)
})
