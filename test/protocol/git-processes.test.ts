import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'

const { folder, files, read, recline } = commandLine()
const { git, commit } = gitIn(folder)

beforeEach(async () => {
  await git('init', '-q')
  await commit({ 'a.compliance.rec': '@CONTROL rid=C-1 | title="x"\n', 'b/c.compliance.rec': '@CONTROL rid=C-2\n' })
  await commit({ 'a.compliance.rec': '@CONTROL rid=C-1 | title="y"\n' })
  await files({ 'a.compliance.rec': '@CONTROL rid=C-1 | title="z"\n' })
})

// A user waits for each process of git.
test.each([
  ['check --since HEAD~1 .', 2],
  ['check --since main b', 2],
  ['diff --since HEAD~1 .', 2],
  ['diff', 2],
  ['diff HEAD~1', 2],
  ['log C-1', 4],
  ['query --tag CONTROL --every year --since 2020', 3],
  ['git approvals main...', 2],
])('recline %s starts git %i times', async (words, most) => {
  const real = (await git('--exec-path')).trim().replace(/\/lib.*$/, '/bin/git')
  await files({ '.git/bin/git': `#!/bin/sh\necho "$@" >> '${folder()}/.git/started'\nexec ${real} "$@"\n` })
  await chmod(join(folder(), '.git/bin/git'), 0o755)
  const env = { PATH: `${folder()}/.git/bin:${process.env.PATH}`, XDG_CACHE_HOME: `${folder()}/.git/cache` }
  const { code, stderr } = await recline(words.split(' '), { env })
  expect(code, stderr).toBeLessThan(2)
  const started = (await read('.git/started')).trim().split('\n')
  expect(started.length, started.join('\n')).toBe(most)
})
