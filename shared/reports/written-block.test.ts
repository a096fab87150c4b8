import { expect, test } from 'vitest'
import { readTemplate } from './fill-template.ts'
import { writtenBlock } from './written-block.ts'

test('a block that is written is read again, whatever its expressions have', () => {
  const where = 'title == "```"\n&& status == "open"\r\n  || has(owner)'
  const { parts, problems } = readTemplate(writtenBlock(['tag FINDING', `where ${where}`]))
  expect(problems).toEqual([])
  expect(parts).toMatchObject([
    { tag: 'FINDING', query: { where: 'title == "```" && status == "open" || has(owner)' } },
  ])
})
