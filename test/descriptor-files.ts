import { expect } from 'vitest'
import type { Fix } from '../shared/check/rule.ts'
import { readDescriptorFile } from '../shared/config/descriptors/descriptor-file.ts'
import type { DescriptorProblem } from '../shared/config/descriptors/descriptor-rule.ts'
import type { FieldDescriptor } from '../shared/domains/descriptor.ts'

/** A descriptor file of `acme.fleet` with one tag, VEHICLE. Each of its fields is given as JSON. */
export const vehicleWith = (...fields: string[]): string =>
  `{ "domain": "acme.fleet", "version": "1.0", "description": "A fleet.", "records": [{ "tag": "VEHICLE", "fields": [${fields.join(', ')}] }] }`

/** The valid fields of the first tag of a descriptor file. */
export const fieldsRead = (text: string): readonly FieldDescriptor[] =>
  readDescriptorFile(text).descriptor!.records[0]!.fields

/** Expects exactly these problems in a descriptor file, each written as `code «marked text» message`. */
export const expectDescriptorProblems = (text: string, ...expected: string[]): void =>
  expect(readDescriptorFile(text).problems.map(problem => showProblem(text, problem))).toEqual(expected)

/** A problem as `code «marked text» message`. */
export const showProblem = (text: string, { code, start, end, message }: DescriptorProblem): string =>
  `${code} «${text.slice(start, end)}» ${message}`

/** The titles of the fixes of all problems of a descriptor file, in order; a * marks those that are preferred. */
export const fixChoices = (text: string): string[] =>
  readDescriptorFile(text).problems.flatMap(({ fixes }) =>
    (fixes?.() ?? []).map(({ title, isPreferred }) => (isPreferred ? `* ${title}` : title)),
  )

/** The text after the fix with this title. Expects that the text has fewer problems afterwards. */
export function fixDescriptor(text: string, title: string): string {
  const { problems } = readDescriptorFile(text)
  const fixes = problems.flatMap(({ fixes }) => fixes?.() ?? [])
  const chosen = fixes.find(fix => fix.title === title)
  if (!chosen)
    throw new Error(`No fix is called "${title}"; there are: ${fixes.map(fix => fix.title).join(' / ') || 'none'}`)
  const fixed = applyFix(text, chosen)
  expect(readDescriptorFile(fixed).problems.length).toBeLessThan(problems.length)
  return fixed
}

/** The text after a fix. */
export const applyFix = (text: string, { edits }: Fix): string =>
  edits
    .toReversed()
    .reduce((before, { start, end, text: inserted }) => before.slice(0, start) + inserted + before.slice(end), text)
