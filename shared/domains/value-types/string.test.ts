import { test } from 'vitest'
import { accepts } from '../../../test/value-types.ts'
import { string } from './string.ts'

test('any text', () => accepts(string, '', ' ', 'x', '5', '\n', '🙂', '\ud83d'))
