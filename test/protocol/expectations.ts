import { readFileSync, writeFileSync } from 'node:fs'
import { expect, inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether tests write what they find into their expectations. */
    readonly isUpdating: boolean
  }
}

/**
 * Compares a text with what a test expects. With `--update` it writes the text into the file of the test instead, as
 * the snapshots of Vitest do, so that a sentence that changes is one command.
 *
 * @param said the text
 * @param expected the literal of the test, whose lines may be indented by six blanks
 */
export function expectText(said: string, expected: string): void {
  const wanted = expected.replace(/^\n/, '').replace(/^ {6}/gm, '')
  if (said === wanted || !inject('isUpdating')) {
    expect(said).toBe(wanted)
    return
  }
  const file = expect.getState().testPath!
  writeFileSync(file, updated(readFileSync(file, 'utf8'), expected, said))
}

/**
 * The source of a test with another expectation in place of the first one that is equal to the old one.
 *
 * Throws if the old one is no literal of its own, for example because it is put together.
 */
export function updated(source: string, expected: string, said: string): string {
  // Any file has some empty text that means another one.
  if (expected === '') throw new Error('An empty expectation is not updated; write a word into it.')
  const old = expected.includes('\n')
    ? `\`${escaped(expected)}\``
    : [`'${expected}'`, `\`${escaped(expected)}\``].find(one => source.includes(one))
  if (old === undefined || !source.includes(old))
    throw new Error('This expectation is no literal, so it is not updated; change it by hand.')
  const isIndented = expected.startsWith('\n')
  const text = isIndented ? `\n${said.replace(/^(?=.)/gm, '      ')}` : said
  return source.replace(old, () => `\`${escaped(text)}\``)
}

/** A text as it stands in a template literal. */
const escaped = (text: string): string => text.replace(/[\\`]|\$(?=\{)/g, '\\$&')
