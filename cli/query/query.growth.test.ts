import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { createRegistry } from '../../shared/domains/registry.ts'
import { queryFormats } from '../../shared/query/format-names.ts'
import { type QueryOptions, queryPlan } from '../../shared/query/query-plan.ts'
import { expectLinearStepsOfRun } from '../../test/count-steps.ts'
import type { Plan } from '../plan/plan.ts'
import { findRecords } from './find-records.ts'
import { outputOf } from './print-query.ts'

const folder = mkdtempSync(join(tmpdir(), 'recline-query-growth-'))
afterAll(() => rmSync(folder, { recursive: true }))

const each = (size: number, text: (number: number) => string, separator = ''): string =>
  Array.from({ length: size }, (_, number) => text(number)).join(separator)

const tasks = (size: number): string =>
  each(size, number => `@TASK rid=T-${number} | f0="x" | f1="y${number}" | parent="T-${number >> 1}"\n`)

interface Query {
  readonly records: string
  readonly options: Partial<QueryOptions>
}

const wide = (size: number, option: 'select' | 'sort' | 'countBy' | 'min'): Query => ({
  records: tasks(3),
  options: {
    [option]: each(size, number => `f${number}`, ','),
    ...(option === 'min' && { min: each(size, () => 'f0', ',') }),
  },
})

/** Queries that grow in one way. */
const shapes: Readonly<Record<string, (size: number) => Query>> = {
  records: size => ({ records: tasks(size), options: { where: 'f0 == "x"', select: 'rid, f1' } }),
  'records with references': size => ({
    records: tasks(size),
    options: { where: 'parent.f0 == "x"', select: 'rid, parent.parent.rid' },
  }),
  'records that others refer to': size => ({
    records: tasks(size),
    options: { select: 'rid, referrers("TASK", "parent").size()' },
  }),
  groups: size => ({ records: tasks(size), options: { countBy: 'f1', sort: 'count' } }),
  'records of one group': size => ({ records: tasks(size), options: { countBy: 'f0' } }),
  columns: size => wide(size, 'select'),
  'columns of long texts': size => ({
    ...wide(size, 'select'),
    records: `@TASK rid=T-1${each(size, number => ` | f${number}="${'long '.repeat(9)}"`)}\n`,
  }),
  'letters of a text': size => ({
    records: `@TASK rid=T-1 | f0="${'文字 '.repeat(size)}"\n`,
    options: { select: 'rid, f0' },
  }),
  'keys to sort by': size => wide(size, 'sort'),
  'keys of groups': size => wide(size, 'countBy'),
  'fields that a condition reads': size => ({
    records: tasks(3),
    options: { select: 'rid', where: each(size, number => `has(f${number})`, ' || ') },
  }),
  'brackets of a condition': size => ({
    records: tasks(3),
    options: { select: 'rid', where: `${'('.repeat(size)}has(f0)${')'.repeat(size)}` },
  }),
}

const fieldCount = 200
const registry = createRegistry([
  {
    domain: 'acme.work',
    version: '1.0',
    description: '',
    records: [
      {
        tag: 'TASK',
        fields: [
          { name: 'rid', type: 'string', required: true },
          { name: 'parent', type: 'string', ref: 'TASK' },
          ...Array.from({ length: fieldCount }, (_, number) => ({ name: `f${number}`, type: 'string' as const })),
        ],
      },
    ],
  },
])

async function run({ records, options: { select, ...others } }: Query, format: QueryOptions['format']): Promise<void> {
  const path = join(folder, 'a.rec')
  writeFileSync(path, records)
  const files = [{ source: { file: 'a.rec', path }, settings: { severity: {}, settingDomains: [], format: {} } }]
  const plan: Plan = { files, registry, failures: [], warnings: [], origins: [], isComplete: true }
  // Whole records have no columns.
  const columns = format === 'rec' || select === undefined ? {} : { select }
  const wanted = queryPlan({ tag: 'TASK', format, ...others, ...columns }, registry, [])
  if ('problem' in wanted) throw new Error(wanted.problem)
  for await (const _ of outputOf(
    wanted,
    findRecords(plan, wanted, 0, () => undefined),
  ));
}

/** The formats of text that a query can have: groups are not whole records. */
const formatsOf = ({ options: { countBy } }: Query): QueryOptions['format'][] =>
  queryFormats.filter(format => format !== 'parquet' && (format !== 'rec' || countBy === undefined))

test.each(
  Object.entries(shapes).flatMap(([name, shape]) => formatsOf(shape(1)).map(format => [name, format, shape] as const)),
)('%s: twice as many are at most 2.5 times the work of a query as %s', (_, format, shape) =>
  expectLinearStepsOfRun(fieldCount / 2, size => () => run(shape(size), format)),
)
