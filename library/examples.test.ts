import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import * as library from './index.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const examples = globSync('*.ts', { cwd: folder, ignore: '*.test.ts' }).flatMap(file => examplesIn(file))

test('each function has an example', () => {
  const functions = Object.keys(library).filter(name => name !== 'apply' && name !== 'fixes')
  expect(functions.filter(name => !examples.some(({ code }) => code.startsWith(`${name}(`)))).toEqual([])
})

test.each(examples)('$code', ({ code, result }) => expect(evaluated(code)).toEqual(evaluated(result)))

/** The examples of docstrings: code, and its result as a comment below it. */
function examplesIn(file: string): { code: string; result: string }[] {
  const text = readFileSync(`${folder}${file}`, 'utf8')
  return [...text.matchAll(/ \* @example\n((?: \* .*\n)+)/g)].map(([, lines]) => {
    const [, code, result] = /^([^]*?)\n\/\/ ([^]*)$/.exec(lines!.replace(/^ \* /gm, ''))!
    return { code: code!, result: result!.replaceAll('\n//', '\n').trim() }
  })
}

/** What an expression is that uses the library. */
const evaluated = (code: string): unknown =>
  new Function(...Object.keys(library), `return (${code})`)(...Object.values(library))
