import { expect, test } from 'vitest'
import { check, expectFix, expectFixAll, expectNoProblems, expectProblems } from '../../../test/records.ts'
import { problemsOf } from '../check.ts'

test('a field given twice, three times, in another notation, in another line', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | title="a" | title="b" | title="a"
#                                ^^^^^^^^^ duplicate-field: CONTROL has title twice; a record has each field once, and the first one counts.
#                                            ^^^^^^^^^ duplicate-field: CONTROL has title twice; a record has each field once, and the first one counts.
@CONTROL rid=CTL-1 | maturity:int=3
  | maturity="4"
#   ^^^^^^^^^^^^ duplicate-field: CONTROL has maturity twice; a record has each field once, and the first one counts.
#   ^^^^^^^^^^^^ notation: CONTROL.maturity is written in quotes and without its type; the canonical notation is maturity:int=4.
`))

test('names are compared with their case; other records are not compared', () => {
  expectProblems(`
@CONTROL rid=CTL-1 | title="a" | Title="a"
#                                ^^^^^ unknown-field: Title is not a field of CONTROL; did you mean title?
`)
  expectNoProblems('@CONTROL rid=CTL-1\n@CONTROL rid=CTL-1\n')
})

test('records of unknown tags, headers and records without a tag are looked at as well', () =>
  expectProblems(`
@XYZZY a=1 | a=2
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
#            ^^^ duplicate-field: XYZZY has a twice; a record has each field once, and the first one counts.
@DOC title="a" | title="b"
#                ^^^^^^^^^ duplicate-field: DOC has title twice; a record has each field once, and the first one counts.
@ a=1 | a=1
#<- syntax: There is no tag after @; write one, such as @CONTROL.
#       ^^^ duplicate-field: The record has a twice; a record has each field once, and the first one counts.
`))

test('related information stands at the first', () => {
  const file = check('@CONTROL rid=CTL-1 | title="a" | title="b"')
  expect(problemsOf(file)[0]!.related?.()).toEqual([
    { at: { start: 21, end: 26 }, message: 'title is first given here.' },
  ])
})

test('the later one is removed, with its separator', () => {
  expectFix('@CONTROL rid=CTL-1 | title="a" | title="b"\n', 'Remove this title', '@CONTROL rid=CTL-1 | title="a"\n')
  expectFix('@CONTROL rid=CTL-1 | rid=CTL-2 | title="b"\n', 'Remove this rid', '@CONTROL rid=CTL-1 | title="b"\n')
  expectFix('@CONTROL rid=CTL-1 rid=CTL-2 title="b"\n', 'Remove this rid', '@CONTROL rid=CTL-1 | title="b"\n')
  expectFix('@CONTROL rid=CTL-1|rid=CTL-2|title="b"\n', 'Remove this rid', '@CONTROL rid=CTL-1|title="b"\n')
})

test('its text behind the value goes with it', () =>
  expectFix(
    '@CONTROL rid=CTL-1 | title="a" | title="b"c d | status="draft"',
    'Remove this title',
    '@CONTROL rid=CTL-1 | title="a" | status="draft"',
  ))

test('its continuation line goes with it', () => {
  expectFix(
    '@CONTROL rid=CTL-1\r\n\t| rid=CTL-2\r\n\t| title="x"\r\n',
    'Remove this rid',
    '@CONTROL rid=CTL-1\r\n\t| title="x"\r\n',
  )
  expectFix('@CONTROL rid=CTL-1\n  | rid=CTL-2', 'Remove this rid', '@CONTROL rid=CTL-1')
  expectFix('@CONTROL rid=CTL-1\r  | rid=CTL-2 | title="x"\r', 'Remove this rid', '@CONTROL rid=CTL-1\r  | title="x"\r')
  expectFix('@CONTROL rid=CTL-1\n  | rid=CTL-2 title="x"\n', 'Remove this rid', '@CONTROL rid=CTL-1\n  | title="x"\n')
})

test('what follows does not run into the value before', () => {
  expectFix('@CONTROL title=x | rid=A | rid=B # note\n', 'Remove this rid', '@CONTROL title=x | rid=A # note\n')
  expectFix(
    '@CONTROL rid=A | title=x | rid="B" junk | owner="o"\n',
    'Remove this rid',
    '@CONTROL rid=A | title=x | owner="o"\n',
  )
})

test('only an equal one is removed unseen', () => {
  expectFixAll('@CONTROL rid=A | title="a" | title="a" | title="b"\n', '@CONTROL rid=A | title="a" | title="b"\n')
  expectFixAll('@CONTROL rid=A | maturity:int=3 | maturity=3\n', '@CONTROL rid=A | maturity:int=3\n')
  expectFixAll('@CONTROL rid=A | title="x" | title="x"y\n', '@CONTROL rid=A | title="x" | title="x"y\n')
})

test('a field without a value is never removed unseen', () => {
  for (const fields of ['title | title', 'title="a" | title', 'title | title="a"', 'title= | title=']) {
    const text = `@CONTROL rid=A | ${fields}\n`
    expectFixAll(text, text)
  }
})

test('records of many fields are looked at as well', () => {
  const fields = Array.from({ length: 25 }, (_, index) => `f${index}=1`).join(' | ')
  expectProblems(`
@XYZZY ${fields} | f3=2
#^^^^^ unknown-tag
#${' '.repeat(fields.length + 9)}^^^^ duplicate-field: XYZZY has f3 twice; a record has each field once, and the first one counts.
`)
})

test('each side of a merge conflict can have the field', () =>
  expectProblems(`
@CONTROL rid=A
<<<<<<< HEAD
#<- merge-conflict
  | title="a"
=======
  | title="b"
>>>>>>> x
`))
