import * as v from 'valibot'
import { expect, test } from 'vitest'
import { actionTitled, actionTitles, applyEdit, expectAction, open } from '../../test/editor.ts'
import { codeActions } from '../features/code-actions.ts'
import { changeAllData, resolveChangeAll } from './change-all.ts'

const high = `@FINDING rid=F-1 | severity="Hi$0gh" | status="open"
@FINDING rid=F-2 | severity=High
@FINDING rid=F-3 | severity="HIGH" | title="High"
@FINDING rid=F-4 | severity="High" | severity="low"
@CONTROL rid=C-1 | title="High" | status="High"
`

test('a value that is not allowed is changed in all records of the file', () => {
  expect(actionTitles(high).filter(title => title.startsWith('Change all'))).toEqual([
    'Change all 3 "High" to "high" in this file',
    'Change all "High" to "high" in the workspace…',
  ])
  expectAction(
    high,
    'Change all 3 "High" to "high" in this file',
    // It is uncertain which value of a field counts that a record has twice.
    high.replace('$0', '').replace('"High" | status="open"', '"high" | status="open"').replace('=High', '="high"'),
  )
})

test('a value or a name that only one record has is changed in the workspace', () => {
  const client = { editRecordsCommand: undefined }
  const one = '@CONTROL rid=C-1 | status="Tes$0ted" | note="x"\n'
  expect(actionTitles(one, undefined, { client }).filter(title => title.startsWith('Change all'))).toEqual([])
  expect(actionTitled(one, 'Change all "Tested" to "tested" in the workspace…')).toMatchObject({
    command: {
      command: 'recline.editRecords',
      arguments: [
        {
          tag: 'core.compliance.CONTROL',
          where: '',
          change: { set: [], unset: [], delete: false, mapValue: ['status:"Tested"="tested"'] },
        },
      ],
    },
  })
})

test('the action for the workspace says how many there are, if that is known of all files', () => {
  const titleWith = (elsewhere: number | undefined, text: string, isIndexComplete = true): string[] => {
    const { snapshot, position } = open(text)
    const range = { start: position, end: position }
    const actions = codeActions({ ...snapshot, isIndexComplete }, range, { diagnostics: [] }, () => elsewhere)
    return actions.flatMap(({ title }) => (title.includes('workspace') ? title : []))
  }
  expect(titleWith(1401, high)).toEqual(['Change all 1,404 "High" to "high" in the workspace…'])
  expect(titleWith(undefined, high)).toEqual(['Change all "High" to "high" in the workspace…'])
  expect(titleWith(1401, high, false)).toEqual(['Change all "High" to "high" in the workspace…'])
  const one = '@CONTROL rid=C-1 | status="Tes$0ted"\n'
  expect(titleWith(0, one)).toEqual(['Change all "Tested" to "tested" in the workspace…'])
  expect(titleWith(1, one)).toEqual(['Change all 2 "Tested" to "tested" in the workspace…'])
})

test('so are the names of fields, and truth values', () => {
  const owners =
    '@CONTROL rid=C-1 | Ow$0ner="a"\n@CONTROL rid=C-2 | Owner="b"\n@CONTROL rid=C-3 | Owner="c" | owner="d"\n'
  expectAction(
    owners,
    'Change all 3 Owner to owner in this file',
    '@CONTROL rid=C-1 | owner="a"\n@CONTROL rid=C-2 | owner="b"\n@CONTROL rid=C-3 | Owner="c" | owner="d"\n',
  )
  expectAction(
    '@PATIENT active="Ye$0s"\n@PATIENT active:int=1\n@PATIENT active="Yes"\n',
    'Change all 2 "Yes" to "true" in this file',
    '@PATIENT active:bool=true\n@PATIENT active:int=1\n@PATIENT active:bool=true\n',
  )
  expect(actionTitles('@CONTROL rid=C-1 | xy$0zzy="a"\n@CONTROL rid=C-2 | xyzzy="a"\n').join()).not.toContain(
    'Change all',
  )
})

test('an action that was offered for an older text is computed for the text as it is', () => {
  const client = { resolvesActions: true }
  const { snapshot, position } = open(high, { client })
  const range = { start: position, end: position }
  const action = codeActions(snapshot, range, { diagnostics: [] }).find(({ title }) => title.includes('in this file'))!
  expect(action.edit).toBeUndefined()
  const data = v.parse(changeAllData, action.data)
  const text = `# new\n${high.replace('$0', '').replaceAll('=High', '="high"')}@FINDING rid=F-5 | severity="High"\n`
  const later = open(text, { client }).snapshot
  expect(applyEdit(later, resolveChangeAll(later, action, data).edit!)).toBe(
    text
      .replace('"High" | status="open"', '"high" | status="open"')
      .replace('F-5 | severity="High"', 'F-5 | severity="high"'),
  )
})
