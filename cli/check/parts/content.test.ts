import { readFileSync, rmSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
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

/** The content of standard input that comes in these pieces. */
async function contentOfInput(pieces: Iterable<Buffer> | AsyncIterable<Buffer>) {
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!
  Object.defineProperty(process, 'stdin', { value: Readable.from(pieces), configurable: true })
  try {
    return await contentOf({ file: 'a.rec', path: undefined })
  } finally {
    Object.defineProperty(process, 'stdin', stdin)
  }
}

test('standard input is kept in memory', async () => {
  const content = await contentOfInput([Buffer.from('@A\n'), Buffer.from('@B\n')])
  expect(content).toEqual({ bytes: Buffer.from('@A\n@B\n'), size: 6 })
})

test('large standard input is kept in a file', async () => {
  const piece = Buffer.alloc(2 ** 24, 'x')
  const pieces = [piece, Buffer.from('@A\n'), piece, Buffer.from('@B\n')]
  const content = await contentOfInput(pieces)
  if ('failure' in content || !('path' in content)) return expect.unreachable()
  try {
    expect(content).toEqual({ path: content.path, size: 2 ** 25 + 6 })
    expect(readFileSync(content.path).equals(Buffer.concat(pieces))).toBe(true)
    expect(isUnchanged(content)).toBe(true)
  } finally {
    rmSync(dirname(content.path), { recursive: true, force: true })
  }
})

test('standard input that ends with an error could not be read', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('@A\n')
    throw Object.assign(new Error('EIO: i/o error, read'), { errno: -5 })
  }
  expect(await contentOfInput(broken())).toEqual({ failure: 'Standard input could not be read: i/o error.' })
})
