import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../../test/damaged.ts'
import { runs } from '../../../test/property-values.ts'
import { check } from '../../../test/records.ts'
import { applyChanges } from '../../syntax/text-change.ts'
import { parse, type Tree } from '../../syntax/tree.ts'
import { setHeaderDomains } from './header.ts'

const withHeader = (text: string): string => {
  const file = check(text)
  return applyChanges(file.tree, [setHeaderDomains(file, 0, ['core.hr'])])
}

test('a new header takes in no line below it as its continuation', () => {
  expect(withHeader('  | title="x"\n')).toBe('@DOC domain=core.hr\n\n  | title="x"\n')
  expect(withHeader('# Notes\r\n\r\n\t| title="x"')).toBe('# Notes\r\n\r\n@DOC domain=core.hr\r\n\r\n\t| title="x"')
})

test('a new header starts its line', () => {
  expect(withHeader('# Notes\n\n  ')).toBe('# Notes\n\n@DOC domain=core.hr\n  ')
  expect(withHeader('\ufeff@CONTROL rid=1')).toBe('\ufeff@DOC domain=core.hr\n@CONTROL rid=1')
})

test('a new header leaves every other line what it was', () =>
  fc.assert(
    fc.property(damagedFiles(), text => {
      fc.pre(!/@\s*doc/i.test(text))
      const lines = ({ entries }: Tree): string[] =>
        entries.filter(({ kind }) => kind !== 'blank').map(({ kind, text }) => `${kind} ${text.replace(/^\ufeff/, '')}`)
      const others = lines(parse(withHeader(text))).filter(line => !line.startsWith('record @DOC domain=core.hr'))
      expect(others).toEqual(lines(parse(text)))
    }),
    { numRuns: runs(1000) },
  ))
