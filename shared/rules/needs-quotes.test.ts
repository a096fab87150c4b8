import { test } from 'vitest'
import { expectFix, expectFixAll, expectNoProblems, expectProblems } from '../../test/records.ts'

test('a bare value with another character than the bare-safe ones', () => expectProblems(`
@CONTROL rid=CTL-1 | status=in progress
@SLO target_pct:float=98%
@CONTROL rid=CTL-1 | framework=5,000
@CONTROL rid=CTL-1 | owner=José
@CONTROL rid=CTL-1 | owner=🙂 | title=a"b"
@XYZZY any=a b
`))

test('bare-safe values, strings and lists', () => expectNoProblems(`
@CONTROL rid=aZ09_./:@+#-
@CONTROL rid=CTL-1 | title="in progress, 98%" | owner=[Anna Berg, José]
@CONTROL rid=#1
`))

test('all of the value is quoted', () => {
  expectFix('@CONTROL rid=CTL-1 | title=in progress | owner="o"\n', 'Put the value in quotes', '@CONTROL rid=CTL-1 | title="in progress" | owner="o"\n')
  expectFix('@CONTROL rid=CTL-1 | title=a\\b "c"\n', 'Put the value in quotes', '@CONTROL rid=CTL-1 | title="a\\\\b \\"c\\""\n')
  expectFix('@CONTROL rid=CTL-1\r\n\t| title=José 🙂 \r\n', 'Put the value in quotes', '@CONTROL rid=CTL-1\r\n\t| title="José 🙂" \r\n')
})

test('half a surrogate pair and control characters become escapes, which a file can hold', () =>
  expectFix('@CONTROL rid=CTL-1 | title=a\ud83d\0\n', 'Put the value in quotes', '@CONTROL rid=CTL-1 | title="a\\ud83d\\u0000"\n'))

test('a needless type goes with the quotes', () => expectFixAll('@CONTROL rid=CTL-1 | title:string=a b\n', '@CONTROL rid=CTL-1 | title="a b"\n'))
