import { groupBy } from '../../shared/basics/group.ts'
import { tagOfName } from '../../shared/check/tag-of-name.ts'
import { domainSettings, type FileContext } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import type { ImportedRow } from '../../shared/import/import-rows.ts'
import { tagName } from '../../shared/syntax/nodes.ts'
import { inputName } from '../convert/batch.ts'
import type { Form } from '../convert/forms.ts'
import type { ImportOptions } from '../convert/import-options.ts'
import { readInputs } from '../convert/inputs.ts'
import { tagInName } from '../convert/jobs.ts'
import { claimTargets } from '../convert/outputs.ts'
import { plannedInputs } from '../convert/planned-inputs.ts'
import { CannotConvert, type SourceLine } from '../convert/problems.ts'
import { mustHaveColumns } from '../convert/read-tables.ts'
import { ToldTables } from '../convert/told-tables.ts'
import type { Target } from '../files/target.ts'
import type { Plan } from '../plan/plan.ts'
import { filesRead, readByPlan } from '../plan/targets.ts'
import { tagInFiles } from '../query/tag-in-files.ts'

/** What the command line says about the rows. */
export interface HowToReadRows extends ImportOptions {
  readonly tag?: string
  readonly domain: readonly string[]
  readonly force: boolean
}

/** The rows of tables, all of one tag. */
export interface RowsOfTables {
  readonly tag: Tag
  readonly rows: readonly ImportedRow<SourceLine>[]
  readonly notes: readonly string[]
  /** Whether the tables have cells that cannot be read. */
  readonly haveLosses: boolean
  /** Saves how they were read, if the user asked for that. */
  saveMapping(): Promise<void>
}

/**
 * Reads tables as records of the tag that their name or the command line says.
 *
 * @param records the files that the rows go to: they decide what the values mean
 * @param wanted the tag, if it is known
 */
export async function readRows(
  plan: Plan,
  forms: readonly Form[],
  records: Plan,
  how: HowToReadRows,
  wanted?: Tag,
): Promise<RowsOfTables> {
  const { registry } = records
  const tagNamed = async (name: string): Promise<Tag> => {
    const tag = tagOfName(await tagInFiles(name, records, how.domain), registry, how.domain)
    if ('problem' in tag) throw new CannotConvert([tag.problem])
    return tag
  }
  const tagSaid = wanted ?? (how.tag === undefined ? undefined : await tagNamed(how.tag))
  const said = tagSaid?.name
  const { inputs, learned, saveMapping } = await plannedInputs(plan, forms, {
    ...how,
    ...(said !== undefined && { tag: said }),
  })
  // Before anything is written, so that a mapping that cannot be saved stops the import.
  const [target] =
    wanted || saveMapping === undefined ? [] : await claimMapping(saveMapping, [plan, records], how.force)
  const columns = new Map<string, ReadonlySet<string>>()
  const [first] = records.files
  /** The records that the rows go to decide what their values mean. */
  const contextOf = async (name: string | undefined): Promise<FileContext> => {
    const fileName = first?.source.file ?? ''
    if (name === undefined) return { registry, fileName, ...domainSettings(first?.settings ?? { settingDomains: [] }) }
    return { registry, fileName, settingDomains: [(tagSaid ?? (await tagNamed(name))).domain.path] }
  }
  const placed = await Promise.all(
    inputs.map(async input => {
      const onFound: typeof input.choices.onFound = (tag, found) => {
        input.choices.onFound?.(tag, found)
        const names = found.flatMap(({ key }) => key?.split(':')[0] ?? [])
        // Names with $, such as $order, are none of fields.
        columns.set(inputName(input), new Set(names.filter(name => !name.startsWith('$'))))
      }
      const context = await contextOf(input.tag ?? tagInName(input.source.file, registry))
      return { ...input, choices: { ...input.choices, onFound }, context }
    }),
  )
  await mustHaveColumns(placed)
  const told = new ToldTables()
  const all: {
    readonly name: string
    readonly record: ImportedRow<SourceLine>['record']
    readonly place: SourceLine
  }[] = []
  let others = 0
  for await (const { entries, places } of readInputs(placed, (file, note) => told.tell(file, note)))
    for (const [index, entry] of entries.entries()) {
      const name = entry.kind === 'record' ? tagName(entry) : undefined
      if (entry.kind === 'record' && name !== undefined && name !== 'DOC' && (said === undefined || name === said))
        all.push({ name, record: entry, place: places[index]! })
      else if (entry.kind !== 'blank') others++
    }
  const [one, ...more] = groupBy(all, ({ name }) => name).keys()
  if (one === undefined)
    throw new CannotConvert([
      said === undefined
        ? localize('The table has no rows. Nothing was imported.')
        : localize('The table has no rows of the tag {tag}. Nothing was imported.', { tag: said }),
    ])
  if (more.length > 0)
    throw new CannotConvert([
      localize('The table has records of {tags}; choose one with --tag. Nothing was imported.', {
        tags: [one, ...more].join(', '),
      }),
    ])
  const inFile = new Map(
    [...groupBy(all, ({ place }) => place.file)].map(([file, rows]) => [
      file,
      columns.get(file) ?? new Set(rows.flatMap(({ record }) => record.fields.map(({ name }) => name))),
    ]),
  )
  return {
    tag: tagSaid ?? (await tagNamed(one)),
    rows: all.map(({ record, place }) => ({ record, place, columns: inFile.get(place.file)! })),
    notes: [
      ...told.sentences(),
      ...(others > 0
        ? [
            others === 1
              ? localize('1 part of the tables is left out: comments, headers, blocks, and records of other tags.')
              : localize(
                  '{count} parts of the tables are left out: comments, headers, blocks, and records of other tags.',
                  { count: others },
                ),
          ]
        : []),
    ],
    haveLosses: told.haveLosses(),
    async saveMapping() {
      if (target) await learned.save(target, inputs[0]!.choices)
    },
  }
}

/** Claims the file for the mapping. Throws a `CannotConvert` if the run reads it, or if it must not be replaced. */
async function claimMapping(path: string, plans: readonly Plan[], force: boolean): Promise<readonly Target[]> {
  const read = await filesRead(plans.flatMap(readByPlan))
  return claimTargets({ read }, force ? { force: true } : {})([path])
}
