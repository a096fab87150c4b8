import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { deflateSync } from 'fflate'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { fragmentOf, type LinkedFiles, readFragment } from './playground-link.ts'

const linked = (text: string): LinkedFiles => ({ files: [{ name: 'a.rec', text }], shown: 0, isTable: false })

const made = (files: LinkedFiles): string => {
  const result = fragmentOf(files)
  if ('problem' in result) throw new Error(result.problem)
  return result.fragment
}

const damaged = { problem: expect.stringContaining('This link is damaged or not complete') }

test('what a link holds comes out as it went in', () => {
  const name = fc.stringMatching(/^[a-z][a-z .é-]{0,20}$/).map(text => `${text}.rec`)
  const files = fc.uniqueArray(fc.record({ name, text: fc.string({ unit: 'binary' }) }), {
    selector: file => file.name,
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(files, fc.nat(3), fc.boolean(), (files, place, isTable) => {
      const given = { files, shown: place % files.length, isTable }
      expect(readFragment(made(given))).toEqual(given)
    }),
    { numRuns: runs(400) },
  )
})

test('a page of fifty records is shorter than 2,000 characters', () => {
  const owners = ['Head of IT', 'CISO', 'Head of Human Resources', 'Platform team', 'DPO']
  const states = ['implemented', 'tested', 'effective', 'in-progress']
  const records = Array.from({ length: 50 }, (_, index) => {
    const rid = String(index + 1).padStart(4, '0')
    const day = String((index % 27) + 1).padStart(2, '0')
    return (
      `@CONTROL rid=CTL-${rid} | title="Review of ${['accounts', 'backups', 'suppliers', 'logs'][index % 4]} ${index}" ` +
      `| status="${states[(index * 7) % 4]}" | owner="${owners[(index * 3) % 5]}" | maturity:int=${(index % 5) + 1} ` +
      `| next_review:ts=2026-${String((index % 12) + 1).padStart(2, '0')}-${day}`
    )
  })
  const fragment = made({
    files: [{ name: 'controls.compliance.rec', text: records.join('\n') }],
    shown: 0,
    isTable: false,
  })
  expect(fragment.length).toBeLessThan(2000)
})

test('the dictionary is that of all links of format 1: it never changes', () => {
  const file = readFileSync(fileURLToPath(new URL('dictionary-1.json', import.meta.url)))
  expect(createHash('sha256').update(file).digest('hex')).toBe(
    'e73c7b0f0e7cd76226a7bba5eb289a4e54c545d9635bbda8c3fda365e148f945',
  )
  expect(readFragment('1/A25HBHZYuBKBHeVkLhPgUQQ4TlWAVmaH5-QdXg9aF6XwYf7EXiUuAA')).toEqual(
    linked('@CONTROL rid=CTL-0001 | title="Ünïcode 👍"\n'),
  )
})

test('a link that is cut off or changed anywhere is refused or opens files, and never throws', () => {
  const fragment = made(linked('@CONTROL rid=CTL-0001 | title="Access reviews" | maturity:int=3\n'.repeat(3)))
  for (let length = 0; length < fragment.length; length++)
    expect(readFragment(fragment.slice(0, length))).toEqual(damaged)
  for (let place = 2; place < fragment.length; place++) {
    const changed = readFragment(`${fragment.slice(0, place)}A${fragment.slice(place + 1)}`)
    expect('files' in changed || changed.problem.startsWith('This link')).toBe(true)
  }
})

test.each(['', '1', '1/', '1/%', 'x/AAAA', '-1/AAAA', `1/${'A'.repeat(600_000)}`])('%.20s is no link', fragment => {
  expect(readFragment(fragment)).toEqual(damaged)
})

test('a link of another format says so', () => {
  expect(readFragment('2/AAAA')).toEqual({ problem: expect.stringContaining('has format 2') })
})

test('a link that becomes huge is refused before all of it is made', () => {
  const bytes = deflateSync(new Uint8Array(30_000_000), { level: 9, mem: 12 })
  const fragment = `1/${Buffer.from(bytes).toString('base64url')}`
  expect(readFragment(fragment)).toEqual({ problem: expect.stringContaining('more than 1,000,000 characters') })
})

test.each(['../a.rec', 'a/b.rec', '.rec', 'a.txt', 'package.json', 'a\u202e.rec'])('the name %s is refused', name => {
  expect(readFragment(made({ files: [{ name, text: '' }], shown: 0, isTable: false }))).toEqual(damaged)
})

test('files that are too large give no link, and the reason', () => {
  expect(fragmentOf(linked('x'.repeat(1_000_001)))).toEqual({ problem: expect.stringContaining('too large') })
})
