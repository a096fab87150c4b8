import { test } from 'vitest'
import { accepts, explains, refuses } from '../../../test/value-types.ts'
import { float } from './float.ts'

test('with or without a fraction and an exponent, finite', () => {
  accepts(float, '0', '-3', '+4.5', '4.50', '1e3', '1E-3', '1.5e+10', '-0.0', '1e308', '0.1e-400')
  refuses(
    float,
    '',
    '.',
    '.5',
    '5.',
    '1e',
    'e3',
    '1.e3',
    '1e3.5',
    '1e999',
    '-1e309',
    '4,5',
    '98%',
    'NaN',
    'Infinity',
    '-Infinity',
    'inf',
    '0x1p3',
    '1_0',
    '4.5 ',
  )
})

test('what is wrong with a number', () => {
  explains(float, 'x', 'is "x", not a number; write digits, such as 4.5')
  explains(float, '5.', 'is "5.", not a number; write digits, such as 4.5')
  explains(
    float,
    '1.234,50',
    'is "1.234,50", not a number; write a point for the decimal sign and nothing between thousands',
  )
  explains(float, '98 %', 'is "98 %", not a number; write the number alone, without a unit')
  explains(float, '-1e999', 'is "-1e999", too large to hold; it must be a finite number')
})
