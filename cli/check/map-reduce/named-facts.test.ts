import { describe, expect, test } from 'vitest'
import { heading, type PartData, part, place, reduced } from '../../../test/reduced-facts.ts'
import type { ColumnsOfName, NameFact } from './facts.ts'

describe('names', () => {
  const at = (file: string, id: string, entry: number, start = 11): ColumnsOfName => ({
    file,
    ...place,
    entry,
    tag: 'OWNER',
    id,
    start,
  })
  const definition = (file: string, id: string, entry: number, start?: number): NameFact => ({
    kind: 'definition',
    ...at(file, id, entry, start),
  })
  const twice = 'OWNER "O-1" exists twice; an id must be unique among the records of its tag, so change one of them.'

  test('that are there twice are told in both files, with the place of the other', async () => {
    const facts = [
      part('a.rec'),
      part('b.rec'),
      definition('b.rec', 'O-1', 4),
      definition('b.rec', 'O-2', 5),
      definition('a.rec', 'O-3', 4),
      definition('a.rec', 'O-1', 7),
    ]
    expect(await reduced(facts, { related: true, identities: true })).toEqual([
      heading('a.rec'),
      `8:12-8:15 error null ${twice} ["b.rec:5 Another OWNER \\"O-1\\"."] {"record":"acme.fleet.OWNER O-1","value":"O-1"}`,
      heading('b.rec'),
      `5:12-5:15 error null ${twice} ["a.rec:8 Another OWNER \\"O-1\\"."] {"record":"acme.fleet.OWNER O-1","value":"O-1"}`,
    ])
  })

  test('are told in the order of their places, whatever the order of their facts', async () => {
    const facts = [
      definition('c.rec', 'O-1', 11),
      definition('a.rec', 'O-2', 13),
      definition('a.rec', 'O-1', 9),
      definition('b.rec', 'O-2', 5, 15),
      definition('b.rec', 'O-1', 4),
      definition('b.rec', 'O-1', 5),
      part('c.rec'),
      part('b.rec'),
      part('a.rec'),
    ]
    const found = await reduced(facts, { related: true })
    const short = found.map(line => line.replace(/ error.*?"(O-\d)".*\["(\S+).*$| 3 records.*/, ' $1 $2'))
    expect(short).toEqual([
      'a.rec:  ',
      '10:12-10:15 O-1 b.rec:5',
      '14:12-14:15 O-2 b.rec:6',
      'b.rec:  ',
      '5:12-5:15 O-1 a.rec:10',
      '6:12-6:15 O-1 a.rec:10',
      '6:16-6:19 O-2 a.rec:14',
      'c.rec:  ',
      '12:12-12:15 O-1 a.rec:10',
    ])
  })

  test('on both sides of a conflict are there once', async () => {
    const markers = (...texts: readonly string[]) =>
      texts.map((text, index) => ({ place: 3 + index * 3, line: 3 + index * 3, start: 0, text }))
    const definitions = [definition('a.rec', 'O-1', 4), definition('a.rec', 'O-1', 7)]
    const conflict = { markers: markers('<<<<<<< a', '=======', '>>>>>>> b') }
    const found = async (data: Partial<PartData>): Promise<string[]> =>
      (await reduced([part('a.rec', data), ...definitions])).filter(line => line.includes('exists twice'))
    expect(await found(conflict)).toEqual([])
    expect(await found({})).toHaveLength(1)
    expect(await found({ markers: markers('=======') })).toHaveLength(1)
  })

  test('that are referred to must be there', async () => {
    const references = ['O-1', 'O-9'].map(
      (id, index): NameFact => ({
        kind: 'reference',
        ...at('a.rec', id, 4 + index),
        field: 'owner',
        record: `acme.fleet.CAR C-${index + 1}`,
      }),
    )
    const found = await reduced([part('a.rec'), ...references, definition('a.rec', 'O-1', 4)], { identities: true })
    expect(found).toEqual([
      heading('a.rec'),
      '6:12-6:15 warning owner CAR.owner is "O-9", but no OWNER has that id; write an existing id, or add the record. {"record":"acme.fleet.CAR C-2","value":"O-9"}',
    ])
  })
})
