import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { quote } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { builtinDescriptors } from './built-in.ts'
import { createRegistry } from './registry.ts'
import { sensitiveFieldsOf, withheldText } from './sensitive.ts'

const shown = (text: string): string => withheldText(text, builtinRegistry)

test('values of sensitive fields are replaced, in any writing', () => {
  expect(shown('@PATIENT rid=P-1 | mrn="M | 1" | age:int=3 | birth_date=1971\n# note\n')).toBe(
    '@PATIENT rid=P-1 | mrn="[withheld]" | age:int=3 | birth_date="[withheld]"\n# note\n',
  )
  expect(shown('@patient MRN=[a, b]\n  | mrn="x" | mrn="y"')).toBe(
    '@patient MRN="[withheld]"\n  | mrn="[withheld]" | mrn="[withheld]"',
  )
  expect(shown('@PATIENT rid=P-1 | mrn="x" y | age=3\r\n')).toBe('@PATIENT [withheld]\r\n')
  expect(shown('@PATIENTEN mrn="x" | color=red')).toBe('@PATIENTEN mrn="[withheld]" | color=red')
  expect(shown('@NODE rid=N-1 | mrn="x"')).toBe('@NODE rid=N-1 | mrn="x"')
})

test('what the built-in domains mark exists, and an extension can mark more or less', () => {
  const marked = [...builtinRegistry.tags.values()].flatMap(tag =>
    [...sensitiveFieldsOf(tag).keys()].map(name => `${tag.fullName.path}.${name}`),
  )
  expect(marked).toHaveLength(11)
  const extension = {
    domain: 'acme.hr',
    version: '1.0',
    extends: 'core.hr',
    description: '',
    records: [
      {
        tag: 'REQUISITION',
        fields: [
          { name: 'salary_max', type: 'int', sensitive: 'none' },
          { name: 'rid', type: 'string', sensitive: 'secret' },
        ],
      },
    ],
  } as const
  const tag = createRegistry([...builtinDescriptors, extension]).tags.get('acme.hr.REQUISITION')!
  expect([...sensitiveFieldsOf(tag)]).toEqual([
    ['rid', 'secret'],
    ['salary_min', 'personal'],
  ])
})

test('no value stands in the text, and nothing else changes in records that are well-formed', () => {
  const value = fc.string({ minLength: 1 }).map(text => `§${text}§`)
  fc.assert(
    fc.property(fc.array(fc.tuple(value, fc.string())), all => {
      const text = all
        .map(([mrn, other]) => `@PATIENT rid=P-1 | mrn=${quote(mrn)} | gender=${quote(other.replaceAll('§', ''))}\n`)
        .join('')
      const after = shown(text)
      expect(after).not.toContain('§')
      expect(after).toBe(text.replace(/mrn="(?:[^"\\]|\\.)*"/g, 'mrn="[withheld]"'))
      expect(parseEntries(after)).toHaveLength(parseEntries(text).length)
    }),
    { numRuns: runs(4000) },
  )
})
