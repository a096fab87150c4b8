import { describe, expect, test } from 'vitest'
import { heading, type PartData, part, place, reduced } from '../../../test/reduced-facts.ts'
import { type NamesFact, namesOf } from './facts-in-columns.ts'

describe('names', () => {
  const names = (kind: NamesFact['kind'], file: string, id: string, data: object, more: object = {}): NamesFact =>
    namesOf({ file, ...place, entry: 4, tag: 'OWNER', id, start: 11, data, ...more }, kind)!
  const twice = 'OWNER "O-1" exists twice; an id must be unique among the records of its tag, so change one of them.'

  test('that are there twice are told in both files, with the place of the other', async () => {
    const facts = [
      part('a.rec'),
      part('b.rec'),
      names('definitions', 'b.rec', 'O-1 O-2', { entries: '0 1' }),
      names('definitions', 'a.rec', 'O-3 O-1', { entries: '0 3' }),
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
      names('definitions', 'c.rec', 'O-1', { entries: '7' }),
      names('definitions', 'a.rec', 'O-2 O-1', { entries: '9 5' }),
      names('definitions', 'b.rec', 'O-2 O-1', { entries: '1 0', starts: '15 11' }),
      names('definitions', 'b.rec', 'O-1', { entries: '1' }),
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
    const definitions = names('definitions', 'a.rec', 'O-1 O-1', { entries: '0 3' })
    const conflict = { markers: markers('<<<<<<< a', '=======', '>>>>>>> b') }
    const found = async (data: Partial<PartData>): Promise<string[]> =>
      (await reduced([part('a.rec', data), definitions])).filter(line => line.includes('exists twice'))
    expect(await found(conflict)).toEqual([])
    expect(await found({})).toHaveLength(1)
    expect(await found({ markers: markers('=======') })).toHaveLength(1)
  })

  test('that are referred to must be there', async () => {
    const references = names(
      'references',
      'a.rec',
      'O-1 O-9',
      { entries: '0 1' },
      {
        field: 'owner',
        record: 'C-1 C-2',
        ownDomain: 'acme.fleet',
        ownTag: 'CAR',
      },
    )
    const found = await reduced([part('a.rec'), references, names('definitions', 'a.rec', 'O-1', { entries: '0' })], {
      identities: true,
    })
    expect(found).toEqual([
      heading('a.rec'),
      '6:12-6:15 warning owner CAR.owner is "O-9", but no OWNER has that id; write an existing id, or add the record. {"record":"acme.fleet.CAR C-2","value":"O-9"}',
    ])
  })
})
