import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { GitIgnore } from './git-ignore.ts'

const top = mkdtempSync(join(tmpdir(), 'recline-'))
afterAll(() => rmSync(top, { recursive: true }))
execFileSync('git', ['init', '-q', top])

/** The paths that git ignores, by asking git. */
function ignoredByGit(files: Readonly<Record<string, string>>, paths: readonly string[]): string[] {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, name)), { recursive: true })
    writeFileSync(join(top, name), text)
  }
  const input = paths.map(path => `${path}\0`).join('')
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
  try {
    const args = ['-C', top, 'check-ignore', '--no-index', '-z', '--stdin']
    return execFileSync('git', args, { input, env }).toString().split('\0').filter(Boolean)
  } catch {
    return []
  }
}

function ignored(files: Readonly<Record<string, string>>, paths: readonly string[]): string[] {
  const ignore = new GitIgnore('/top')
  for (const [name, text] of Object.entries(files)) ignore.take(join('/top', dirname(name)), text)
  return paths.filter(path => ignore.ignoresFile(`/top/${path}`))
}

const folders = ['', 'a/', 'a/b/', 'b/', 'a/b/a/', 'x y/', '{a}/']
const names = ['a', 'b', 'a.rec', 'b.rec', 'ab', '#a', '!a', '[a]', 'a ', 'c{a,b}']
const paths = folders.flatMap(folder => names.map(name => `${folder}${name}.rec`))

describe('agrees with git', () => {
  test.each([
    ['*.rec'],
    ['a/'],
    ['/a'],
    ['a/b'],
    ['a/**'],
    ['**/b'],
    ['a/**/a.rec'],
    ['**/a/**'],
    ['*\n!b*'],
    ['a/\n!a/a.rec'],
    ['a/*\n!a/b'],
    ['#a.rec'],
    ['\\#a.rec'],
    ['\\!a.rec'],
    ['[ab].rec'],
    ['[!a].rec'],
    ['\\[a\\].rec'],
    ['a.rec  '],
    ['a\\ .rec'],
    ['?.rec\r\n!b.rec\r\n'],
    ['c{a,b}.rec'],
    ['{a}/'],
    ['/'],
    ['a.rec\\'],
    ['**'],
    ['a**'],
    ['x y'],
    ['\ufeffb.rec'],
  ])('%j', text => {
    expect(ignored({ '.gitignore': text }, paths)).toEqual(
      ignoredByGit({ '.gitignore': text, 'a/.gitignore': '' }, paths),
    )
  })

  test('at random, in several folders', () => {
    const piece = fc.constantFrom('a', 'b', '*', '/**/', '?', '/', '/', '.rec', '[ab]', '!', ' ', '{a}', '\\a')
    const line = fc.array(piece, { minLength: 1, maxLength: 5 }).map(pieces => pieces.join(''))
    const text = fc.array(line, { maxLength: 3 }).map(lines => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (above, below) => {
        const files = { '.gitignore': above, 'a/.gitignore': below }
        expect(ignored(files, paths)).toEqual(ignoredByGit(files, paths))
      }),
      { numRuns: runs(60) },
    )
  })
})

test('a folder that the user chose is not ignored, but files in it can be', () => {
  const ignore = new GitIgnore('/top')
  ignore.take('/top', 'build/\n*.old.rec\n')
  expect(ignore.ignoresFile('/top/build/a.rec')).toBe(true)
  expect(ignore.ignoresFile('/top/build/a.rec', ['/top/build'])).toBe(false)
})

test('no pattern takes long', () => {
  const ignore = new GitIgnore('/top')
  ignore.take('/top', `${'*a'.repeat(400)}b\n${'**/'.repeat(300)}b`)
  expect(ignore.ignoresFile(`/top/${'a'.repeat(250)}/${'a/'.repeat(500)}a.rec`)).toBe(false)
})
