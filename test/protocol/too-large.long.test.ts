import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { commandLine } from './command-line.ts'

const { folder, files, expectRun } = commandLine()

test('a file with too much between two records is told, and the rest is still checked', async () => {
  await files({ 'a.rec': '@CONTROL rid=CTL-1 | status="tested"\n', 'large.rec': '' })
  await truncate(join(folder(), 'large.rec'), 600 * 2 ** 20)
  await expectRun(
    'check --format lines .',
    `
      ! recline: large.rec has more than 512 MB between two lines that start with @, which is the limit.
      ! 1 file, 1 record: no problems. The result is incomplete: see the message above.
      exit 2`,
  )
})
