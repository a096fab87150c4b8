import { chmod, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asAnyone, commandLine } from './command-line.ts'

const { folder, files, start, recline, expectRun } = commandLine()

// A record without an id, so that it can stand in many files.
const wrong = '@RECOMMENDATION priority:int=9\n'
const outOfRange = 'error out-of-range RECOMMENDATION.priority is 9; it must be from 1 to 5.'

describe('what could not be checked', () => {
  test('is told in a sentence each, and the rest is still checked', async () => {
    await files({
      'a.rec': wrong,
      'latin.rec': Buffer.from('# one\r# two\r\n@CONTROL rid=CTL-1 | owner="Jos\xe9"\n', 'latin1'),
      'binary.rec': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0xff, 0xfe]),
      'surrogate.rec': Buffer.from([0x0a, 0xed, 0xa0, 0x80]),
      'book.rec': Buffer.from('PK\x03\x04\xff', 'latin1'),
      'empty/notes.md': '',
    })
    await symlink('loop.rec', join(folder(), 'loop.rec'))
    await expectRun(
      'check --format lines nowhere.rec empty nothing*.rec latin.rec binary.rec surrogate.rec book.rec loop.rec nowhere.rec a.rec',
      `
      a.rec:1:30 ${outOfRange}
      ! recline: nowhere.rec could not be read: no such file or directory.
      ! recline: empty has no .rec file.
      ! recline: nothing*.rec matches no file.
      ! recline: loop.rec could not be read: too many symbolic links encountered.
      ! recline: latin.rec is not UTF-8 on line 3; save it as UTF-8.
      ! recline: binary.rec is not UTF-8 on line 1; save it as UTF-8.
      ! recline: surrogate.rec is not UTF-8 on line 2; save it as UTF-8.
      ! recline: book.rec is a workbook or an archive, and no text; convert a workbook with "recline convert".
      ! 1 file, 1 record: 1 error. The result is incomplete: see the messages above.
      exit 2`,
    )
  })

  test('can be files and folders that must not be read', async () => {
    await files({ 'a.rec': wrong, 'secret.rec': '', 'locked/b.rec': '' })
    await chmod(join(folder(), 'secret.rec'), 0o000)
    await chmod(join(folder(), 'locked'), 0o000)
    const { stdout, stderr, code } = await recline(['check', '--format', 'lines', '.'], { through: asAnyone })
    await chmod(join(folder(), 'locked'), 0o700)
    expect(stdout).toBe(`a.rec:1:30 ${outOfRange}\n`)
    expect(stderr).toMatch(
      /^recline: locked could not be read: permission denied\.\nrecline: secret\.rec could not be read: permission denied\.\n/,
    )
    expect(code).toBe(2)
  })

  test('can be standard input', async () => {
    await expectRun(
      'check --format lines -',
      `
      ! recline: Standard input is not UTF-8 on line 1; save it as UTF-8.
      exit 2`,
      Buffer.from([0xff]),
    )
  })

  test('can be the output, where the disk is full', async () => {
    await files({ 'a.rec': wrong })
    const { stderr, code } = await recline(['check', 'a.rec'], {
      through: ['bash', '-c', 'exec "$@" > /dev/full', '-'],
    })
    expect([stderr.split('\n').filter(line => line.startsWith('recline')), code]).toEqual([
      ['recline: The output could not be written: no space left on device.'],
      2,
    ])
  })

  test('can be the output, which nobody reads any more', async () => {
    await files({ 'many.rec': '@CONTROL maturity:int=9\n'.repeat(20_000) })
    const { child, ended } = start(['check', '--format', 'lines', 'many.rec'])
    child.stdout.once('data', () => child.stdout.destroy())
    expect(await ended).toMatchObject({ stderr: '', code: 2 })
  })
})
