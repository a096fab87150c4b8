import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inParts } from '../../test/property-values.ts'
import type { Descriptor, FieldDescriptor, RecordDescriptor } from '../domains/descriptor.ts'
import { createRegistry } from '../domains/registry.ts'
import { comesFrom, newProblemsOf } from './broken-records.ts'
import { changeId } from './change.ts'
import { domainChanges } from './domain-changes.ts'

const some = <Value>(of: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> => fc.option(of, { nil: undefined })

const field = (name: string): fc.Arbitrary<FieldDescriptor> =>
  fc
    .record({
      name: fc.constant(name),
      type: fc.constantFrom('string', 'string', 'string', 'int'),
      required: fc.boolean(),
      enum: some(fc.subarray(['1', '2', 'x', 'y'], { minLength: 1 })),
      range: some(fc.constantFrom([1, 2] as const, [0, 9] as const)),
      pattern: some(fc.constantFrom('[0-9]', '.*')),
      list: some(fc.boolean()),
      deprecated: some(fc.constant({})),
      renamedFrom: some(fc.constantFrom('a', 'b')),
      description: some(fc.constantFrom('One.', 'Two.')),
    })
    // Of a descriptor file, a range of text and a list of numbers are problems, and do not count.
    .map(all => {
      const { list, range, ...others } = all
      return all.type === 'int' ? { ...others, range } : { ...others, list }
    }) as fc.Arbitrary<FieldDescriptor>

const rule = (name: string): fc.Arbitrary<object> =>
  fc.record({
    // Each rule of a domain has an id of its own.
    id: fc.constantFrom(`${name}-r`, `${name}-s`),
    message: fc.constant('Wrong.'),
    expression: fc.constantFrom('has(rid)', 'rid == "R-1"'),
    severity: fc.constantFrom('error', 'warning', 'information', 'off'),
  })

const tag = (name: string): fc.Arbitrary<RecordDescriptor> =>
  fc.record({
    tag: fc.constant(name),
    fields: fc
      .tuple(some(field('a')), some(field('b')))
      .map(all => [{ name: 'rid', type: 'string' }, ...all.filter(one => one !== undefined)]),
    rules: fc.uniqueArray(rule(name.toLowerCase()), { selector: one => (one as { id: string }).id }),
  }) as fc.Arbitrary<RecordDescriptor>

const version = fc.tuple(tag('CAR'), some(tag('BOAT'))).map(
  (records): Descriptor => ({
    domain: 'acme.fleet',
    version: '1.0',
    description: '',
    records: records.filter(one => one !== undefined),
  }),
)

/** The same domain with changes that all are compatible. */
const widened = (descriptor: Descriptor): Descriptor => ({
  ...descriptor,
  records: descriptor.records.map(one => ({
    ...one,
    fields: [
      ...one.fields.map(({ required: _, pattern: __, range: ___, ...others }) => ({ ...others, description: 'More.' })),
      { name: 'more', type: 'string' },
    ],
    rules: [],
  })),
})

const value = fc.constantFrom('1', '2', '7', 'x', '"y"', '"1, x"', '""')
const record = fc
  .tuple(fc.constantFrom('CAR', 'BOAT'), some(value), some(value), fc.boolean())
  .map(([name, a, b, hasId]) => {
    const fields = [hasId && 'rid=R-1', a && `a=${a}`, b && `b=${b}`].filter(Boolean)
    return `@${name} ${fields.join(' | ')}\n`
  })
const text = fc.array(record, { maxLength: 6 }).map(records => `@DOC domain=acme.fleet\n${records.join('')}`)

test.each(inParts(4, 4000))(
  'records stay right where all changes are compatible, and each new problem comes from a change: $seed',
  share => {
    let compatible = 0
    fc.assert(
      fc.property(version, fc.option(version), text, (before, other, records) => {
        const after = other ?? widened(before)
        const changes = domainChanges(before, after)
        const { problems } = newProblemsOf(
          records,
          { fileName: 'a.rec', settingDomains: [] },
          createRegistry([before]),
          createRegistry([after]),
        )
        if (changes.every(change => change.records === 'compatible')) {
          compatible++
          expect(problems).toEqual([])
        }
        for (const problem of problems) {
          const causes = changes.filter(change => comesFrom(problem, 'acme.fleet', change))
          expect(causes.map(changeId), `${problem.code}: ${problem.message}`).not.toEqual([])
          expect(causes.every(change => change.records !== 'compatible')).toBe(true)
        }
      }),
      share,
    )
    expect(compatible).toBeGreaterThan(0)
  },
)
