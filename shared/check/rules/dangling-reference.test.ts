import { expect, test } from 'vitest'
import {
  expectFieldsToFillIn,
  expectFix,
  expectNoProblems,
  expectProblems,
  fixTexts,
  fixTitles,
} from '../../../test/records.ts'
import type { Descriptor, FieldDescriptor } from '../../domains/descriptor.ts'

const others = { 'controls.rec': '@CONTROL rid=CTL-1\n@CONTROL rid=CTL-22\n' }

test('a reference to an id that no file has', () =>
  expectProblems(
    `
@FINDING rid=F-1 | control_ref="CTL-9"
#                               ^^^^^ dangling-reference: FINDING.control_ref is "CTL-9", but no CONTROL has that id; write an existing id, or add the record.
@EVIDENCE control_ref:ref=CTL-1x
#                         ^^^^^^ dangling-reference
`,
    { others },
  ))

test('records of this file and of others, and an empty reference', () =>
  expectNoProblems(
    `
@FINDING rid=F-1 | control_ref="CTL-1"
@FINDING rid=F-2 | control_ref="CTL-5"
@CONTROL rid=CTL-5
@EVIDENCE control_ref=""
`,
    { others },
  ))

test('each item of a list', () =>
  expectProblems(
    `
@SERVICE rid=S-1
@SERVICE rid=S-0 | dependencies="S-1, S-2"
#                                     ^^^ dangling-reference: SERVICE.dependencies is "S-2", but no SERVICE has that id; write an existing id, or add the record.
`,
    { settingDomains: ['infrastructure'], others: {} },
  ))

test('the nearest ids are fixes, and so is the missing record', () => {
  expectFix(
    '@FINDING rid=F-1 | control_ref="CTL-2"\n',
    'Change to CTL-22',
    '@FINDING rid=F-1 | control_ref="CTL-22"\n',
    { others },
  )
  expectFix(
    '@FINDING rid=F-1\r\n  | control_ref="CTL-9"\r\n',
    'Create @CONTROL CTL-9',
    '@FINDING rid=F-1\r\n  | control_ref="CTL-9"\r\n@CONTROL rid=CTL-9\r\n',
    { others },
  )
  expectFix(
    '@FINDING rid=F-1 | control_ref="CTL 9"',
    'Create @CONTROL CTL 9',
    '@FINDING rid=F-1 | control_ref="CTL 9"\n@CONTROL rid="CTL 9"',
    { others },
  )
  expectFix(
    '@FINDING rid=F-1\n  | control_ref="CTL-9"',
    'Create @CONTROL CTL-9',
    '@FINDING rid=F-1\n  | control_ref="CTL-9"\n@CONTROL rid=CTL-9',
    { others },
  )
  expect(fixTitles('@FINDING rid=F-1 | control_ref="xyzzy"\n', { others })).toEqual(['Create @CONTROL xyzzy'])
})

const descriptorOf = (domain: string, tag: string, ...fields: FieldDescriptor[]): Descriptor => ({
  domain,
  version: '1.0',
  description: '',
  records: [{ tag, fields }],
})
const part = descriptorOf('acme.shop', 'PART', { name: 'order_ref', type: 'string', ref: 'acme.orders.ORDER' })
const order = descriptorOf(
  'acme.orders',
  'ORDER',
  { name: 'title', type: 'string', required: true },
  { name: 'rid', type: 'string', required: true },
  { name: 'count', type: 'int', required: true },
  { name: 'note', type: 'string' },
)

test('the missing record gets tab stops for its other required fields, and a $ of its id is no tab stop', () => {
  const settings = { descriptors: [part, order], others: {} }
  expect(fixTexts('@PART order_ref="O-1"\n', settings)).toEqual([['@ORDER rid=O-1 | title="$1" | count:int=$2\n']])
  expectFieldsToFillIn(
    '@PART order_ref="O-1"\n',
    'Create @ORDER O-1',
    '@PART order_ref="O-1"\n@ORDER rid=O-1 | title="" | count:int=\n',
    settings,
  )
  expect(fixTexts('@PART order_ref="$1}"', settings)).toEqual([['\n@ORDER rid="\\$1\\}" | title="$1" | count:int=$2']])
})

test('a record of a domain that is not in force cannot be created', () => {
  const marked = `
@DOC domain=acme.shop
@PART order_ref="O-1"
#                ^^^ dangling-reference: PART.order_ref is "O-1", but no ORDER has that id; write an existing id, or add the record.
`
  const descriptors = [part, order]
  expectProblems(marked, { descriptors, others: {} })
  expect(fixTexts('@DOC domain=acme.shop\n@PART order_ref="O-1"\n', { descriptors, others: {} })).toEqual([[]])
})

test('a reference to a tag that no descriptor has is a problem of its descriptor', () =>
  expectProblems('@DOC domain=acme.shop\n@PART order_ref="O-1"\n', { descriptors: [part], others: {} }))
