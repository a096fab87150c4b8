import { expect, test } from 'vitest'
import { type Untold, untoldSentences } from './told-domains.ts'

const untold = (by: Untold['by'], file: string, ...domains: readonly string[]): Untold => ({ by, file, domains })

test('domains that the outputs do not tell are one sentence for each way and each list of domains', () =>
  expect(
    untoldSentences([
      untold('recline.json', 'a.rec', 'acme.vendors', 'core.compliance'),
      untold('name', 'b.health.rec', 'core.health'),
      untold('recline.json', 'c.rec', 'acme.vendors', 'core.compliance'),
      untold('name', 'd.hr.rec', 'core.hr'),
      untold('name', 'e.hr.rec', 'core.hr'),
      untold(undefined, 'f.rec'),
    ]),
  ).toEqual([
    'Only recline.json gives the records of 2 files the domains acme.vendors and core.compliance; add --domain acme.vendors --domain core.compliance when you convert them back.',
    'Only the name of b.health.rec gives the records the domain core.health; add --domain core.health when you convert them back.',
    'Only the names of 2 files, such as d.hr.rec, give their records the domain core.hr; add --domain core.hr when you convert them back.',
    'The files have different domains by their names, and a table cannot store them; convert the files one by one.',
  ]))
