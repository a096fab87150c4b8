import { test } from 'vitest'
import { expectLinearParts } from '../../test/count-steps.ts'
import { checkRuled, ruledRegistry, ruleSettings } from '../../test/ruled-files.ts'
import { packFile } from './packed-file.ts'
import { WorkspaceIndex } from './workspace-index.ts'

test('reading files whose records rules follow takes linear time in their number', () => {
  const rules = { registry: ruledRegistry, ruleSettings }
  expectLinearParts(60, size => {
    const index = new WorkspaceIndex()
    const files = Array.from({ length: size }, (_, file) => {
      const records = Array.from(
        { length: 20 },
        (_, record) => `@TASK rid=T-${file}-${record} | level:int=${record % 5}\n`,
      )
      return packFile(checkRuled(records.join(''), `${file}.work.rec`))
    })
    return () => {
      for (const [number, file] of files.entries()) index.update(`file:///${number}.work.rec`, file, rules)
    }
  })
})
