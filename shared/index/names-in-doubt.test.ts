import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFile } from '../check/check.ts'
import { builtinDescriptors } from '../domains/built-in.ts'
import { createRegistry } from '../domains/registry.ts'
import { parse } from '../syntax/tree.ts'
import { checkIntegrity, integrityOfSome, metBefore } from './integrity.ts'
import { findNamesInDoubt, recordsWith } from './names-in-doubt.ts'
import { packFile } from './packed-file.ts'
import { WorkspaceIndex } from './workspace-index.ts'

const registry = createRegistry(builtinDescriptors)
const check = (text: string) => checkFile(parse(text), { registry, fileName: 'a.rec', settingDomains: ['compliance'] })

const id = fc.constantFrom('A-1', 'A-2', 'A-3', 'A-4')
const record = fc.oneof(
  fc.tuple(fc.constantFrom('CONTROL', 'RISK', 'OTHER'), id).map(([tag, own]) => `@${tag} rid=${own}\n`),
  fc.tuple(id, id).map(([own, other]) => `@FINDING rid=${own} | control_ref="${other}"\n`),
)
const text = fc.array(record, { maxLength: 6 }).map(records => records.join(''))

test('the names in doubt are all that the check of a file needs of other files', () =>
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 3 }), (own, other, size) => {
      const index = new WorkspaceIndex()
      index.update('file:///own.rec', packFile(check(own)))
      index.update('file:///other.rec', packFile(check(other)))
      const parts = findNamesInDoubt('file:///own.rec', index, size)
      let part = parts.next()
      while (!part.done) part = parts.next()
      const file = check(own)
      const found = integrityOfSome('file:///own.rec', file, 0, recordsWith(part.value), metBefore())
      const wanted = checkIntegrity('file:///own.rec', file, index).problems
      const shown = (problems: typeof wanted) =>
        problems.map(({ entry, code, message, related }) => ({ entry, code, message, related: related?.() }))
      expect(shown(found)).toEqual(shown(wanted))
    }),
  ))

test('only names that are repeated or that no record has are in doubt', () => {
  const index = new WorkspaceIndex()
  const own = packFile(
    check(
      '@CONTROL rid=A-1\n@CONTROL rid=A-2\n@RISK rid=A-1\n@FINDING rid=A-3 | control_ref="A-2"\n@FINDING control_ref="A-9"\n',
    ),
  )
  index.update('file:///own.rec', own)
  index.update('file:///other.rec', packFile(check('@CONTROL rid=A-2\n@FINDING rid=A-9\n')))
  const steps = findNamesInDoubt('file:///own.rec', index, 2)
  let pauses = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) pauses++
  expect(pauses).toBe(2)
  expect(step.value.ids).toEqual(['A-2', 'A-9'])
  expect(step.value.names).toMatchObject([
    { path: 'core.compliance.CONTROL', id: 'A-2', count: 2, isElsewhere: true, places: [{}, {}] },
    { path: 'core.compliance.FINDING', id: 'A-9', count: 1, isElsewhere: true, places: [{}] },
  ])
})

test('a file without names in doubt has all that it refers to', () => {
  const index = new WorkspaceIndex()
  index.update('file:///own.rec', packFile(check('@CONTROL rid=A-1\n@FINDING control_ref="A-1"\n')))
  const { value } = findNamesInDoubt('file:///own.rec', index).next()
  expect(value).toEqual({ ids: [], names: [] })
  const records = recordsWith(value!)
  const name = { path: 'core.compliance.CONTROL', domain: 'core.compliance', tag: 'CONTROL', id: 'A-1' }
  expect([
    records.count(name),
    records.isElsewhere(name, ''),
    records.definitionsOf(name),
    [...records.idsOf(name)],
  ]).toEqual([1, false, [], []])
})

test('as many places are known as a problem points at, and the record itself', () => {
  const index = new WorkspaceIndex()
  index.update('file:///own.rec', packFile(check('@CONTROL rid=A-1\n'.repeat(9))))
  const { value } = findNamesInDoubt('file:///own.rec', index).next()
  expect(value?.names).toMatchObject([{ count: 9, isElsewhere: false, places: [{}, {}, {}, {}, {}, {}] }])
  const name = { path: 'core.compliance.CONTROL', domain: 'core.compliance', tag: 'CONTROL', id: 'A-1' }
  expect(recordsWith(value!).definitionsOf(name, 2)).toHaveLength(2)
})
