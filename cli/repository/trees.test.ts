import { mkdirSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFolder } from '../../test/own-folder.ts'
import { gitIn } from '../../test/protocol/git.ts'
import { entriesOfCommit } from './trees.ts'

const { at } = ownFolder()
const { git, commit } = gitIn(() => at('repository'))

test.each(['sha1', 'sha256'])('the entries of a commit are those that git lists, with %s', async format => {
  mkdirSync(at('repository'))
  await git('init', '-q', `--object-format=${format}`)
  symlinkSync('a.rec', at('repository/a.link'))
  await commit({ 'a.rec': '', 'b/c ü.rec': 'x', 'b.rec': 'y', 'b/d/e/f.rec': 'z', 'b-c/g.rec': '' })
  await git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(format === 'sha1' ? 40 : 64)},lib`)
  await git('commit', '-q', '-m', 'Library')
  const id = (await git('rev-parse', 'HEAD')).trim()
  const listed = (await git('ls-tree', '-r', '-z', id)).split('\0').slice(0, -1)
  const kinds = { 100644: 'file', 120000: 'link', 160000: 'submodule' }
  const expected = listed.map(line => {
    const [, mode, object, path] = /^(\d+) \w+ (\w+)\t(.*)$/.exec(line)!
    return { path, id: object, kind: kinds[Number(mode) as keyof typeof kinds] }
  })
  expect(await entriesOfCommit({ folder: at('repository') }, id)).toEqual(expected)
  expect(expected.map(({ path }) => path)).toContain('b/d/e/f.rec')
})

test('a commit that git does not have is a failure', async () => {
  mkdirSync(at('repository'))
  await git('init', '-q')
  expect(await entriesOfCommit({ folder: at('repository') }, '1'.repeat(40))).toMatchObject({
    failure: expect.stringContaining('1111111111'),
  })
})
