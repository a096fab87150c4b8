import { expect, test } from 'vitest'
import { type AgentCompletions, agentCompletionRequest, agentResourceRequest } from '../../shared/protocol/agents.ts'
import { send } from '../../shared/protocol/request.ts'
import { toolSession } from '../../test/tool-session.ts'

const session = toolSession()

async function completed(of: 'domain' | 'id' | 'path' | 'tag', text: string): Promise<AgentCompletions> {
  await session.content('find', { tag: 'FINDING' })
  return (await send(session.client().connection, agentCompletionRequest, { of, text }))!
}

test('what begins with the text comes before what has it in it', async () => {
  expect(await completed('id', 'fnd-0')).toEqual({ values: ['FND-01', 'FND-02'], total: 2 })
  expect(await completed('id', '1')).toEqual({ values: ['CTL-1', 'FND-01'], total: 2 })
  expect(await completed('path', 'f.')).toEqual({ values: ['f.compliance.rec'], total: 1 })
  expect((await completed('tag', 'findin')).values.slice(0, 2)).toEqual(['FINDING', 'core.compliance.FINDING'])
  expect((await completed('domain', 'core.h')).values).toContain('core.health')
  expect(await completed('id', 'nothing')).toEqual({ values: [], total: 0 })
})

test('at most a hundred values are answered, with the count of all', async () => {
  const { values, total } = await completed('tag', '')
  expect(values.length).toBe(100)
  expect(total).toBeGreaterThan(100)
})

test('ids that are sensitive are no completions', async () => {
  const fields = [{ name: 'rid', type: 'string', description: 'Id.', required: true, sensitive: 'secret' }]
  const domain = {
    domain: 'acme.acme',
    version: '1.0',
    description: 'Things.',
    records: [{ tag: 'THING', description: 'A thing.', fields }],
  }
  await session.open({ 'acme.domain.json': JSON.stringify(domain), 'x.acme.rec': '@THING rid=T-1\n@CONTROL rid=T-2\n' })
  expect((await completed('id', 'T-')).values).not.toContain('T-1')
})

test('a domain is a resource with its tags, and a tag by its name alone if no other domain has it', async () => {
  await session.content('find', { tag: 'FINDING' })
  const read = async (resource: string): Promise<string | undefined> =>
    (await send(session.client().connection, agentResourceRequest, { resource }))?.resources[0]?.text
  expect(JSON.parse((await read('recline://domain/core.compliance'))!)).toMatchObject({
    domain: 'core.compliance',
    tags: expect.arrayContaining([expect.objectContaining({ tag: 'FINDING' })]),
  })
  expect(await read('recline://domain/core.nothing')).toBe(undefined)
  expect(await read('recline://tag/FINDING')).toBe(await read('recline://tag/core.compliance.FINDING'))
  expect(await read('recline://tag/constructor')).toBe(undefined)
})
