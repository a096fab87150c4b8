import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../test/damaged.ts'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { checkFile } from '../check/check.ts'
import { parse } from '../syntax/tree.ts'
import { ClosedFile } from './closed-file.ts'
import type { IndexedFile, IndexedRecord } from './indexed-file.ts'
import { OpenFile } from './open-file.ts'
import { packFile } from './packed-file.ts'

const uri = 'file:///a.rec'

const told = (record: IndexedRecord): object => {
  const {
    tag: { path },
    id,
    title,
    identity: { definition, references },
  } = record
  return {
    path,
    id,
    title,
    at: record.tagPlace(),
    definition: definition && { path: definition.path, id: definition.id, at: record.placeOf(definition) },
    references: references.map(reference => ({
      path: reference.path,
      id: reference.id,
      field: reference.field,
      at: record.placeOf(reference),
    })),
  }
}

const recordsOf = (file: IndexedFile): IndexedRecord[] =>
  Array.from({ length: file.length }, (_, entry) => file.recordAt(entry) ?? []).flat()

test('what is packed of a file and sent to another thread says the same of its records as the open file', () => {
  fc.assert(
    fc.property(damagedFiles(), text => {
      const context = { registry: builtinRegistry, fileName: 'a.rec', settingDomains: [] }
      const open = new OpenFile(uri, checkFile(parse(text), context))
      const closed = new ClosedFile(
        uri,
        structuredClone(packFile(checkFile(parse(text), { ...context, onlyNames: true }))),
      )
      expect(recordsOf(closed).map(told)).toEqual(recordsOf(open).map(told))
      const ids = new Set(
        recordsOf(open)
          .flatMap(({ id, identity }) => [id ?? [], identity.references.map(reference => reference.id)])
          .flat(2),
      )
      // Those who ask more often are answered from a table.
      for (let asked = 0; asked < 3; asked++) {
        for (const id of [...ids, '', '1', 'CTL', 'CTL-1', 'C']) {
          expect([...closed.recordsNaming(id, () => true)].map(told)).toEqual(
            [...open.recordsNaming(id, () => true)].map(told),
          )
        }
      }
    }),
    { numRuns: runs(300) },
  )
}, 60_000)
