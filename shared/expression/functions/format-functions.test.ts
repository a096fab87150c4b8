import { isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/property-values.ts'
import { isLoincCode, isLuhn, isVerhoeff } from '../../domains/formats/check-digits.ts'
import { isCurrencyCode } from '../../domains/formats/currencies.ts'
import { cidrOf, ipOf } from '../../domains/formats/ip.ts'

test.each([
  ['192.0.2.1', [192, 0, 2, 1]],
  ['0.0.0.0', [0, 0, 0, 0]],
  ['255.255.255.255', [255, 255, 255, 255]],
])('%s is an address of version 4', (text, bytes) => {
  expect(ipOf(text)).toEqual({ version: 4, bytes })
})

test.each([
  ['::', '00000000000000000000000000000000'],
  ['::1', '00000000000000000000000000000001'],
  ['1::', '00010000000000000000000000000000'],
  ['2001:db8::ff00:42:8329', '20010db8000000000000ff0000428329'],
  ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
  ['1::3:4:5:6:7:8', '00010000000300040005000600070008'],
  ['::2:3:4:5:6:7:8', '00000002000300040005000600070008'],
  ['ABCD:EF01:abcd:ef01:0:0:0:0', 'abcdef01abcdef010000000000000000'],
  ['::ffff:192.0.2.1', '00000000000000000000ffffc0000201'],
  ['::1.2.3.4', '00000000000000000000000001020304'],
  ['64:ff9b::1:1.2.3.4', '0064ff9b000000000000000101020304'],
  ['1:2:3:4:5:6:7.8.9.10', '0001000200030004000500060708090a'],
  ['0000:0000:0000:0000:0000:ffff:255.255.255.255', '00000000000000000000ffffffffffff'],
])('%s is an address of version 6', (text, hex) => {
  const { version, bytes } = ipOf(text)!
  expect([version, Buffer.from(bytes).toString('hex')]).toEqual([6, hex])
})

test.each([
  '',
  '1.2.3',
  '1.2.3.4.5',
  '256.0.0.1',
  '1.2.3.1000',
  '01.2.3.4',
  '1.2.3.04',
  '1.2.3.x',
  'x1.2.3.4',
  '1.2.3.4x',
  '1.2.3.',
  ' 1.2.3.4',
  ':',
  ':::',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:',
  ':2:3:4:5:6:7:8',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8',
  '::1:2:3:4:5:6:7:8',
  '1::2::3',
  '::12345',
  '::g',
  '::1x',
  '::x1',
  '::1.2.3',
  '::1.2.3.256',
  '1.2.3.4::',
  '1:1.2.3.4::',
  '1.2.3.4::1',
  '::1.2.3.4:1',
  '1:2:3:4:5:6:7:1.2.3.4',
  '1:2:3:4:5:1.2.3.4',
  '1:2:3:4:5:6:1.2.3.4:',
])('"%s" is no address', text => {
  expect(ipOf(text)).toBeUndefined()
})

test('an address is what Node takes as one', () => {
  const part = fc.constantFrom(
    '0',
    '1',
    '9',
    '12',
    '255',
    '256',
    '00',
    'f',
    'ffff',
    'g',
    ':',
    ':',
    ':',
    '::',
    '.',
    '.',
    '.',
  )
  const text = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.array(part, { maxLength: 18 }).map(parts => parts.join('')),
  )
  fc.assert(
    fc.property(text, text => {
      expect(ipOf(text)?.version ?? 0).toBe(isIP(text))
    }),
    { numRuns: runs(20_000) },
  )
})

test.each([
  ['10.0.0.0/8', false],
  ['10.0.0.1/8', true],
  ['10.1.0.0/8', true],
  ['10.128.0.0/9', false],
  ['10.192.0.0/9', true],
  ['240.0.0.0/4', false],
  ['248.0.0.0/4', true],
  ['0.0.0.0/0', false],
  ['128.0.0.0/0', true],
  ['1.2.3.254/31', false],
  ['1.2.3.255/31', true],
  ['1.2.3.255/32', false],
  ['2001:db8::/32', false],
  ['2001:db8::/29', false],
  ['2001:db8::/28', true],
  ['2001:db8::1/64', true],
  ['::1/128', false],
  ['::1/127', true],
  ['::ffff:1.2.3.0/120', false],
  ['::ffff:1.2.3.0/119', true],
  ['1:2:3:4:5:6:1.2.3.0/120', false],
])('%s is a block of addresses; it names an address inside: %s', (text, hasHostBits) => {
  expect(cidrOf(text)).toEqual({ hasHostBits })
})

test.each([
  '10.0.0.0',
  '10.0.0.0/',
  '10.0.0.0/33',
  '10.0.0.0/08',
  '10.0.0.0/8x',
  '10.0.0.0/-8',
  '10.0.0.0/8/8',
  'x/10.0.0.0/8',
  '/8',
  '10.0.0/8',
  '::/129',
  '::/1000',
])('"%s" is no block of addresses', text => {
  expect(cidrOf(text)).toBeUndefined()
})

test.each(['79927398713', '4539578763621486', '18', '00', '0'.repeat(100)])('%s ends with its check digit', digits => {
  expect(isLuhn(digits)).toBe(true)
})

test.each(['79927398714', '97927398713', '81', '0', '', '0'.repeat(101), '7992 7398 713', 'x18', '18x', '-18'])(
  '"%s" does not end with its check digit',
  digits => {
    expect(isLuhn(digits)).toBe(false)
  },
)

test.each(['2345-7', '1-8', '1234567-4', '10154-3'])('%s is a code of LOINC', code => {
  expect(isLoincCode(code)).toBe(true)
})

test.each(['2345-8', '23457', '-0', '00000000-0', '2345-75', 'x2345-7', '2345-7x', '2345-', '23 45-7'])(
  '"%s" is no code of LOINC',
  code => {
    expect(isLoincCode(code)).toBe(false)
  },
)

test.each(['73211009', '38341003', '22298006', '385093006', '900000000000207008', '2363'])(
  '%s ends with the check digit of Verhoeff',
  digits => expect(isVerhoeff(digits)).toBe(true),
)

test.each(['73211008', '', '0', '7321x009', ' 73211009', '9'.repeat(101)])('"%s" does not', digits =>
  expect(isVerhoeff(digits)).toBe(false),
)

test('the check digit of Verhoeff finds each wrong digit, and each pair of neighbors that changed places', () =>
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,20}$/), fc.nat(), fc.integer({ min: 1, max: 9 }), (start, at, more) => {
      const digits = [...'0123456789'].map(check => start + check).filter(isVerhoeff)
      expect(digits).toHaveLength(1)
      const [right] = digits as [string]
      const place = at % right.length
      const wrong = (Number(right[place]) + more) % 10
      expect(isVerhoeff(right.slice(0, place) + wrong + right.slice(place + 1))).toBe(false)
      const [one, other = ''] = right.slice(place, place + 2)
      if (one !== other && other !== '')
        expect(isVerhoeff(right.slice(0, place) + other + one + right.slice(place + 2))).toBe(false)
    }),
    { numRuns: runs(300) },
  ))

test.each(['EUR', 'JPY', 'XXX', 'DEM', 'HRK'])('%s is a currency', code => expect(isCurrencyCode(code)).toBe(true))

test.each(['EUX', 'eur', '', 'EURO', 'BTC', 'EUR AED'])('"%s" is none', code =>
  expect(isCurrencyCode(code)).toBe(false),
)
