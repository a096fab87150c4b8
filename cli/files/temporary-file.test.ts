import { readSync, writeSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { ownFolder } from '../../test/own-folder.ts'
import { openTemporary } from './temporary-file.ts'

const { at, names } = ownFolder()

afterEach(() => vi.unstubAllEnvs())

test('a temporary file can be written and read, and has no name that could be left behind', () => {
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, at())
  const file = openTemporary()
  writeSync(file, 'rows', 0)
  const bytes = Buffer.alloc(4)
  readSync(file, bytes, 0, 4, 0)
  expect(bytes.toString()).toBe('rows')
  expect(names()).toEqual([])
})
