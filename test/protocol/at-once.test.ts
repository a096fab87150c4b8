import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startAgent } from './agent.ts'
import { commandLine } from './command-line.ts'

const { files, folder, paths, read, recline, start } = commandLine()

const descriptor = (domain: string): string =>
  `${JSON.stringify({ domain, version: '1.0', description: 'Things.', owner: { name: 'Team' }, records: [{ tag: 'THING', fields: [{ name: 'rid', type: 'string', required: true }] }] })}\n`

const names = ['alpha', 'beta', 'gamma']

/** Starts commands as processes at the same moment, and returns what each said. */
const atOnce = (commands: readonly string[]) =>
  Promise.all(
    commands.map(async command => {
      const { stdout, stderr, code } = await start(command.split(' ')).ended
      return `${stdout}${stderr}exit ${code}`
    }),
  )

test('domains that are published and added at once are all there', async () => {
  await files(Object.fromEntries(names.map(name => [`${name}.domain.json`, descriptor(`acme.${name}`)])))
  const published = await atOnce(names.map(name => `descriptors publish registry ${name}.domain.json`))
  expect(published).toEqual(names.map(name => `Published acme.${name} 1.0.\nexit 0`))
  const { namespaces } = JSON.parse(await read('registry/index.json')) as {
    readonly namespaces: Record<string, { readonly domains: readonly { readonly id: string }[] }>
  }
  expect(namespaces.acme!.domains.map(({ id }) => id).sort()).toEqual(names.map(name => `acme.${name}`).sort())

  await files({ 'team/recline.json': '{}\n' })
  const cwd = join(folder(), 'team')
  const added = await Promise.all(
    names.map(name => start(['descriptors', 'add', `acme.${name}`, '--from', '../registry'], { cwd }).ended),
  )
  for (const { stdout, code } of added) expect([stdout, code]).toEqual([expect.stringMatching(/^Added acme\./), 0])
  const { dependencies } = JSON.parse(await read('team/recline.json')) as { readonly dependencies: object }
  expect(Object.keys(dependencies).sort()).toEqual(names.map(name => `acme.${name}`).sort())
  expect(await recline(['descriptors', 'verify'], { cwd })).toMatchObject({
    stdout: '3 domains compared with recline.lock: no problems.\n',
    code: 0,
  })
  expect((await paths()).filter(name => name.endsWith('.lock'))).toEqual(['team/recline.lock'])
})

test('edits of a file at once are all there, or the one that is not made says what has changed', async () => {
  await files({ 'a.compliance.rec': names.map(name => `@CONTROL rid=${name} | title="Old"\n`).join('') })
  const edited = await atOnce(
    names.map(name => `edit a.compliance.rec --tag CONTROL --where rid=="${name}" --set title="New" --write`),
  )
  const text = await read('a.compliance.rec')
  for (const [index, said] of edited.entries()) {
    const isMade = said.endsWith('exit 0')
    expect(text).toContain(`@CONTROL rid=${names[index]} | title="${isMade ? 'New' : 'Old'}"\n`)
    if (!isMade)
      expect(said).toMatch(
        /a\.compliance\.rec was changed by another program, and its line \d is @CONTROL rid=.+ now, so it was not written; run the command again\./,
      )
  }
  expect(edited.some(said => said.endsWith('exit 0'))).toBe(true)
})

test('all writes of two agents at once are made', async () => {
  await files({ 'a.compliance.rec': '@CONTROL rid=CTL-0 | title="First" | owner="CISO"\n' })
  const agents = await Promise.all([startAgent(folder()), startAgent(folder())])
  const write = (agent: number, number: number) =>
    agents[agent]!.content('write', {
      apply: true,
      changes: [
        {
          action: 'add',
          tag: 'CONTROL',
          path: 'a.compliance.rec',
          values: { rid: `CTL-${agent}${number}`, title: 'One', owner: 'CISO' },
        },
      ],
    })
  const calls = [0, 1].flatMap(agent => Array.from({ length: 10 - 8 * agent }, (_, number) => write(agent, number)))
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ applied: true })
  const text = await read('a.compliance.rec')
  expect(text.match(/rid=CTL-[01]\d/g)?.length).toBe(12)
  expect(await readdir(folder())).toEqual(['a.compliance.rec'])
})
