import { expect, test } from 'vitest'
import { snapshotOf } from '../../test/editor.ts'
import { typedTags } from './typed-tags.ts'

test('the tags of each header, with how their fields are written', () => {
  const text = '@DOC domain=core.security\n@CREDENTIAL rid=C-1\n@DOC domain=core.security\n@DOC domain=core.hr\n'
  const sections = typedTags(snapshotOf(text, { fileName: 'a.compliance.rec', others: {} }))
  expect(sections.map(({ header }) => header)).toEqual(['', '@DOC domain=core.security', '@DOC domain=core.hr'])
  const control = sections[0]!.tags.find(({ name }) => name === 'CONTROL')!
  expect(control.fields.filter(({ name }) => ['rid', 'status', 'maturity'].includes(name))).toEqual([
    { name: 'rid', text: 'rid=', cursor: 4, isRequired: true, hasList: false },
    { name: 'status', text: 'status=""', cursor: 8, isRequired: false, hasList: true },
    { name: 'maturity', text: 'maturity:int=', cursor: 13, isRequired: false, hasList: false },
  ])
})

test('of tags with one name, that of the domain with most records comes first', () => {
  const policies = (text: string): string[] => {
    const [section] = typedTags(snapshotOf(text, { fileName: 'a.rec', others: {} }))
    return section!.tags.filter(({ name }) => name === 'POLICY').map(({ fields }) => fields.map(one => one.name).join())
  }
  const [first, ...others] = policies('@CONTROL rid=1 | maturity:int=3\n')
  expect(others.length).toBeGreaterThan(0)
  expect(policies('@CLAIM rid=1\n')[0]).not.toBe(first)
})
