import { existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFolder } from '../../../test/own-folder.ts'
import { gitIn } from '../../../test/protocol/git.ts'
import { openRevision, type Revision } from '../../repository/revision.ts'
import { writeRevision } from './write-revision.ts'

const { at, names, read, write } = ownFolder()
const { git, commit } = gitIn(() => at('repository'))

/** Commits files and symbolic links, each link with the path that it leads to. */
async function revisionWith(
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
): Promise<Revision> {
  mkdirSync(at('repository'))
  await git('init', '-q')
  for (const [name, target] of Object.entries(links)) symlinkSync(target, at(`repository/${name}`))
  await commit(files)
  const revision = await openRevision('HEAD', 'exact', [at('repository')])
  return 'failure' in revision ? expect.unreachable(revision.failure) : revision
}

test('files of all folders are written, and links that lead to files of the revision', async () => {
  const contents = { 'a.rec': '@A\r\n', 'sub/deep/b.rec': 'é\n', 'c ü.json': '' }
  const links = { 'a.link': 'sub/deep/b.rec', 'out.link': '../secret', 'root.link': '/etc/hosts', 'top.link': '.' }
  const { files, folder } = await revisionWith(contents, links)
  write({ secret: '' })
  expect(await writeRevision(files, folder, at('copy'))).toBeUndefined()
  for (const [name, content] of Object.entries(contents)) expect(read(`copy/${name}`)).toBe(content)
  expect(readlinkSync(at('copy/a.link'))).toBe('sub/deep/b.rec')
  for (const name of ['out.link', 'root.link', 'top.link']) expect(existsSync(at(`copy/${name}`)), name).toBe(false)
})

test('nothing is written outside of the folder or through a link', async () => {
  const { files, folder } = await revisionWith({ 'a.rec': '@A\n' }, { 'sub.link': 'a.rec' })
  const [file, link] = files as [Revision['files'][number], Revision['files'][number]]
  const odd = ['../b.rec', 'sub/../../b.rec', '../copy-2/b.rec', 'sub.link'].map(path => ({ ...file, path }))
  expect(await writeRevision([link, ...odd], folder, at('copy'))).toBeUndefined()
  expect(names()).toEqual(['copy/sub.link', ...names().filter(name => name.startsWith('repository/'))])
  expect([read('copy/sub.link'), lstatSync(at('copy/sub.link')).isFile()]).toEqual(['@A\n', true])
})

test('a content that git does not have is a failure', async () => {
  const { files, folder } = await revisionWith({ 'a.rec': '@A\n' })
  expect(await writeRevision([{ ...files[0]!, id: '0'.repeat(40) }], folder, at('copy'))).toEqual({
    failure: 'git does not have a.rec of this revision; fetch it first.',
  })
})
