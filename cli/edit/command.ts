import { type Command, Option } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { codesOfWriting, helpEnd } from '../options/help.ts'
import { mustBeDomains, nowOption, recordOptions, recordPaths } from '../options/record-options.ts'
import { mustBeWritable, purposeOf, type WriteOptions, writeOptions } from '../options/write-options.ts'
import { complain } from '../output/exit.ts'
import { reportOptions } from '../output/report.ts'

interface EditOptions extends WriteOptions {
  readonly tag: string
  readonly where?: string
  readonly set: readonly string[]
  readonly unset: readonly string[]
  readonly mapValue: readonly string[]
  readonly renameField: readonly string[]
  readonly delete?: true
  readonly force?: true
  readonly now?: number
  readonly descriptors: readonly string[]
  readonly domain: readonly string[]
  readonly showFiles?: true
  readonly exclude: readonly string[]
  readonly stdinFilename?: string
}

/** Adds `recline edit [PATHS…]` to the program. */
export const editCommand = (program: Command): Command =>
  recordOptions(
    writeOptions(
      recordPaths(program.command('edit').description('set or remove fields of many records, or delete the records')),
    )
      .requiredOption('--tag <tag>', 'tag of the records, such as FINDING or core.compliance.POLICY')
      .option('--where <expression>', 'only records for which this is true')
      .addOption(
        listOption(
          '--set <values>',
          'new values: a field, = and an expression, such as status="closed"; can be repeated',
        ),
      )
      .addOption(listOption('--unset <fields>', 'fields to remove, separated by commas; can be repeated'))
      .addOption(
        listOption(
          '--map-value <values>',
          'texts to replace, such as severity:High=high,Moderate=medium; can be repeated',
        ),
      )
      .addOption(
        listOption('--rename-field <names>', 'fields to rename, such as last_online=valid_until; can be repeated'),
      )
      .addOption(new Option('--delete', 'delete the records').conflicts(['set', 'unset', 'mapValue', 'renameField']))
      .option(
        '--force',
        'write also if the records have new problems then, or if the edit misses records of the project',
      )
      .addOption(nowOption()),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          [
            'recline edit --tag FINDING --where \'severity == "high"\' --set \'status="open"\'',
            'show what would change',
          ],
          ['recline edit --tag CONTROL --map-value status:Tested=tested --write', 'replace a value in all records'],
          ['recline edit --tag RISK --unset notes --check', 'tell whether a record has the field'],
        ],
        { ...codesOfWriting, 1: 'with --check: there is something to write; or the edit adds problems' },
        'edit.md',
      ),
    )
    .action(runEdit)

const listOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser<readonly string[]>((text, texts) => [...texts, text]).default([], 'none')

async function runEdit(paths: readonly string[], options: EditOptions, command: Command): Promise<void> {
  mustBeWritable(options, paths, command)
  const { planRun, reportPlan } = await import('../plan/plan.ts')
  const now = options.now ?? Date.now()
  const plan = await planRun(paths, { ...options, rule: {}, now })
  mustBeDomains(options.domain, plan.registry, command)
  if (options.showFiles) return (await import('../plan/show-files.ts')).showFiles(plan)
  if (!reportPlan(plan)) {
    complain(localize('Nothing was edited; see the message above.'))
    return
  }
  const { readEdit } = await import('../../shared/edit/record-edit.ts')
  const { tagInFiles } = await import('../query/tag-in-files.ts')
  const tag = await tagInFiles(options.tag, plan, options.domain)
  const wanted = readEdit({ ...options, tag, delete: options.delete === true }, plan.registry, options.domain)
  if ('mistake' in wanted) {
    const { withCarets } = await import('../../shared/expression/with-carets.ts')
    const { mistake } = wanted
    command.error(`error: ${mistake.source === '' ? mistake.message : withCarets(mistake.source, mistake)}`)
  }
  const { editFiles } = await import('./edit-files.ts')
  const { force = false } = options
  await editFiles(plan, wanted, {
    purpose: purposeOf(options),
    force,
    now,
    hasColors: reportOptions(command).hasColors,
  })
}
