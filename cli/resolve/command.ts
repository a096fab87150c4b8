import { type Command, Option } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { helpEnd } from '../options/help.ts'
import { mustBeDomains, recordOptions } from '../options/record-options.ts'
import type { ResolveOptions } from './resolve-files.ts'

interface ResolveCommandOptions extends ResolveOptions {
  readonly descriptors: readonly string[]
  readonly domain: readonly string[]
  readonly showFiles?: true
  readonly exclude: readonly string[]
}

/** Adds `recline resolve PATHS…` to the program. */
export const resolveCommand = (program: Command): Command =>
  recordOptions(
    program
      .command('resolve')
      .description('resolve the merge conflicts of files by record and field, and write the files at once')
      .argument('<paths...>', 'files with conflict markers, folders (all .rec files below), or globs')
      .addOption(new Option('--ours', 'keep our side').conflicts(['theirs', 'combine']))
      .addOption(new Option('--theirs', 'keep their side').conflicts('combine'))
      .option('--combine', 'keep what both sides changed; where they differ, the conflict stays')
      .addOption(
        new Option('--field <name>', 'decide only about this field; the others stay in conflict').conflicts('combine'),
      ),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline resolve --theirs records/', 'keep their side of all conflicts'],
          ['recline resolve --ours --field due controls.rec', 'decide about one field'],
          ['recline resolve --combine controls.rec', 'keep what both sides changed'],
        ],
        { 0: 'no conflict is left', 1: 'conflicts are left' },
        'version-control.md#many-conflicts-at-once',
      ),
    )
    .action(runResolve)

async function runResolve(paths: readonly string[], options: ResolveCommandOptions, command: Command): Promise<void> {
  const { ours, theirs, combine } = options
  if (!ours && !theirs && !combine) command.error(`error: ${localize('add --ours, --theirs or --combine to say how')}`)
  if (paths.includes('-'))
    command.error(`error: ${localize('conflicts on standard input cannot be resolved; name a file')}`)
  const { planRun } = await import('../plan/plan.ts')
  const plan = await planRun(paths, { ...options, rule: {} })
  mustBeDomains(options.domain, plan.registry, command)
  if (options.showFiles) return (await import('../plan/show-files.ts')).showFiles(plan)
  const { resolveFiles } = await import('./resolve-files.ts')
  await resolveFiles(plan, options)
}
