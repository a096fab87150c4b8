import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { checkFiles } from '../cli/check/check-files.ts'
import { runHere } from '../cli/check/parts/runner.ts'
import type { Descriptor, FieldDescriptor, RecordDescriptor, RuleDescriptor } from '../shared/domains/descriptor.ts'
import { createRegistry } from '../shared/domains/registry.ts'
import { checkWhole, mapAll, type Result, reduceAll, type Setting } from './mapped-files.ts'
import { inParts } from './property-values.ts'
import { ruledDomains, ruledFiles, ruledRegistry, ruleSettings } from './ruled-files.ts'

// A domain that is written whole, and the same domain written as an extension, give the same problems.

const whole = ruledRegistry.domains.get('acme.work')!.descriptor
const others = [ruledRegistry.domains.get('acme.play')!.descriptor]

/** Where a part of the whole domain is written: in the base, in the extension, or changed by the extension. */
const places = ['base', 'extension', 'changed'] as const
type Places = readonly number[]

/**
 * A base and its extension that mean a domain; and this domain, written whole, with its parts in the same order.
 *
 * @param isBaseWhole whether the base has all tags, so that it has none that refers to a tag of the extension
 */
function splitDomain(
  random: Places,
  isBaseWhole = false,
): {
  readonly base: Descriptor
  readonly own: Descriptor
  readonly all: Descriptor
} {
  let next = 0
  const place = (mayChange = true): (typeof places)[number] =>
    places[random[next++ % random.length]! % (mayChange ? 3 : 2)]!
  const baseRecords: RecordDescriptor[] = []
  const ownRecords: RecordDescriptor[] = []
  const inherited: RecordDescriptor[] = []
  const added: RecordDescriptor[] = []
  for (const record of whole.records) {
    const where = place()
    if (where === 'extension' && !isBaseWhole) {
      ownRecords.push(record)
      added.push(record)
      continue
    }
    if (where === 'base') {
      baseRecords.push(record)
      inherited.push(record)
      continue
    }
    const fields = parted(record.fields, field => place(field.name !== 'rid'))
    const rules = parted(record.rules ?? [], () => place())
    baseRecords.push({
      ...record,
      fields: [...fields.before.map(one => (fields.changed.has(one) ? baseField(one) : one)), gone],
      rules: rules.before.map(one => (rules.changed.has(one) ? { ...one, message: 'Other.', severity: 'off' } : one)),
    })
    ownRecords.push({
      tag: record.tag,
      fields: [...[...fields.changed].map(changeOf), ...fields.after, { ...gone, remove: true }],
      rules: [...[...rules.changed].map(rule => ({ severity: 'error', ...rule }) as RuleDescriptor), ...rules.after],
    })
    inherited.push({ ...record, fields: [...fields.before, ...fields.after], rules: [...rules.before, ...rules.after] })
  }
  baseRecords.push({ tag: 'GONE', fields: [gone] })
  ownRecords.push({ tag: 'GONE', fields: [], remove: true })
  const { version, description, domain } = whole
  return {
    base: { domain: 'acme.base', version, description, records: baseRecords },
    own: { domain, version, description, extends: 'acme.base', records: ownRecords },
    all: { domain, version, description, records: [...inherited, ...added] },
  }
}

const gone: FieldDescriptor = { name: 'gone', type: 'int', required: true }

/** The field as the base has it, which the extension changes to what the whole domain has. */
const baseField = (field: FieldDescriptor): FieldDescriptor => ({
  ...field,
  required: !field.required,
  ...(field.enum && { enum: ['other'] }),
  ...(field.range && { range: [-5, -1] }),
  ...(field.pattern !== undefined && { pattern: 'zzz' }),
})

/** The type stays, so it is left out. */
const changeOf = ({ type: _, ...field }: FieldDescriptor): FieldDescriptor => ({
  type: 'string',
  isTypeUnknown: true,
  required: false,
  ...field,
})

function parted<Part>(
  all: readonly Part[],
  placeOf: (part: Part) => (typeof places)[number],
): { readonly before: readonly Part[]; readonly changed: ReadonlySet<Part>; readonly after: readonly Part[] } {
  const placed = all.map(part => ({ part, where: placeOf(part) }))
  const partsIn = (isOne: (where: (typeof places)[number]) => boolean): Part[] =>
    placed.filter(({ where }) => isOne(where)).map(({ part }) => part)
  return {
    before: partsIn(where => where !== 'extension'),
    changed: new Set(partsIn(where => where === 'changed')),
    after: partsIn(where => where === 'extension'),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'recline-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function checkOnDisk(texts: readonly string[], { ruled }: Setting): Promise<unknown[]> {
  const files = texts.map((text, index) => {
    const path = join(folder, `${index}.rec`)
    writeFileSync(path, text)
    return {
      source: { file: `${index}.rec`, path },
      settings: { severity: {}, settingDomains: ruledDomains, format: {}, ruleSettings },
    }
  })
  const { registry } = ruled!
  const plan = { files, registry, failures: [], warnings: [], origins: [], isComplete: true }
  const results: unknown[] = []
  for await (const result of checkFiles(
    plan,
    {},
    { partSize: 200, keptProblems: 100_000, startRunner: async () => runHere(registry) },
  )) {
    if ('failure' in result) throw new Error(result.failure)
    const problems: unknown[] = []
    for await (const some of result.problems) problems.push(...some)
    results.push({ file: result.file, records: result.records, problems })
  }
  return results
}

const random = fc.array(fc.nat(), { minLength: 4, maxLength: 40 })

/** A record keeps the name that it has in the base, and nothing else tells the two apart. */
const asWhole = (results: readonly unknown[]): unknown =>
  JSON.parse(JSON.stringify(results).replaceAll('acme.base', 'acme.work'))

const settingWith = (descriptors: readonly Descriptor[]): Setting => ({
  severity: {},
  settingDomains: ruledDomains,
  details: {},
  ruled: { registry: createRegistry([...descriptors, ...others]), ruleSettings },
  random: [1, 7, 3],
})

const ways: Readonly<Record<string, (texts: readonly string[], setting: Setting) => Promise<readonly unknown[]>>> = {
  'the check of the editor': async (texts, setting) => checkWhole(texts, setting),
  'the scan of files': checkOnDisk,
  'map and reduce': async (texts, setting) =>
    (await reduceAll(mapAll(texts, setting), texts, setting)) satisfies Result[],
}

test.each(Object.entries(ways).flatMap(([way, find]) => inParts(3, 400).map(share => ({ way, find, share }))))(
  '$way: an extension is the domain that it means: $share.seed',
  ({ find, share }) =>
    fc.assert(
      fc.asyncProperty(ruledFiles, random, async (texts, numbers) => {
        const { base, own, all } = splitDomain(numbers)
        const extended = await find(texts, settingWith([base, own]))
        expect(asWhole(extended)).toEqual(asWhole(await find(texts, settingWith([all]))))
      }),
      share,
    ),
)

test.each(inParts(2, 600))(
  'records of a base and of its extension beside each other: all ways find the same: $seed',
  share =>
    fc.assert(
      fc.asyncProperty(ruledFiles, random, async (files, numbers) => {
        const { base, own } = splitDomain(numbers, true)
        const texts = files.map(text => text.replaceAll('domain=acme.play', 'domain=acme.base'))
        const setting = settingWith([base, own])
        const inEditor = checkWhole(texts, setting).map(({ bytes: _, ...result }) => result)
        const reduced = (await reduceAll(mapAll(texts, setting), texts, setting)).map(
          ({ bytes: _, ...result }) => result,
        )
        expect(await checkOnDisk(texts, setting)).toEqual(inEditor)
        expect(reduced).toEqual(inEditor)
      }),
      share,
    ),
)
