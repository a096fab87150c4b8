import { expect, test } from 'vitest'
import { cvssBaseScore } from './cvss.ts'

// From the examples of FIRST for versions 3.0 and 3.1; the last three are of the National Vulnerability Database.
test.each([
  ['CVE-2013-1937', 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
  ['CVE-2013-0375', 'AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4],
  ['CVE-2014-3566', 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1],
  ['CVE-2012-1516', 'AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H', 9.9],
  ['CVE-2009-0783', 'AV:L/AC:L/PR:H/UI:N/S:U/C:L/I:L/A:L', 4.2],
  ['CVE-2012-0384', 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 8.8],
  ['CVE-2015-1098', 'AV:L/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H', 7.8],
  ['CVE-2014-0160', 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 7.5],
  ['CVE-2014-6271', 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
  ['CVE-2008-1447', 'AV:N/AC:H/PR:N/UI:N/S:C/C:N/I:H/A:N', 6.8],
  ['CVE-2014-2005', 'AV:P/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 6.8],
  ['CVE-2010-0467', 'AV:N/AC:L/PR:N/UI:N/S:C/C:L/I:N/A:N', 5.8],
  ['CVE-2013-6014', 'AV:A/AC:L/PR:N/UI:N/S:C/C:H/I:N/A:H', 9.3],
  ['CVE-2014-9253', 'AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N', 5.4],
  ['CVE-2014-2019', 'AV:P/AC:L/PR:N/UI:N/S:U/C:N/I:H/A:N', 4.6],
  ['CVE-2014-0224', 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N', 7.4],
  ['CVE-2012-5376', 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:H', 9.6],
  ['CVE-2016-0128', 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N', 6.8],
  ['CVE-2016-2118', 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:H', 7.5],
  ['CVE-2021-44228', 'AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10],
  ['CVE-2021-4034', 'AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 7.8],
  ['CVE-2017-5754', 'AV:L/AC:H/PR:L/UI:N/S:C/C:H/I:N/A:N', 5.6],
])('%s: %s has the score %d in both versions of CVSS 3', (_, metrics, score) => {
  expect(cvssBaseScore(`CVSS:3.0/${metrics}`)).toBe(score)
  expect(cvssBaseScore(`CVSS:3.1/${metrics}`)).toBe(score)
})

test.each([
  ['has no impact', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0],
  ['has no impact elsewhere', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:N/I:N/A:N', 0],
  ['has another order', 'CVSS:3.1/S:U/C:L/I:N/A:N/AV:N/AC:L/PR:N/UI:N', 5.3],
  ['has metrics of time and environment', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N/E:P/RL:O/MAV:P/CR:X', 5.3],
])('a vector that %s has a base score', (_, vector, score) => expect(cvssBaseScore(vector)).toBe(score))

const right = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'
test.each([
  '',
  'CVSS:3.1',
  'CVSS:3.1/',
  right.slice(0, -4),
  `${right}/`,
  ` ${right}`,
  right.replace('3.1', '3.2'),
  right.replace('CVSS:3.1/', ''),
  right.replace('AV:N', 'AV:X'),
  right.replace('AC:L', 'AC:M'),
  right.replace('AC:L', 'AC:'),
  right.replace('AC:L', 'AC:LH'),
  right.replace('AC:L', 'AC:L:H'),
  right.replace('PR:N', 'Au:N'),
  right.toLowerCase(),
  `${right}/AV:N`,
  `${right}/E:P/E:P`,
  `${right}/E:N`,
  `${right}/constructor:N`,
  'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N',
  'AV:N/AC:M/Au:N/C:C/I:C/A:C',
])('"%s" has none', vector => expect(cvssBaseScore(vector)).toBeUndefined())

test('a very long text has none', () => {
  expect(cvssBaseScore(`${right}${'/E:P'.repeat(100_000)}`)).toBeUndefined()
  expect(cvssBaseScore(`${right}/E${':P'.repeat(100_000)}`)).toBeUndefined()
})

/** A number with decimals, exactly: `digits` divided by ten to the power of `places`. */
type Exact = readonly [digits: bigint, places: number]

const exact = (text: string): Exact => [BigInt(text.replace('.', '')), text.split('.')[1]?.length ?? 0]
const product = (...all: readonly Exact[]): Exact =>
  all.reduce(([one, places], [other, others]): Exact => [one * other, places + others], [1n, 0])
const sum = ([one, places]: Exact, [other, others]: Exact): Exact => {
  const most = Math.max(places, others)
  return [one * 10n ** BigInt(most - places) + other * 10n ** BigInt(most - others), most]
}
const less = (one: Exact, [other, others]: Exact): Exact => sum(one, [-other, others])
const tenths = ([digits, places]: Exact): number => {
  const tenth = 10n ** BigInt(places - 1)
  return Number((digits + tenth - 1n) / tenth)
}

const weights: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AV: { N: '0.85', A: '0.62', L: '0.55', P: '0.2' },
  AC: { L: '0.77', H: '0.44' },
  PR: { N: '0.85', L: '0.62', H: '0.27' },
  UI: { N: '0.85', R: '0.62' },
  S: { U: '1.0', C: '1.08' },
  C: { H: '0.56', L: '0.22', N: '0' },
  I: { H: '0.56', L: '0.22', N: '0' },
  A: { H: '0.56', L: '0.22', N: '0' },
}
const ofChangedScope: Readonly<Record<string, string>> = { N: '0.85', L: '0.68', H: '0.5' }

const vectors = Object.entries(weights).reduce<readonly Readonly<Record<string, string>>[]>(
  (all, [name, values]) => all.flatMap(one => Object.keys(values).map(value => ({ ...one, [name]: value }))),
  [{}],
)

test('every vector has the score that exact arithmetic gives, rounded up', () => {
  const one = exact('1')
  for (const vector of vectors) {
    const weight = (name: string) => exact(weights[name]![vector[name]!]!)
    const isScopeChanged = vector.S === 'C'
    const touched = less(one, product(...['C', 'I', 'A'].map(name => less(one, weight(name)))))
    const power = product(...Array.from({ length: 15 }, () => less(touched, exact('0.02'))))
    const impact = isScopeChanged
      ? less(product(exact('7.52'), less(touched, exact('0.029'))), product(exact('3.25'), power))
      : product(exact('6.42'), touched)
    const privileges = isScopeChanged ? exact(ofChangedScope[vector.PR!]!) : weight('PR')
    const exploitability = product(exact('8.22'), weight('AV'), weight('AC'), privileges, weight('UI'))
    const score = tenths(product(weight('S'), sum(impact, exploitability)))
    const expected = impact[0] <= 0n ? 0 : Math.min(score, 100) / 10
    const text = Object.entries(vector).map(([name, value]) => `/${name}:${value}`)
    expect(cvssBaseScore(`CVSS:3.1${text.join('')}`), text.join('')).toBe(expected)
  }
  expect(vectors).toHaveLength(2592)
})
