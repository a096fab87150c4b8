import { expect, test } from 'vitest'
import { ownFolder } from '../../test/own-folder.ts'
import { explainConfig } from './explain-config.ts'

const { at, write } = ownFolder()

test('rules that do not run are told apart', async () => {
  const rule = (id: string, expression: string, others: object = {}): object => ({
    id,
    tag: 'CONTROL',
    expression,
    message: 'It has no title.',
    ...others,
  })
  write({
    'recline.json': {
      severity: { 'rule/silenced': 'off', 'rule/on': 'warning' },
      rules: [
        rule('runs', 'has(title)', { severty: 'warning' }),
        rule('misspelled', 'has(titel)'),
        rule('of-others', 'has(title)', { tag: 'CONTRL' }),
        rule('runs', 'has(owner)'),
        rule('off', 'has(title)', { severity: 'off' }),
        rule('silenced', 'has(title)'),
        rule('on', 'has(title)', { severity: 'off' }),
      ],
    },
  })
  const { text } = await explainConfig(at('a.compliance.rec'), [])
  const mistake = '(does not run, because it has a mistake)'
  expect(text.replace(/\s+/g, ' ')).toContain(
    ` Rules runs, misspelled ${mistake}, of-others ${mistake}, runs ${mistake}, off (off), silenced (off), on `,
  )
})
