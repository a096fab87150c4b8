import { expect, test } from 'vitest'
import { tokensOfMarkdown } from './tokens.ts'

test('records in rec fences of Markdown have their colors, and nothing else has', () => {
  const text =
    '@A rid=1\n```rec\n@B rid=2\n```\n- x\n  ~~~rec title\n  @C rid=3\n  ~~~\n```record\n@D rid=4\n```\n@E rid=5'
  const colored = tokensOfMarkdown(text).filter(({ whole }) => whole.includes('meta.record'))
  expect(colored.map(token => token.text).join('')).toBe('@Brid=2@Crid=3')
})
