import { expect, test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems, fixTitles } from '../../../test/records.ts'

test('a comment that suppresses nothing, and a code in it', () =>
  expectProblems(`
# recline-disable-next-line
# ^^^^^^^^^^^^^^^^^^^^^^^^^ unused-suppression: This comment suppresses no problem; remove it.
@CONTROL rid=CTL-1
# recline-disable-next-line missing-field, notation
#                                          ^^^^^^^^ unused-suppression: This comment suppresses no notation problem; remove the code.
@CONTROL title="x"
# recline-disable syntax
#                 ^^^^^^ unused-suppression: This comment suppresses no syntax problem; remove the code.
`))

test('what is disabled already is not disabled once more', () =>
  expectProblems(`
# recline-disable notation
# recline-disable notation
#                 ^^^^^^^^ unused-suppression: This comment suppresses no notation problem; remove the code.
@CONTROL rid="CTL-1"
`))

test('comments that suppress something, end that, or are no suppressions', () =>
  expectNoProblems(`
# recline-disable-next-line
@CONTROL title="x"
# recline-enable
# recline-based
# about recline-disable
# recline disable
`))

test('a suppression of unused-suppression is never unused, and hides others', () => {
  expectNoProblems(
    '# recline-disable-next-line unused-suppression\n# recline-disable-next-line notation\n@CONTROL rid=CTL-1\n',
  )
  expectNoProblems('# recline-disable unused-suppression\n')
  expectProblems(`
# recline-disable
# recline-disable-next-line syntax
#                           ^^^^^^ unused-suppression: This comment suppresses no syntax problem; remove the code.
@CONTROL title="x"
`)
})

test('the fix removes the code, or the comment where no code is needed', () => {
  const record = '@CONTROL title="x" | maturity=3\n'
  expectFix(
    `# recline-disable-next-line syntax missing-field notation -- old\n${record}`,
    'Remove syntax',
    `# recline-disable-next-line missing-field notation -- old\n${record}`,
  )
  expectFix(
    `# recline-disable-next-line missing-field, syntax, notation\n${record}`,
    'Remove syntax',
    `# recline-disable-next-line missing-field, notation\n${record}`,
  )
  expectFix('# a\r\n# recline-disable\r\n@CONTROL rid=CTL-1\r\n', 'Remove the comment', '# a\r\n@CONTROL rid=CTL-1\r\n')
  expectFix('\ufeff# recline-disable\n@CONTROL rid=CTL-1\n', 'Remove the comment', '\ufeff@CONTROL rid=CTL-1\n')
})

test('where all codes are unused, none of them becomes a suppression of everything', () => {
  const text = '# recline-disable-next-line syntax notation\n@CONTROL title="x"\n'
  expect(fixTitles(text).slice(0, 2)).toEqual(['Remove the comment', 'Remove the comment'])
  expectFixAll(text, '@CONTROL title="x"\n')
})

test('a comment that parts a record from a line below is not removed unseen', () =>
  expectFixAll(
    '@CONTROL rid=CTL-1\n# recline-disable notation\n  | title="x"\n',
    '@CONTROL rid=CTL-1\n# recline-disable notation\n  | title="x"\n',
  ))

test('the last of several codes goes with the separator before it', () => {
  const record = '@CONTROL title="x"\n'
  for (const [before, after] of [
    ['missing-field, notation', 'missing-field'],
    ['missing-field notation -- old', 'missing-field -- old'],
  ])
    expectFixAll(`# recline-disable-next-line ${before}\n${record}`, `# recline-disable-next-line ${after}\n${record}`)
})

test('a word that looks like one of a suppression', () => {
  expectProblems(`
# recline-disable-nextline missing-field
# ^^^^^^^^^^^^^^^^^^^^^^^^ unused-suppression: recline-disable-nextline suppresses nothing; write recline-disable-next-line.
@CONTROL title="x"
#^^^^^^^ missing-field
# recline-disable-line
# ^^^^^^^^^^^^^^^^^^^^ unused-suppression: recline-disable-line suppresses nothing; write recline-disable-next-line.
# recline-disable-file: notation
# ^^^^^^^^^^^^^^^^^^^^^ unused-suppression: recline-disable-file: suppresses nothing; write recline-disable.
# Recline-Disable-Next-Line
# ^^^^^^^^^^^^^^^^^^^^^^^^^ unused-suppression: Recline-Disable-Next-Line suppresses nothing; write recline-disable-next-line.
# recline-enabled
# ^^^^^^^^^^^^^^^ unused-suppression: recline-enabled suppresses nothing; write recline-enable.
`)
  const text = '# recline-disable-nextline missing-field\n@CONTROL title="x"\n'
  expectFix(text, 'Change to recline-disable-next-line', text.replace('nextline', 'next-line'))
  for (const sign of [':', '=', '("'])
    expectFix(
      `# recline-disable${sign}missing-field\n@CONTROL title="x"\n`,
      'Change to recline-disable',
      '# recline-disable missing-field\n@CONTROL title="x"\n',
    )
  expectFixAll(text, text)
})

test('a code that there is not', () => {
  const text = '# recline-disable-next-line out-of-rang\n@CONTROL rid=CTL-1 | maturity:int=9\n'
  expectProblems(`
# recline-disable-next-line out-of-rang, descriptor-json, rule/ours
#                           ^^^^^^^^^^^ unused-suppression: out-of-rang is no code that a comment can suppress; out-of-range may be meant.
#                                        ^^^^^^^^^^^^^^^ unused-suppression: descriptor-json is no code that a comment can suppress; remove it, or write -- before a reason.
#                                                         ^^^^^^^^^ unused-suppression: This comment suppresses no rule/ours problem; remove the code.
@CONTROL rid=CTL-1
`)
  expectFix(text, 'Change to out-of-range', text.replace('out-of-rang', 'out-of-range'))
  expectFixAll(text, text)
})

test('a long code is cut', () =>
  expectProblems(`
# recline-disable-next-line missing-field, ${'x'.repeat(50)}
#                                          ${'^'.repeat(50)} unused-suppression: ${'x'.repeat(39)}… is no code that a comment can suppress; remove it, or write -- before a reason.
@CONTROL title="x"
`))

const control = '@CONTROL rid=CTL-1 | maturity:int=9\n'

test('a reason without -- before it', () => {
  expectProblems(`
# recline-disable-next-line out-of-range - the regulator scale goes to 9, ticket GRC-118
#                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unused-suppression: Words of the reason are read as codes; write -- before "the regulator scale goes to 9, ticket G…".
${control}`)
  for (const [before, after] of [
    ['out-of-range - the old scale', 'out-of-range -- the old scale'],
    ['out-of-range — the old scale', 'out-of-range -- the old scale'],
    ['out-of-range the old scale, agreed', 'out-of-range -- the old scale, agreed'],
    ['out-of-range, (legacy)', 'out-of-range, -- (legacy)'],
    ['out-of-range not yet -- agreed', 'out-of-range -- not yet -- agreed'],
  ])
    expectFixAll(
      `# recline-disable-next-line ${before}\n${control}`,
      `# recline-disable-next-line ${after}\n${control}`,
    )
})

test('a reason without -- that has a code, or no code before it, or a sign directly behind the code, has no safe fix', () => {
  for (const [before, after] of [
    ['out-of-range the old notation of 9', 'out-of-range -- the old notation of 9'],
    ['the old scale', '-- the old scale'],
    ['out-of-range: the old scale', 'out-of-range -- the old scale'],
  ] as const) {
    const text = `# recline-disable-next-line ${before}\n${control}`
    expectFixAll(text, text)
    expectFix(text, 'Write -- before the reason', `# recline-disable-next-line ${after}\n${control}`)
  }
})

test('words that may be codes of another version are no reason', () =>
  expectProblems(`
# recline-disable-next-line out-of-range, date-in-future date-in-past
#                                         ^^^^^^^^^^^^^^ unused-suppression: date-in-future is no code that a comment can suppress; remove it, or write -- before a reason.
#                                                        ^^^^^^^^^^^^ unused-suppression: date-in-past is no code that a comment can suppress; remove it, or write -- before a reason.
${control}`))

test('no safe fix removes words that may be a reason', () => {
  const fine = '@CONTROL rid=CTL-1 | maturity:int=3\n'
  for (const words of ['out-of-range -- the old scale', 'out-of-range legacy', 'legacy', '-- legacy']) {
    const text = `# recline-disable-next-line ${words}\n${fine}`
    expectFixAll(text, text)
  }
})

test('a comment that may be about a record further down stays', () => {
  const misplaced =
    'This comment suppresses no out-of-range problem; put it directly above the record that has one, or remove the code.'
  const marks = `#                           ^^^^^^^^^^^^ unused-suppression: ${misplaced}`
  for (const between of ['\n', '# x\n \t\n', '@CONTROL rid=CTL-2\n']) {
    expectProblems(
      `# recline-disable-next-line out-of-range\n${marks}\n${between}${control}#                                 ^ out-of-range\n`,
    )
    const text = `# recline-disable-next-line out-of-range\n${between}${control}`
    expectFixAll(text, text)
  }
  const unneeded = '# recline-disable-next-line out-of-range\n'
  const fine = '@CONTROL rid=CTL-2\n'
  expectFixAll(`${unneeded}${fine}${unneeded}${control}`, `${fine}${unneeded}${control}`)
  expectFixAll(`${control}${unneeded}${fine}`, `${control}${fine}`)
})
