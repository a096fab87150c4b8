import { expect, test } from 'vitest'
import { merged } from '../../test/merges.ts'

/** A conflict in git's markers. */
const conflict = (ourLabel: string, ours: string, theirLabel: string, theirs: string): string =>
  `<<<<<<< ours: ${ourLabel}\n${ours}=======\n${theirs}>>>>>>> theirs: ${theirLabel}\n`

test('what one side removed and the other left as it was is removed', () => {
  const all = '@A rid=1 | x=1\n# note\n\n@A x=1\ntext\n@A rid=4\n'
  const changed = all.replace('rid=4', 'rid=4 | x=1')
  for (const removed of ['@A rid=1 | x=1\n', '# note\n\n', 'text\n']) {
    const [less, result] = [all.replace(removed, ''), changed.replace(removed, '')]
    expect(merged(all, less, changed)).toBe(result)
    expect(merged(all, changed, less)).toBe(result)
  }
})

test('what both sides removed is removed', () => {
  const all = '@A rid=1\n# note\n\ntext\n@A rid=2\n'
  expect(merged(all, '@A rid=2 | x=1\n', '@A rid=2\n@A rid=3\n')).toBe('@A rid=2 | x=1\n@A rid=3\n')
})

test('a record that one side alone changed is as it has it, also if its fields are not clear', () => {
  const [unclear, clear] = ['@A rid=1 | x="a\n', '@A rid=1\n']
  expect(merged(`${clear}@B\n`, `${unclear}@B\n`, `${clear}@B\n@C\n`)).toBe(`${unclear}@B\n@C\n`)
  expect(merged(`${clear}@B\n`, `${clear}@B\n@C\n`, `${unclear}@B\n`)).toBe(`${unclear}@B\n@C\n`)
})

test('what one side removed and the other changed is a conflict', () => {
  const [record, commented, text, changed] = ['@A rid=1 | x=1\n', '# a\n@A rid=1 | x=1\n', 'text\n', 'texts\n']
  const rest = '@A rid=2\n'
  expect(merged(record + rest, rest, commented + rest)).toBe(conflict('removed', '', 'comments', commented) + rest)
  expect(merged(record + rest, commented + rest, rest)).toBe(conflict('comments', commented, 'removed', '') + rest)
  expect(merged(text + rest, rest, changed + rest)).toBe(conflict('removed', '', 'changed', changed) + rest)
  expect(merged(text + rest, changed + rest, rest)).toBe(conflict('changed', changed, 'removed', '') + rest)
})

test('the label of a conflict names all that a side changed', () => {
  const [base, changed] = ['@A rid=1 | x=1 | y=1 | z=1\n', '# a\n@A rid=1 | x=2 | z=1 | w\n']
  expect(merged(base, '', changed)).toBe(conflict('removed', '', 'x, y, w, comments', changed))
})

test('text that is no record is a conflict if both sides changed it', () => {
  expect(merged('one\n@A rid=1\n', 'two\n@A rid=1\n', 'three\n@A rid=1\n')).toBe(
    `${conflict('changed', 'two\n', 'changed', 'three\n')}@A rid=1\n`,
  )
  expect(merged('one\n@A rid=1\n', 'two\n@A rid=1\n', 'two\n@A rid=1 | x=1\n')).toBe('two\n@A rid=1 | x=1\n')
  expect(merged('one\n@A rid=1\n', 'one\n@A rid=1 | x=1\n', 'two\n@A rid=1\n')).toBe('two\n@A rid=1 | x=1\n')
})

test('comments that both sides changed are a conflict, and fields combine in it', () => {
  const [base, ours] = ['# a\n@A rid=1 | x=1 | y=1\n', '# b\n@A rid=1 | x=2 | y=1\n']
  expect(merged(base, ours, '# c\n@A rid=1 | x=1 | y=2\n')).toBe(
    conflict('comments', '# b\n@A rid=1 | x=2 | y=2\n', 'comments', '# c\n@A rid=1 | x=2 | y=2\n'),
  )
  expect(merged(base, ours, '# c\n@A rid=1 | x=3 | y=1\n')).toBe(
    conflict('x, comments', ours, 'x, comments', '# c\n@A rid=1 | x=3 | y=1\n'),
  )
})

// The comments of the base, of ours, of theirs, and of the result.
test.each([
  ['# a\n', '# b\n', '# a\n', '# b\n'],
  ['# a\n', '# a\n', '# b\n', '# b\n'],
  ['# a\n', '# b\n', '# b\n', '# b\n'],
  ['# a\n', '', '# a\n', ''],
  ['# a\n', '# a\n', '', ''],
  ['', '', '# b\n', '# b\n'],
  ['', '# b\n# c\n', '', '# b\n# c\n'],
])('comments combine with the fields that both sides changed: %j, %j, %j', (base, ours, theirs, result) =>
  expect(
    merged(`${base}@A rid=1 | x=1 | y=1\n`, `${ours}@A rid=1 | x=2 | y=1\n`, `${theirs}@A rid=1 | x=1 | y=2\n`),
  ).toBe(`${result}@A rid=1 | x=2 | y=2\n`),
)

// The blank lines of the base, of ours, of theirs, and of the result.
test.each([
  ['', '\n', '', '\n'],
  ['', '', '\n', '\n'],
  ['\n', '', '\n', ''],
  ['\n', '\n', '', ''],
  ['', '\n', '\n\n', '\n'],
  ['\n', '\n\n', '', '\n\n'],
])('blank lines are as the side that changed them has them: %j, %j, %j', (base, ours, theirs, result) => {
  const record = (blank: string, x: number, y: number): string => `@B\n${blank}@A rid=1 | x=${x} | y=${y}\n`
  expect(merged(record(base, 1, 1), record(ours, 2, 1), record(theirs, 1, 2))).toBe(record(result, 2, 2))
  expect(merged(record(base, 1, 1), record(ours, 1, 1), record(theirs, 1, 2))).toBe(record(result, 1, 2))
  expect(merged(record(base, 1, 1), record(ours, 2, 1), record(theirs, 3, 1))).toBe(
    `@B\n${result}${conflict('x', '@A rid=1 | x=2 | y=1\n', 'x', '@A rid=1 | x=3 | y=1\n')}`,
  )
})

test('blank lines above a conflict of a removed record stay', () => {
  expect(merged('@B\n\n@A rid=1\n', '@B\n', '@B\n\n@A rid=1 | x=1\n')).toBe(
    `@B\n\n${conflict('removed', '', 'x', '@A rid=1 | x=1\n')}`,
  )
})

test('the same record from both sides is there once', () => {
  expect(merged('@B\n', '@B\n\n@A rid=1 | x=1\n', '@B\n@A rid=1 | x=1\n@C\n')).toBe('@B\n\n@A rid=1 | x=1\n@C\n')
  expect(merged('@B\n', '@B\n@A rid=1 | x=1\n', '@B\n@A rid=1 | x="1"\n@C\n')).toBe('@B\n@A rid=1 | x=1\n@C\n')
})

test('two new records with one id are a conflict, in which each side has its own', () => {
  const added = (ours: string, theirs: string): string => merged('@B\n', `@B\n${ours}`, `@B\n${theirs}`)
  const [one, commented, more, unclear] = ['@A rid=1\n', '# a\n@A rid=1\n', '@A rid=1 | y=1\n', '@A rid=1 | y="1\n']
  expect(added(more, one)).toBe(`@B\n${conflict('y', more, 'y', one)}`)
  expect(added(one, commented)).toBe(`@B\n${conflict('comments', one, 'comments', commented)}`)
  expect(added(one, unclear)).toBe(`@B\n${conflict('the whole record', one, 'the whole record', unclear)}`)
})

test('if strict, only a record that both sides gave other values is a conflict', () => {
  const strict = (ours: string, theirs: string): string =>
    merged('@A rid=1 | x=1 | y=1\n', `@A rid=1 | ${ours}\n`, `@A rid=1 | ${theirs}\n`, { isStrict: true })
  expect(strict('x="1" | y=1', 'x=1 | y="1"')).toBe('@A rid=1 | x="1" | y="1"\n')
  expect(strict('x=2 | y=1', 'x=1 | y=1')).toBe('@A rid=1 | x=2 | y=1\n')
  expect(strict('x=2 | y=1', 'x=2 | y=1 | z=1')).toContain('<<<<<<< ours: z\n')
})

test('a record without a line end at the end of one version gets records below', () => {
  expect(merged('@A rid=1 | x=1 | y=1', '@A rid=1 | x=2 | y=1\n@A rid=2', '@A rid=1 | x=1 | y=2')).toBe(
    '@A rid=1 | x=2 | y=2\n@A rid=2',
  )
  expect(merged('@A rid=1 | x=1 | y=1', '@A rid=1 | x=2 | y=1', '@A rid=1 | x=1 | y=2\n@A rid=2')).toBe(
    '@A rid=1 | x=2 | y=2\n@A rid=2',
  )
})
