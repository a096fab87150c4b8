import { expect, test } from 'vitest'
import { fieldsOfColumns } from '../../shared/convert/foreign-tables/column-fields.ts'
import { expectLinearSteps } from '../../test/count-steps.ts'
import { LearnedMapping } from './mapping-file.ts'

const control = { tag: 'CONTROL', fields: ['rid', 'title', 'maturity'], identity: 'rid', isIdentityRequired: true }

test('a mapping learns the fields of many columns in linear time', () =>
  expectLinearSteps(1000, size => {
    const columns = Array.from({ length: size }, (_, index) => `column ${index}`)
    return () => {
      const found = fieldsOfColumns(columns, control)
      expect(found).toHaveLength(size)
      new LearnedMapping().add('CONTROL', found)
    }
  }))
