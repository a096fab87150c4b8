import { expect, test } from 'vitest'
import { type Editor, open } from '../../test/editor.ts'
import { playgroundFiles } from './playground-files.ts'

const fleet = {
  domain: 'acme.fleet',
  version: '1.0',
  description: 'Vehicles.',
  records: [{ tag: 'VEHICLE', description: 'A vehicle.', fields: [{ name: 'rid', type: 'string' as const }] }],
}

/** The files for the lines of a selection, from 0, and how many records they have. */
const filesFor = (text: string, first: number, last: number, editor: Editor = {}) => {
  const selection = { anchor: { line: first, character: 0 }, active: { line: last, character: 1 } }
  const found = playgroundFiles(open(text, editor).snapshot, { selections: [selection] })
  return found && { ...found, files: found.files.map(({ name, text }) => `${name}:\n${text}`) }
}

const text = `@DOC domain=core.compliance
# The first
@CONTROL rid=CTL-1
@CONTROL rid=CTL-2
  | maturity:int=3
@CONTROL rid=CTL-3
`

test('whole records with their comments, below the header that they have', () => {
  expect(filesFor(text, 2, 3, { fileName: 'a.rec' })).toEqual({
    files: [
      'a.rec:\n@DOC domain=core.compliance\n# The first\n@CONTROL rid=CTL-1\n@CONTROL rid=CTL-2\n  | maturity:int=3\n',
    ],
    records: 2,
    domains: [],
  })
})

test('a header in the selection is there once', () => {
  expect(filesFor(text, 0, 2, { fileName: 'a.rec' })?.files).toEqual([
    'a.rec:\n@DOC domain=core.compliance\n# The first\n@CONTROL rid=CTL-1\n',
  ])
})

test('the name of the file says the domain, or a header does what the settings do', () => {
  const record = '@CONTROL rid=CTL-1\n'
  expect(filesFor(record, 0, 0, { fileName: 'q1.compliance.rec' })?.files).toEqual([`q1.compliance.rec:\n${record}`])
  expect(filesFor(record, 0, 0, { fileName: 'q1.rec', domains: ['core.compliance'] })?.files).toEqual([
    `q1.rec:\n@DOC domain=[core.compliance]\n${record}`,
  ])
})

test('the descriptor of a domain that is not built in is there', () => {
  const found = filesFor('@DOC domain=acme.fleet\n@VEHICLE rid=V-1\n', 1, 1, { descriptors: [fleet] })
  expect(found?.domains).toEqual(['acme.fleet'])
  expect(JSON.parse(found!.files[1]!.replace('acme.fleet.domain.json:\n', ''))).toEqual(fleet)
})

test('nothing is there without a record', () => expect(filesFor('\n\n', 0, 1)).toBeNull())
