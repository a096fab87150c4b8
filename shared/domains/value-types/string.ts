import type { ValueType } from './value-type.ts'

export const string: ValueType = {
  description: 'Any text, in double quotes.',
  otherNames: ['text', 'char', 'enum'],
  isNumber: false,
  accepts: () => true,
  explain: () => '',
  repair: text => text,
}
