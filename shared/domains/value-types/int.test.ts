import { test } from 'vitest'
import { accepts, explains, refuses } from '../../../test/value-types.ts'
import { int } from './int.ts'

test('digits with or without a sign', () => {
  accepts(int, '0', '5', '+5', '-5', '007', '123456789012345678901234567890')
  refuses(
    int,
    '',
    ' ',
    '5 ',
    ' 5',
    '+',
    '-',
    '--5',
    '5.0',
    '5.',
    '1e3',
    '5,000',
    '5_000',
    '0x10',
    '٣',
    '½',
    'five',
    'NaN',
    'Infinity',
    'true',
    '5\n',
  )
})

test('what is wrong with a whole number', () => {
  explains(int, 'five', 'is "five", not a whole number; write digits only, such as 5')
  explains(int, '5,000', 'is "5,000", not a whole number; write digits only, such as 5')
  explains(int, '5 days', 'is "5 days", not a whole number; write the number alone, without a unit')
  explains(int, '4.4', 'is "4.4", a number with a fraction or an exponent; it must be a whole number, such as 4')
})
