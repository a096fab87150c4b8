import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { address, cleanNpm, expectPackAndLink } from './clean-npm.ts'

const npm11 = cleanNpm('11')
const { at, run, npm, recline, archive, commit, gitSettings, expectCommit } = npm11

test('npm 11 installs a git address in place of the archive, and the workflow of "recline init" does too', async () => {
  await npm('install', '--global', archive())
  await npm('install', '--global', `git+${address}`)
  await expectCommit()
  // The folder that the pages of editors name.
  expect(await readdir(join((await npm('root', '--global')).trim(), 'recline/editors'))).toContain('neovim')
  await recline('init', 'new', '--domain', 'compliance', '--yes')
  await npm('uninstall', '--global', 'recline')

  const workflow = parse(readFileSync(at('new/.github/workflows/recline.yml'), 'utf8'))
  expect(workflow.env.RECLINE_PACKAGE).toMatch(`git+${address}#${await commit()}`)
  const steps: readonly { readonly run?: string }[] = workflow.jobs.check.steps
  for (const script of steps.flatMap(step => step.run ?? []))
    await run('bash', ['-e', '-c', script], { cwd: at('new'), env: { ...gitSettings(), ...workflow.env } })
  await expectCommit()
})

test('npm 11 packs and links a clone', () => expectPackAndLink('11', npm11))
