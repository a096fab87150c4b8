import { expect, test } from 'vitest'
import { findProgram } from './git.ts'

/** The git that is found on a system with these programs. */
const found = (
  platform: string,
  path: string,
  workingFolder: string,
  ...programs: string[]
): Promise<string | undefined> =>
  findProgram('git', { platform, path, workingFolder, isProgram: async program => programs.includes(program) })

test('on Windows, a git in the working folder is not started', async () => {
  const own = String.raw`C:\records\git.exe`
  const installed = String.raw`C:\Program Files\Git\cmd\git.exe`
  const programs = [own, String.raw`C:\records\tools\git.exe`, installed]
  const installedPath = String.raw`"C:\Program Files\Git\cmd"`
  for (const folder of ['', '.', 'tools', String.raw`c:\Records`, String.raw`C:\records\x\..`, 'C:'])
    expect(await found('win32', `${folder};${installedPath}`, String.raw`C:\records`, ...programs), folder).toBe(
      installed,
    )
  expect(await found('win32', '', String.raw`C:\records`, own)).toBeUndefined()
  expect(await found('win32', '.', String.raw`C:\records`, own)).toBeUndefined()
})

test('elsewhere, the first git of an absolute folder counts', async () => {
  const programs = ['/records/git', '/usr/bin/git', '/opt/bin/git']
  expect(await found('linux', ':.:/records:/opt/bin:/usr/bin', '/records', ...programs)).toBe('/opt/bin/git')
  expect(await found('linux', '/usr/local/bin:/usr/bin', '/records', ...programs)).toBe('/usr/bin/git')
})

test('a folder is no program', async () => {
  expect(await findProgram('bin', { path: '/usr', workingFolder: '/' })).toBeUndefined()
  expect(await findProgram('node', { path: process.execPath.replace(/\/node$/, '') })).toBe(process.execPath)
})
