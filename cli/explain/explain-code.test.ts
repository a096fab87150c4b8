import pc from 'picocolors'
import { expect, test } from 'vitest'
import { problemCodes } from '../../shared/config/problem-codes.ts'
import { codeSections } from '../output/codes-page.ts'
import { explanation } from './explain-code.ts'

const sections = codeSections()
const plain = pc.createColors(false)

test('every code is explained', () => {
  const codes = Object.values(problemCodes).flat()
  expect(sections.map(({ code }) => code).sort()).toEqual(codes.map(({ code }) => code).sort())
})

test.each(sections)(
  'the explanation of $code is text for a terminal, with an example of what is wrong and what is right',
  section => {
    const text = explanation(section, true, plain)
    expect(text).toMatch(/^Wrong:\n {4}\S[^]*^Right:\n {4}\S/m)
    const prose = text.split('\n').filter(line => !line.startsWith('    '))
    expect(prose.filter(line => line.length > 80 && !line.startsWith('To '))).toEqual([])
    expect(prose.join('\n')).not.toMatch(/\]\(|```|^[-|#*] /m)
  },
)
