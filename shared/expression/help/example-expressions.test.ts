import { expect, test } from 'vitest'
import { builtinRegistry } from '../../../test/records.ts'
import { readEdit } from '../../edit/record-edit.ts'
import { exampleExpressions } from './example-expressions.ts'

test('an edit is shown with fields of the tag, those with allowed values first', () => {
  expect(exampleExpressions(builtinRegistry.tags.get('core.compliance.FINDING')!)).toEqual({
    where: 'severity == "low" && status == "open"',
    set: 'severity = "critical", status = "closed"',
  })
  expect(exampleExpressions(builtinRegistry.tags.get('core.compliance.EVIDENCE')!)).toEqual({
    where: 'type == "document" && collected < now',
    set: 'type = "report", collected = collected + duration("30d")',
  })
})

test('the examples for every tag are an edit that can run', () => {
  for (const path of builtinRegistry.tags.keys()) {
    const { where, set } = exampleExpressions(builtinRegistry.tags.get(path)!)
    expect(where, path).not.toBe('')
    const edit = readEdit({ tag: path, where, set: [set], unset: [], delete: false }, builtinRegistry)
    expect('mistake' in edit && edit.mistake.message, `${path}: ${where} / ${set}`).toBe(false)
  }
})
