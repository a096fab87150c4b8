import { describe, test } from 'vitest'
import { expectLinearSteps } from '../../test/count-steps.ts'
import { globMatcher } from './glob.ts'

describe('a glob matches in a number of steps that grows as the path', () => {
  test.each(['*a*a*a*a*b', '*?*?*?*?b', '[a]*[a]*[a]*b', '{*a*a*,*a*a*}b', '**/*a*/**/*a*/**/*a*/b'])('%s', glob => {
    const isMatch = globMatcher([glob])
    const path = (size: number): string => (glob.includes('/') ? 'a/' : 'a').repeat(size)
    expectLinearSteps(2000, size => {
      const text = path(size)
      return () => void isMatch(text)
    })
  })
})
