import { expect, test } from 'vitest'
import type { Descriptor, FieldDescriptor, RecordDescriptor } from './descriptor.ts'
import { mostLevels, resolveDescriptors } from './extension.ts'
import { createRegistry, isKindOf } from './registry.ts'

const descriptor = (domain: string, base: string | undefined, ...records: RecordDescriptor[]): Descriptor => ({
  domain,
  version: '1.0',
  description: '',
  ...(base !== undefined && { extends: base }),
  records,
})

const text = (name: string, more: Partial<FieldDescriptor> = {}): FieldDescriptor => ({ name, type: 'string', ...more })
const change = (name: string, more: Partial<FieldDescriptor>): FieldDescriptor =>
  text(name, { isTypeUnknown: true, ...more })

const rule = { id: 'dose-is-positive', message: 'The dose is {dose}.', expression: 'dose > 0' }
const health = descriptor(
  'core.health',
  undefined,
  { tag: 'PATIENT', fields: [text('rid', { required: true }), text('sex', { enum: ['f', 'm'] })] },
  {
    tag: 'RX',
    fields: [text('drug'), text('dose', { type: 'float', range: [0, 10] }), text('patient_ref', { ref: 'PATIENT' })],
    rules: [rule],
  },
)

const problemsOf = (...all: Descriptor[]): string[] =>
  [...resolveDescriptors(all).values()].flatMap(({ descriptor, problems }) =>
    problems.map(({ kind, tag, field, names }) => `${descriptor.domain} ${kind} ${tag}.${field} ${names.join(' ')}`),
  )

test('an extension can deprecate what it inherits, and say how records migrate', () => {
  const base = descriptor('core.base', undefined, {
    tag: 'A',
    fields: [text('a', { enum: ['x', 'y'] }), text('b')],
    migrate: { a: '"x"', b: '"1"' },
  })
  const own = descriptor('acme.own', 'core.base', {
    tag: 'A',
    deprecated: { reason: 'No' },
    migrate: { b: '"2"' },
    fields: [change('a', { enum: ['y'], renamedValues: { x: 'y' }, deprecated: { use: 'b' } })],
  })
  const [record] = resolveDescriptors([base, own]).get('acme.own')!.descriptor.records
  expect(record).toMatchObject({
    deprecated: { reason: 'No' },
    migrate: { a: '"x"', b: '"2"' },
    fields: [{ name: 'a', enum: ['y'], renamedValues: { x: 'y' }, deprecated: { use: 'b' } }, { name: 'b' }],
  })
})

test('an extension has all tags, fields and rules of its base, with its own changes', () => {
  const acme = descriptor(
    'acme.health',
    'core.health',
    {
      tag: 'RX',
      fields: [
        text('insurer', { usual: true }),
        change('dose', { range: [0, 20], unit: 'mg' }),
        change('drug', { remove: true }),
      ],
      rules: [{ id: 'dose-is-positive', severity: 'off' } as never],
    },
    { tag: 'VISIT', fields: [text('rid')] },
  )
  const registry = createRegistry([acme, health])
  const rx = registry.tags.get('acme.health.RX')!
  expect([...registry.domains.get('acme.health')!.tags.keys()]).toEqual(['PATIENT', 'RX', 'VISIT'])
  expect([...rx.fields.keys()]).toEqual(['dose', 'patient_ref', 'insurer'])
  expect(rx.fields.get('dose')).toMatchObject({
    type: 'float',
    range: [0, 20],
    unit: 'mg',
    origin: 'core.health',
    changedIn: ['acme.health'],
  })
  expect(rx.fields.get('insurer')).toMatchObject({ usual: true })
  expect(rx.fields.get('insurer')!.origin).toBeUndefined()
  expect(rx.descriptor.rules).toEqual([{ ...rule, origin: 'core.health', severity: 'off' }])
  expect(registry.domains.get('acme.health')!.extensionProblems).toEqual([])
})

test('a record of an extended tag is a record of the base tag', () => {
  const acme = descriptor('acme.health', 'core.health', { tag: 'VISIT', fields: [text('patient_ref')] })
  const registry = createRegistry([acme, health])
  const own = registry.tags.get('acme.health.PATIENT')!
  expect(own.fullName.path).toBe('acme.health.PATIENT')
  expect(own.nameOfRecords.path).toBe('core.health.PATIENT')
  expect(registry.tags.get('acme.health.VISIT')!.nameOfRecords.path).toBe('acme.health.VISIT')
  const target = (tag: string, field: string) => registry.tags.get(tag)!.fields.get(field)!
  expect(target('acme.health.RX', 'patient_ref')).toMatchObject({
    target: { path: 'core.health.PATIENT' },
    targetTag: 'acme.health.PATIENT',
  })
  expect(target('acme.health.VISIT', 'patient_ref').target!.path).toBe('core.health.PATIENT')
  expect(target('core.health.RX', 'patient_ref').targetTag).toBe('core.health.PATIENT')
  expect(isKindOf(own, registry.tags.get('core.health.PATIENT')!)).toBe(true)
  expect(isKindOf(registry.tags.get('core.health.PATIENT')!, own)).toBe(false)
})

test('without a header, an extension is in force instead of its base', () => {
  const registry = createRegistry([
    health,
    descriptor('acme.health', 'core.health'),
    descriptor('acme.other', undefined),
  ])
  expect(registry.inForceByDefault.map(({ path }) => path)).toEqual(['acme.health', 'acme.other'])
})

test('the id of a tag stays the same field', () => {
  const base = descriptor('core.pay', undefined, { tag: 'TXN', fields: [text('id', { required: true })] })
  const own = descriptor('acme.pay', 'core.pay', {
    tag: 'TXN',
    fields: [text('rid'), change('id', { required: false })],
  })
  expect(createRegistry([base, own]).tags.get('acme.pay.TXN')!.identityField).toBe('id')
})

test('an extension of an extension', () => {
  const acme = descriptor('acme.health', 'core.health', { tag: 'RX', fields: [text('insurer')] })
  const ward = descriptor('acme.ward', 'acme.health', { tag: 'RX', fields: [change('drug', { required: true })] })
  const resolved = resolveDescriptors([ward, acme, health]).get('acme.ward')!
  expect(resolved.bases).toEqual(['acme.health', 'core.health'])
  const fields = resolved.descriptor.records.find(({ tag }) => tag === 'RX')!.fields
  expect(fields.map(({ name, origin }) => `${name} ${origin}`)).toEqual([
    'drug core.health',
    'dose core.health',
    'patient_ref core.health',
    'insurer acme.health',
  ])
  expect(createRegistry([ward, acme, health]).tags.get('acme.ward.RX')!.nameOfRecords.path).toBe('core.health.RX')
})

test('a base that does not exist', () =>
  expect(
    problemsOf(descriptor('acme.a', 'core.helth', { tag: 'RX', fields: [change('dose', { remove: true })] })),
  ).toEqual(['acme.a unknown-base undefined.undefined core.helth']))

test('a circle: each domain on it has only what it writes itself', () => {
  const [a, b, c] = [descriptor('x.a', 'x.b'), descriptor('x.b', 'x.a'), descriptor('x.c', 'x.a')]
  expect(problemsOf(a, b, c, descriptor('x.d', 'x.d'))).toEqual([
    'x.a circle undefined.undefined x.a x.b x.a',
    'x.b circle undefined.undefined x.b x.a x.b',
    'x.d circle undefined.undefined x.d x.d',
  ])
  expect(resolveDescriptors([a, b, c]).get('x.c')!.bases).toEqual(['x.a'])
})

test('at most ten levels', () => {
  const chain = Array.from({ length: mostLevels + 1 }, (_, level) =>
    descriptor(`x.l${level}`, level === 0 ? undefined : `x.l${level - 1}`),
  )
  expect(problemsOf(...chain.slice(0, -1))).toEqual([])
  expect(problemsOf(...chain).map(problem => problem.split(' ').slice(0, 2).join(' '))).toEqual(['x.l10 too-deep'])
})

test('changes that cannot count', () =>
  expect(
    problemsOf(
      health,
      descriptor(
        'acme.health',
        'core.health',
        {
          tag: 'RX',
          fields: [text('dose', { type: 'int' }), change('dosis', { remove: true }), change('insurer', { unit: 'x' })],
          rules: [{ id: 'new-rule', severity: 'off' } as never],
        },
        { tag: 'PATIENT', fields: [change('rid', { remove: true })] },
        { tag: 'LAB', fields: [], remove: true },
      ),
    ),
  ).toEqual([
    'acme.health id-removed PATIENT.rid rid',
    'acme.health type-changed RX.dose float core.health',
    'acme.health nothing-to-remove RX.dosis dosis',
    'acme.health no-type RX.insurer insurer',
    'acme.health incomplete-rule RX.undefined new-rule',
    'acme.health nothing-to-remove LAB.undefined LAB',
  ]))

test('the phrases of values that an extension takes away go with them', () => {
  const base = descriptor('core.a', undefined, {
    tag: 'A',
    fields: [text('s', { enum: ['x', 'y'], enumDescriptions: { x: 'One', y: 'Two' } })],
  })
  const own = descriptor('acme.a', 'core.a', { tag: 'A', fields: [change('s', { enum: ['x', 'z'] })] })
  expect(resolveDescriptors([base, own]).get('acme.a')!.descriptor.records[0]!.fields[0]).toMatchObject({
    enum: ['x', 'z'],
    enumDescriptions: { x: 'One' },
  })
})
