import { test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems } from '../../../test/records.ts'

test('a bare value with another character than the bare-safe ones', () =>
  expectProblems(`
@CONTROL rid=CTL-1 | status=in progress
#                           ^^^^^^^^^^^ needs-quotes: CONTROL.status has a blank in its value; such a value is written in double quotes.
#                           ^^^^^^^^^^^ not-in-enum: CONTROL.status is "in progress"; it must be not-started, in-progress, implemented, tested, effective or ineffective.
@SLO target_pct:float=98%
#                     ^^^ needs-quotes: SLO.target_pct has % in its value; such a value is written in double quotes.
#                     ^^^ invalid-value: SLO.target_pct is "98%", not a number; write the number alone, without a unit.
@CONTROL rid=CTL-1 | framework=5,000
#                              ^^^^^ needs-quotes: CONTROL.framework has , in its value; such a value is written in double quotes.
@CONTROL rid=CTL-1 | owner=José
#                          ^^^^ needs-quotes: CONTROL.owner has é in its value; such a value is written in double quotes.
@CONTROL rid=CTL-1 | owner=🙂 | title=a"b"
#                          ^^ needs-quotes: CONTROL.owner has 🙂 in its value; such a value is written in double quotes.
#                                     ^^^^ needs-quotes: CONTROL.title has " in its value; such a value is written in double quotes.
@XYZZY any=a b
#^^^^^ unknown-tag: XYZZY is not a tag of any domain, so its fields are not checked.
#          ^^^ needs-quotes: XYZZY.any has a blank in its value; such a value is written in double quotes.
`))

test('bare-safe values, strings and lists', () =>
  expectNoProblems(`
@CONTROL rid=aZ09_./:@+#-
@CONTROL rid=CTL-1 | title="in progress, 98%" | owner=[Anna Berg, José]
@CONTROL rid=#1
`))

test('all of the value is quoted', () => {
  expectFix(
    '@CONTROL rid=CTL-1 | title=in progress | owner="o"\n',
    'Put the value in quotes',
    '@CONTROL rid=CTL-1 | title="in progress" | owner="o"\n',
  )
  expectFix(
    '@CONTROL rid=CTL-1 | title=a\\b "c"\n',
    'Put the value in quotes',
    '@CONTROL rid=CTL-1 | title="a\\\\b \\"c\\""\n',
  )
  expectFix(
    '@CONTROL rid=CTL-1\r\n\t| title=José 🙂 \r\n',
    'Put the value in quotes',
    '@CONTROL rid=CTL-1\r\n\t| title="José 🙂" \r\n',
  )
})

test('half a surrogate pair and control characters become escapes, which a file can hold', () =>
  expectFix(
    '@CONTROL rid=CTL-1 | title=a\ud83d\0\n',
    'Put the value in quotes',
    '@CONTROL rid=CTL-1 | title="a\\ud83d\\u0000"\n',
  ))

test('a needless type goes with the quotes', () =>
  expectFixAll('@CONTROL rid=CTL-1 | title:string=a b\n', '@CONTROL rid=CTL-1 | title="a b"\n'))
