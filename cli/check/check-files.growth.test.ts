import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { ruleSettingsOf } from '../../shared/check/declared/rule-settings.ts'
import { expectLinearStepsOfRun } from '../../test/count-steps.ts'
import { builtinRegistry } from '../../test/records.ts'
import { checkFiles } from './check-files.ts'
import { PartReader } from './parts/part-reader.ts'
import { runHere } from './parts/runner.ts'

const folder = mkdtempSync(join(tmpdir(), 'recline-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Prepares the check of a file with many records of one id. The check returns how many other places are shown. */
function recordsOfOneId(size: number): () => Promise<number> {
  const path = join(folder, `${size}.rec`)
  writeFileSync(path, '@CONTROL rid=C-1\n'.repeat(size))
  const source = { file: 'a.rec', path }
  const settings = { severity: {}, settingDomains: [], format: {}, ruleSettings: ruleSettingsOf([], {}) }
  const plan = {
    files: [{ source, settings }],
    registry: builtinRegistry,
    failures: [],
    warnings: [],
    origins: [],
    isComplete: true,
  }
  const startRunner = async () => runHere(builtinRegistry)
  return async () => {
    let places = 0
    for await (const result of checkFiles(plan, { related: true }, { startRunner })) {
      if ('failure' in result) throw new Error(result.failure)
      for await (const some of result.problems) for (const { related = [] } of some) places += related.length
    }
    return places
  }
}

test('the check of many records of one id takes linear time', () =>
  expectLinearStepsOfRun(1000, size => {
    const check = recordsOfOneId(size)
    return async () => void (await check())
  }))

test('few records of one id are read again, and each problem shows one of them', async () => {
  const readAgain = vi.spyOn(PartReader.prototype, 'entryAt')
  expect(await recordsOfOneId(2000)()).toBe(1999)
  expect(readAgain.mock.calls.length).toBeLessThan(200)
})
