import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planRun } from '../../plan/plan.ts'
import { type FixedFile, fixedFiles } from './fixed-files.ts'
import { writeFixed } from './write-fixes.ts'

test('a file that changes between being read and being written is left as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recline-'))
  try {
    const path = join(folder, 'a.rec')
    await writeFile(path, '@control rid=C-1\n')
    const plan = await planRun([path], { descriptors: [], domain: [], rule: {} })
    const fixed = (await fixedFiles(plan).next()).value as FixedFile
    await writeFile(path, '@control rid=C-1 # more\n')
    expect(await writeFixed(fixed)).toEqual({
      failure: expect.stringMatching(
        /a\.rec was changed by another program, so it was not written; run the command again\.$/,
      ) as string,
    })
    expect(await readFile(path, 'utf8')).toBe('@control rid=C-1 # more\n')
  } finally {
    await rm(folder, { recursive: true })
  }
})
