import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

test('no line of a comment is longer than 120 characters, which Biome does not check', () => {
  const files = globSync('**/*.{ts,mts,mjs}', {
    cwd: root,
    ignore: ['**/node_modules/**', 'dist/**', 'website/pages/**'],
  })
  expect(files.length).toBeGreaterThan(0)
  expect(files.flatMap(longCommentLines)).toEqual([])
})

function longCommentLines(file: string): string[] {
  const lines = readFileSync(`${root}${file}`, 'utf8').split('\n')
  return lines.flatMap((line, index) =>
    line.length > 120 && /^\s*(\/\/|\/?\*)/.test(line) ? [`${file}:${index + 1}`] : [],
  )
}
