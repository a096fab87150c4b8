import { expect, test } from 'vitest'
import { NameHasher } from '../../../shared/scan/names.ts'
import { builtinRegistry } from '../../../test/records.ts'
import type { Fact, NameFact } from './facts.ts'
import { NameFacts, pathOfRecord } from './name-facts.ts'

const target = { domain: 'core.compliance', tag: 'CONTROL' }

const definition = (id: string, tag = 'CONTROL'): NameFact => ({
  kind: 'definition',
  file: 'a.rec',
  part: 0,
  entry: 0,
  start: 13,
  ...target,
  tag,
  id,
})

const reference = (id: string): NameFact => ({
  ...definition(id),
  kind: 'reference',
  field: 'control_ref',
  record: 'core.compliance.FINDING F-1',
})

/** The suspects among facts, and the definitions that they need, each as its kind, tag and id. */
async function suspects(facts: readonly NameFact[], decided: readonly NameFact[] = []) {
  const names = new NameFacts(new NameHasher({ low: 1, high: 2 }))
  facts.forEach((fact, number) => void names.add(fact, `${fact.domain}.${fact.tag}`, number))
  for (const name of decided) names.addDecided(name)
  const read: number[][] = []
  const found = await names.suspects(builtinRegistry, async numbers => {
    read.push([...numbers])
    return new Map([...numbers].map(number => [number, facts[number]! as Fact]))
  })
  const shown = (some: readonly NameFact[]): string[] => some.map(({ kind, tag, id }) => `${kind} ${tag} ${id}`).sort()
  return { suspects: shown(found.suspects), definitions: shown(found.definitions), read: read.flat().sort() }
}

test('ids that are there twice and references that lead nowhere are read again, and no others', async () => {
  const facts = [definition('1'), definition('2'), definition('2'), reference('1'), reference('3')]
  expect(await suspects(facts)).toEqual({
    suspects: ['definition CONTROL 2', 'definition CONTROL 2', 'reference CONTROL 3'],
    definitions: ['definition CONTROL 2', 'definition CONTROL 2'],
    read: [1, 2, 4],
  })
})

test('records of other tags with the id of such a reference are read too', async () => {
  expect(await suspects([definition('3', 'RISK_ASSESSMENT'), reference('3')])).toEqual({
    suspects: ['reference CONTROL 3'],
    definitions: ['definition RISK_ASSESSMENT 3'],
    read: [0, 1],
  })
})

test('names of undecided records count, without a fact', async () => {
  expect(await suspects([definition('1'), reference('2')], [definition('1'), definition('2'), reference('9')])).toEqual(
    {
      suspects: ['definition CONTROL 1', 'definition CONTROL 1', 'reference CONTROL 9'],
      definitions: ['definition CONTROL 1', 'definition CONTROL 1'],
      read: [0],
    },
  )
})

test('the identity of a record starts with its tag', () => {
  expect(pathOfRecord('core.compliance.FINDING F 1')).toBe('core.compliance.FINDING')
})
