import { test } from 'vitest'
import { accepts, explains, refuses } from '../../../test/value-types.ts'
import { bool } from './bool.ts'

test('true and false', () => {
  accepts(bool, 'true', 'false')
  refuses(bool, '', 'True', 'TRUE', 'yes', 'no', '1', '0', 'on', ' true', 'constructor')
})

test('what is wrong with a truth value', () => {
  explains(bool, 'Yes', 'is "Yes"; it must be true or false, in lower case')
})
