import { expect, test } from 'vitest'
import { WholeFiles } from './memory.ts'

test('files are refused that need too much memory together, with what to do', () => {
  const kept = new WholeFiles(100, 2 ** 20)
  expect(kept.add('a.rec', '@A\n'.repeat(5000))).toBeUndefined()
  expect(kept.add('b.rec', '@A\n'.repeat(6000))).toEqual({
    failure:
      'b.rec needs more memory than Node may use here, at least 2 of 1 MB; split it, or set NODE_OPTIONS=--max-old-space-size=4.',
  })
})
