import { expect, test } from 'vitest'
import { configsAbove } from './workspace-folders.ts'

test('where the configurations of a file can be', () => {
  expect(configsAbove('file:///a/b/c.rec')).toEqual([
    'file:///a/b/recline.json',
    'file:///a/recline.json',
    'file:///recline.json',
  ])
  expect(configsAbove('mem:/records/a.rec')).toEqual(['mem:/records/recline.json', 'mem:/recline.json'])
  expect(configsAbove('untitled:Untitled-1')).toEqual([])
})
