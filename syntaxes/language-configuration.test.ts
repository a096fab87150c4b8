import { expect, test } from 'vitest'
import configuration from './language-configuration.json' with { type: 'json' }

test.each([
  ['@CONTROL rid=CTL-0001', 'CONTROL · rid · CTL-0001'],
  ['status="in-progress" | maturity:int=3', 'status · in-progress · maturity · int · 3'],
  ['domain=core.compliance@1.0', 'domain · core.compliance · 1.0'],
  ['due:ts=2026-06-30T08:00:00.5+02:00', 'due · ts · 2026-06-30T08:00:00.5+02:00'],
  ['"Done by José, quarterly. Next: in-"', 'Done · by · José · quarterly · Next · in'],
])('the words of %s', (text, words) => {
  const { pattern, flags } = configuration.wordPattern
  expect(text.match(new RegExp(pattern, `${flags}g`))?.join(' · ')).toBe(words)
})

test.each([
  ['behind a last |, the record goes on', '@CONTROL rid=1 |$0', '@CONTROL rid=1 |⏎  | $0'],
  ['and so does its continuation line', '  | title="a|b" | $0', '  | title="a|b" | ⏎  | $0'],
  [
    'before a |, the fields behind it go on the next line',
    '@CONTROL rid=1 $0| title="x"',
    '@CONTROL rid=1 ⏎  $0| title="x"',
  ],
  ['an empty continuation line ends the record', '  | $0', '  | ⏎$0'],
  ['a record that is complete ends', '@CONTROL rid=1$0', '@CONTROL rid=1⏎$0'],
  ['a continuation line keeps its indentation', '  | rid=1$0', '  | rid=1⏎  $0'],
  ['inside a string', '@CONTROL title="x |$0"', '@CONTROL title="x |⏎$0"'],
  ['a comment', '# a |$0', '# a |⏎$0'],
  ['the first line of a block', '@BEGIN a |$0', '@BEGIN a |⏎$0'],
])('Enter: %s', (_, before, after) => expect(enter(before)).toBe(after))

/** What Enter does at the cursor `$0` of a line, by the rules of the configuration. */
function enter(line: string): string {
  const [before = '', behind = ''] = line.split('$0')
  const indentation = /^\s*/.exec(before)![0]
  const rule = configuration.onEnterRules.find(
    ({ beforeText, afterText }) => new RegExp(beforeText).test(before) && new RegExp(afterText ?? '').test(behind),
  )
  const kept = rule?.action.indent === 'outdent' ? '' : indentation
  return `${before}⏎${kept}${rule?.action.appendText ?? ''}$0${behind}`
}
