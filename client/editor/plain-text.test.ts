import { expect, test } from 'vitest'
import { hostileValues } from '../../test/hostile-values.ts'
import { plainItem, withoutIcons, withoutLinks } from './plain-text.ts'

/** What VS Code takes for a link and for an icon. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i
const icon = /(?<!\\)\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/

test('a message has no link', () => {
  expect(hostileValues.link).toMatch(link)
  for (const text of Object.values(hostileValues)) expect(withoutLinks(text)).not.toMatch(link)
  expect(withoutLinks('[a](command:b) (c) [d]')).toBe('[a] (command:b) (c) [d]')
})

test('an entry of a list has no icon', () => {
  expect(hostileValues.icon).toMatch(icon)
  const text = hostileValues.icon
  const { label, description, detail, id } = plainItem({ label: text, description: text, detail: text, id: text })
  for (const plain of [label, description, detail]) expect(plain).not.toMatch(icon)
  expect(id).toBe(text)
  expect(plainItem({ label: 'a' })).toEqual({ label: 'a' })
  expect(withoutIcons('$(zap) \\$(zap) $(hostname -s) $5')).toBe('\\$(zap) \\$(zap) $(hostname -s) $5')
})
