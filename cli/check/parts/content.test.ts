import { utimesSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFolder } from '../../../test/own-folder.ts'
import { contentOf, isUnchanged } from './content.ts'

const { at, write } = ownFolder()

const source = (name: string) => ({ file: name, path: at(name) })

test('a file is read where it is, and a change of its size or its time is noticed', async () => {
  write({ 'a.rec': '@A\n' })
  utimesSync(at('a.rec'), 1000, 1000.5)
  const content = await contentOf(source('a.rec'))
  expect(content).toEqual({ path: at('a.rec'), size: 3, modified: 1_000_500 })
  if ('failure' in content) return
  expect(isUnchanged(content)).toBe(true)
  utimesSync(at('a.rec'), 1000, 1001)
  expect(isUnchanged(content)).toBe(false)
  write({ 'a.rec': '@A x\n' })
  utimesSync(at('a.rec'), 1000, 1000.5)
  expect(isUnchanged(content)).toBe(false)
  expect(isUnchanged({ path: at('gone.rec'), size: 3, modified: 1_000_500 })).toBe(false)
})

test('a copy in memory, or in a file of this process, never changes', () => {
  expect(isUnchanged({ bytes: Buffer.from('@A\n'), size: 3 })).toBe(true)
  expect(isUnchanged({ path: at('gone.rec'), size: 3 })).toBe(true)
})

test('what has no size, such as an empty file or a device, is read at once', async () => {
  write({ 'empty.rec': '' })
  const nothing = { bytes: Buffer.alloc(0), size: 0 }
  expect(await contentOf(source('empty.rec'))).toEqual(nothing)
  expect(await contentOf({ file: 'null', path: '/dev/null' })).toEqual(nothing)
})

test('a file that is missing could not be read', async () => {
  expect(await contentOf(source('gone.rec'))).toEqual({
    failure: 'gone.rec could not be read: no such file or directory.',
  })
})
