import { expect, test } from 'vitest'
import { installationProblems } from './installation.ts'
import { type Lock, lockText, readLock } from './lock.ts'

const hash = `sha256:${'a'.repeat(64)}`
const locked = (more: object = {}): Lock['domains'][string] => ({
  source: '../registry',
  version: '1.0',
  hash,
  resolved: 'x',
  ...more,
})

const problems = (given: Partial<Parameters<typeof installationProblems>[0]>): string[] =>
  installationProblems({
    dependencies: { 'acme.fleet': '../registry' },
    lock: { lockVersion: 1, domains: { 'acme.fleet': locked() } },
    fileOf: () => ({ hash, version: '1.0' }),
    files: ['acme.fleet'],
    ...given,
  }).map(({ domain, message }) => `${domain}: ${message}`)

test('all is as it was pinned', () => expect(problems({})).toEqual([]))

test('what is missing or changed', () => {
  const update = 'run "recline descriptors update acme.fleet"'
  const file = '.recline/descriptors/acme.fleet.domain.json'
  expect(problems({ lock: undefined, files: [] })).toEqual([
    `acme.fleet: acme.fleet is not in recline.lock; ${update}.`,
  ])
  expect(problems({ dependencies: { 'acme.fleet': '../other' } })).toEqual([
    `acme.fleet: acme.fleet comes from another source in recline.lock, "../registry"; ${update}.`,
  ])
  expect(problems({ fileOf: () => undefined })).toEqual([
    `acme.fleet: ${file} is missing; restore it from version control, or ${update}.`,
  ])
  expect(problems({ fileOf: () => ({ hash: 'other', version: '1.0' }) })).toEqual([
    `acme.fleet: ${file} is not the file that recline.lock names: it was changed; restore it from version control, or ${update}.`,
  ])
  expect(problems({ fileOf: () => ({ hash, version: '1.1' }) })).toEqual([
    `acme.fleet: recline.lock names version 1.0 of acme.fleet, and ${file} has 1.1; ${update}.`,
  ])
  expect(problems({ dependencies: {} })).toEqual([
    'acme.fleet: acme.fleet is in recline.lock, and nothing needs it; run "recline descriptors update".',
  ])
  expect(problems({ lock: { lockVersion: 1, domains: { 'acme.fleet': locked({ needs: ['acme.base'] }) } } })).toEqual([
    `acme.fleet: acme.base, which acme.fleet needs, is not in recline.lock; ${update}.`,
  ])
  expect(problems({ files: ['acme.fleet', 'acme.more'] })).toEqual([
    'acme.more: .recline/descriptors/acme.more.domain.json is not in recline.lock, so it does not count; delete it.',
  ])
})

test('a lock is read as it was printed, and a wrong one is refused', () => {
  const lock: Lock = { lockVersion: 1, domains: { 'acme.b': locked({ needs: ['acme.a'] }), 'acme.a': locked() } }
  expect(readLock(lockText(lock))).toEqual(lock)
  expect(Object.keys(JSON.parse(lockText(lock)).domains)).toEqual(['acme.a', 'acme.b'])
  expect(readLock('<<<<<<< HEAD\n')).toEqual({ reason: 'it has a merge conflict' })
  expect(readLock('{')).toEqual({ reason: 'it is not JSON' })
  expect(readLock('{ "lockVersion": 2, "domains": {} }')).toEqual({
    reason: 'it was written by another version of Recline',
    isOfOtherVersion: true,
  })
  for (const domain of ['../../x', 'acme', 'acme.fleet/x'])
    expect(readLock(JSON.stringify({ lockVersion: 1, domains: { [domain]: locked() } }))).toHaveProperty('reason')
  expect(readLock(JSON.stringify({ lockVersion: 1, domains: { ['__proto__']: locked() } }))).toEqual({
    lockVersion: 1,
    domains: {},
  })
})
