import { expect, test } from 'vitest'
import { tablesOf } from '../../test/convert.ts'
import { markdownOf } from './markdown.ts'

const toMarkdown = (records: string): string =>
  tablesOf(records)
    .map(({ table }) => [...markdownOf(table)].join(''))
    .join('\n')

test('a table for each tag, numbers on the right', () => {
  expect(toMarkdown('@CONTROL rid=CTL-1 | maturity:int=3\n@RISK_SCORE x="y"\n@CONTROL title="x"\n')).toBe(`\
## CONTROL

| rid | maturity | title |
| --- | --: | --- |
| CTL-1 | 3 |  |
|  |  | x |

## RISK_SCORE

| x |
| --- |
| y |
`)
})

test('records without fields', () => expect(toMarkdown('@A\n')).toBe('## A\n\n|  |\n| --- |\n|  |\n'))

test('values are shown as they are', () => {
  expect(
    toMarkdown('@A x="a|b \\\\| <img src=x onerror=alert(1)> [x](y) *b* __c__ d_e `f` &amp; ~~g~~\\nh\\r\\ni $1$"\n'),
  ).toBe(`\
## A

| x |
| --- |
| a\\|b \\\\\\| \\<img src=x onerror=alert(1)\\> \\[x\\](y) \\*b\\* \\_\\_c\\_\\_ d_e \\\`f\\\` \\&amp; \\~\\~g\\~\\~<br>h<br>i \\$1\\$ |
`)
})

test('characters that control a terminal or the direction of text are shown as their numbers', () =>
  expect(toMarkdown('@A x="a\u001b[31mb\u202ec\u2028d\te"\n')).toContain(
    '| a\\\\u001b\\[31mb\\\\u202ec\\\\u2028d\te |',
  ))
