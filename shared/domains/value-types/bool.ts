import { localize } from '../localize.ts'
import { show } from '../message-text.ts'
import type { ValueType } from './value-type.ts'

export const bool: ValueType = {
  description: 'Either `true` or `false`.',
  otherNames: ['boolean', 'logical'],
  isNumber: false,
  accepts: isBool,
  explain: text => localize('is {value}; it must be true or false, in lower case', { value: show(text) }),
  repair: text => meanings.get(text.toLowerCase()),
  sortKey: text => (isBool(text) ? Number(text === 'true') : NaN),
  choices: ['true', 'false'],
}

function isBool(text: string): boolean {
  return text === 'true' || text === 'false'
}

const meanings: ReadonlyMap<string, string> = new Map([
  ...['true', 'yes', 'y', '1'].map((word): [string, string] => [word, 'true']),
  ...['false', 'no', 'n', '0'].map((word): [string, string] => [word, 'false']),
])
