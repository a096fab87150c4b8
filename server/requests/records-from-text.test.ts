import { expect, test } from 'vitest'
import { open } from '../../test/editor.ts'
import { recordsFromText } from './records-from-text.ts'

test('JSON becomes records of the tag with the same fields', () => {
  expect(pasted('{"rid": "CTL-1", "title": "Reviews", "maturity": 3}')).toBe(
    '@CONTROL rid=CTL-1 | title="Reviews" | maturity:int=3\n',
  )
  expect(pasted('[{"rid":"F-1","control_ref":"CTL-1","severity":"high"},{"$tag":"CONTROL","rid":"CTL-2"}]')).toBe(
    '@FINDING rid=F-1 | control_ref="CTL-1" | severity="high"\n@CONTROL rid=CTL-2\n',
  )
})

test('JSON Lines are accepted', () => {
  expect(pasted('{"rid":"CTL-1","maturity":1}\n{"rid":"CTL-2","maturity":2}\n')).toBe(
    '@CONTROL rid=CTL-1 | maturity:int=1\n@CONTROL rid=CTL-2 | maturity:int=2\n',
  )
})

test('CSV becomes records, also with tabs as from a spreadsheet', () => {
  expect(pasted('rid,title,maturity\nCTL-1,"Reviews, all",3\n')).toBe(
    '@CONTROL rid=CTL-1 | title="Reviews, all" | maturity:int=3\n',
  )
  expect(pasted('rid\tmaturity\r\nCTL-1\t3\r\nCTL-2\t\r\n')).toBe(
    '@CONTROL rid=CTL-1 | maturity:int=3\n@CONTROL rid=CTL-2\n',
  )
})

test('names of columns are found as in an import', () => {
  expect(pasted('Rid\tControl Ref\tSeverity \tRemediation due\nF-1\tCTL-1\tlow\t13.12.2026\n')).toBe(
    '@FINDING rid=F-1 | control_ref="CTL-1" | severity="low" | remediation_due:ts=2026-12-13\n',
  )
  expect(pasted('rid,Control refs,severity\nF-1,CTL-1,low\n')).toBe(
    '@FINDING rid=F-1 | control_ref="CTL-1" | severity="low"\n',
  )
  // Nothing is lost.
  expect(pasted('Rid\tControl Ref\tSeverity\tRisk of "x" (1-5)\nF-1\tCTL-1\tlow\t3\n')).toBe(
    '@FINDING rid=F-1 | control_ref="CTL-1" | severity="low" | risk_of_x_1_5="3"\n',
  )
  expect(pasted('rid,control_ref,!,?\nF-1,CTL-1,a,b\n')).toBeNull()
  expect(pasted('rid,control_ref,severity,a b,A-B c,a-b c\nF-1,CTL-1,low,1,2,3\n')).toBeNull()
})

test('dates and numbers of a spreadsheet are read, unless they can mean two values', () => {
  expect(pasted('rid\tcollected\nEVD-1\t13.12.2026\nEVD-2\t1.2.2026\n')).toBe(
    '@EVIDENCE rid=EVD-1 | collected:ts=2026-12-13\n@EVIDENCE rid=EVD-2 | collected:ts=2026-02-01\n',
  )
  expect(pasted('rid;maturity\nCTL-1;3,0\n')).toBe('@CONTROL rid=CTL-1 | maturity:int=3\n')
  expect(pasted('rid,collected\nEVD-1,05/06/2026\n')).toBe('@EVIDENCE rid=EVD-1 | collected="05/06/2026"\n')
})

test('the domains in force at the line decide which tags fit', () => {
  const text = '{"rid":"POL-1","title":"Travel","status":"retired"}'
  expect(pasted(text)).toMatch(/^@POLICY rid=POL-1/)
  expect(pasted(text, '@DOC domain=hr\n$0')).not.toMatch(/^@POLICY/)
})

test('the records have the line breaks of the file', () =>
  expect(pasted('{"rid":"CTL-1","maturity":1}', '@CONTROL rid=CTL-9\r\n$0')).toBe(
    '@CONTROL rid=CTL-1 | maturity:int=1\r\n',
  ))

test('there are no records for other text', () => {
  for (const text of [
    '',
    'a note',
    'a, b\nc, d\n',
    '{"a": 1}',
    '[1, 2]',
    '{"rid": "CTL-1", "maturity": 3',
    '{"rid":"CTL-1","maturity":{"a":1}}',
    '@CONTROL rid=CTL-1\n@CONTROL rid=CTL-2',
    '[]',
    'rid,maturity',
    '10:30, 11:45\n12:00, 13:15\n',
    'Dear Ana, hello\nplease see below\n',
    `rid,maturity,${'x'.repeat(1000)}\n1,2,3\n`,
    `rid,maturity${',x y'.repeat(100_000)}\n1,2,3\n`,
  ]) {
    expect(pasted(text), text).toBeNull()
  }
})

function pasted(text: string, file = '$0'): string | null {
  const { snapshot, position } = open(file, { fileName: file.includes('@DOC') ? 'test.rec' : 'test.compliance.rec' })
  return recordsFromText(snapshot, { line: position.line, text })[0]?.text ?? null
}
