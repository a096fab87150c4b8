import { expect, test } from 'vitest'
import { crashReport } from './crash-report.ts'

/** What a report says of the error that some work throws. */
function reportOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return crashReport(error)
  }
  throw new Error('It threw no error.')
}

const secret = 'CTL-SECRET\n    at secret (file.rec:1:1'

test.each<[string, () => unknown]>([
  ['SyntaxError', () => JSON.parse(secret)],
  ['SyntaxError', () => new RegExp(`(${secret}`)],
  ['TypeError', () => (undefined as unknown as Record<string, unknown>)[secret]],
  ['RangeError', () => new Intl.NumberFormat(secret)],
])('a %s names places, and quotes no text', (name, work) => {
  const [first, ...places] = reportOf(work).split('\n')
  expect(first).toBe(name)
  expect(places.join('\n')).toContain('crash-report.test.ts')
  expect(places.join('\n')).not.toMatch(/secret/i)
})

test('a sentence of our own stays, and what is no error is not quoted', () => {
  const sentence = 'The file needs more memory than the server has.'
  expect(crashReport(new Error(sentence))).toBe(sentence)
  expect(crashReport(secret)).toBe('a thrown string')
})
