import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { planRun } from '../plan/plan.ts'
import { checkFiles } from './check-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'recline-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string | object): void {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
}

test('rules of one folder read fields in files of others that only they follow', async () => {
  const rule = {
    id: 'owned',
    tag: 'FINDING',
    message: '{control_ref.owner} owns it.',
    expression: '!has(control_ref.owner)',
  }
  write('a/recline.json', { rules: [rule] })
  write('a/f.rec', '@FINDING rid=F-1 | control_ref="C-1"\n@FINDING rid=F-2 | control_ref="C-2"\n')
  write('b/recline.json', { severity: { notation: 'off' } })
  write('b/c.rec', '@CONTROL rid=C-1 | owner="CISO"\n')
  write('c.rec', '@CONTROL rid=C-2 | owner="CTO"\n')
  const plan = await planRun([folder], { descriptors: [], domain: [], rule: {} })
  const messages: string[] = []
  for await (const file of checkFiles(plan, {})) {
    if ('failure' in file) throw new Error(file.failure)
    for await (const problems of file.problems) messages.push(...problems.map(({ message }) => message))
  }
  expect(messages).toEqual(['CISO owns it.', 'CTO owns it.'])
})

test.each([
  ['a', 'b'],
  ['b', 'a'],
])('a rule of the folder %s does not count in the folder %s', async (one, other) => {
  const rule = { id: 'mature', tag: 'CONTROL', message: 'It is {maturity}.', expression: 'maturity >= 3' }
  write(`own/${one}/recline.json`, { rules: [rule] })
  write(`own/${other}/recline.json`, { severity: { notation: 'off' } })
  for (const [index, name] of ['a', 'b'].entries())
    write(`own/${name}/c.rec`, `@CONTROL rid=C-${index} | maturity:int=${index + 1}\n`)
  const plan = await planRun([join(folder, 'own')], { descriptors: [], domain: [], rule: {} })
  const messages: string[] = []
  for await (const file of checkFiles(plan, {})) {
    if ('failure' in file) throw new Error(file.failure)
    for await (const problems of file.problems) messages.push(...problems.map(({ message }) => message))
  }
  rmSync(join(folder, 'own'), { recursive: true })
  expect(messages).toEqual([one === 'a' ? 'It is 1.' : 'It is 2.'])
})
