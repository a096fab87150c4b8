import { expect, test } from 'vitest'
import { applyEdit, open } from '../../test/editor.ts'
import { removeEmptyFields } from './empty-fields.ts'

/** The text without these fields where they are empty in the record at `$0`. */
function without(text: string, ...fields: string[]): string {
  const { snapshot, position } = open(text)
  return applyEdit(snapshot, {
    changes: { [snapshot.uri]: removeEmptyFields(snapshot, { line: position.line, fields }) },
  })
}

test('fields that are empty and not required are removed', () => {
  const given = '# a\n$0@FINDING rid=F-1 | control_ref="" | severity="high" | remediation_due:ts= | status=""\n# b'
  expect(without(given, 'rid', 'control_ref', 'severity', 'remediation_due', 'status')).toBe(
    '# a\n@FINDING rid=F-1 | severity="high"\n# b',
  )
  expect(without(given, 'status')).toBe(
    '# a\n@FINDING rid=F-1 | control_ref="" | severity="high" | remediation_due:ts=\n# b',
  )
})

test('all of them together, on several lines, and the first ones', () => {
  expect(without('$0@EVIDENCE control_ref="" | type="" | collector="x"', 'control_ref', 'type')).toBe(
    '@EVIDENCE collector="x"',
  )
  expect(without('$0@EVIDENCE control_ref="" | type=""', 'control_ref', 'type')).toBe('@EVIDENCE')
  expect(without('$0@EVIDENCE control_ref=""\n  | type="x"\n  | collector=""\n', 'control_ref', 'collector')).toBe(
    '@EVIDENCE\n  | type="x"\n',
  )
})

test('a required field, one with a value, and one that is written twice stay', () => {
  for (const text of [
    '$0@CONTROL rid= | title="x"',
    '$0@CONTROL rid=C-1 | title=" "',
    '$0@CONTROL rid=C-1 | title="" | title=""',
    '$0@CONTROL rid=C-1 | title="',
    '$0@CONTROL rid=C-1 | title="" x',
    '$0@CONTROL rid=C-1 | title',
    '$0@XYZ title=""',
    '$0# title=""',
  ])
    expect(without(text, 'rid', 'title'), text).toBe(text.replace('$0', ''))
})
