import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFolder } from '../../test/own-folder.ts'
import { gitIn } from '../../test/protocol/git.ts'
import { openRevision } from './revision.ts'

const { at } = ownFolder()
const { git, commit } = gitIn(() => at('repository'))

test('a name means what it means at that time, also in a process that lives long', async () => {
  mkdirSync(at('repository'))
  await git('init', '-q')
  for (const which of ['exact', 'shared'] as const)
    for (const name of ['a.rec', 'b.rec', 'c.rec']) {
      await commit({ [`${which}-${name}`]: '@A\n' })
      const revision = await openRevision('HEAD', which, [at('repository')])
      expect('failure' in revision ? revision.failure : revision.commit).toBe((await git('rev-parse', 'HEAD')).trim())
      expect('failure' in revision ? [] : revision.files.map(({ path }) => path)).toContain(`${which}-${name}`)
    }
})
