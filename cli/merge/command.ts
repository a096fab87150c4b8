import { type Command, Option } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { favors } from '../../shared/merge/merge-unit.ts'
import { host } from '../host/host.ts'
import { choice, wholeNumber } from '../options/choice.ts'
import { helpEnd } from '../options/help.ts'
import { outputOption } from '../options/output-options.ts'
import { ownDescriptors } from '../options/record-options.ts'
import { wrongOptionValue } from '../options/wrong-option-value.ts'
import { type MergeRun, mergeOrders } from './merge-run.ts'

interface MergeCommandOptions extends Omit<MergeRun, 'isStrict'> {
  readonly strict?: boolean
}

/** Adds `recline merge BASE OURS THEIRS` to the program. */
export const mergeCommand = (program: Command): Command =>
  ownDescriptors(
    program
      .command('merge')
      .description('merge two changed versions of a file or folder by record and field; git can call it')
      .argument('<base>', 'the version that both sides changed')
      .argument('<ours>', 'our version')
      .argument('<theirs>', 'their version')
      .addOption(outputOption('file or folder to write; of files, by default standard output'))
      .option('--strict', 'a record that both sides changed is a conflict, also if they changed different fields')
      .addOption(
        choice('--favor <side>', 'which side decides where both changed the same, as in git merge-file', favors),
      )
      .addOption(
        choice('--order <side>', 'whose order of records the result has where they differ', mergeOrders).default(
          'ours',
        ),
      )
      .addOption(new Option('--marker-size <number>', 'length of conflict markers').argParser(markerSize).default(7))
      .option('--path <name>', 'the name of the file in the repository; it can decide the domain')
      .option('--ours-label <text>', 'name of our side in conflict markers', 'ours')
      .option('--theirs-label <text>', 'name of their side in conflict markers', 'theirs'),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline merge base.rec ours.rec theirs.rec', 'print the merged file'],
          ['recline merge base.rec ours.rec theirs.rec --output ours.rec', 'write it'],
          ['recline merge base/ ours/ theirs/ --output merged/', 'merge folders'],
        ],
        { 0: 'there are no conflicts', 1: 'there are conflicts' },
        'version-control.md#merge-without-git',
      ),
    )
    .action(mergePaths)

/** At least as long as the marker of git, so that it is found again. */
function markerSize(text: string): number {
  const size = wholeNumber(text)
  if (size < 1 || size > 1000)
    throw wrongOptionValue(() => localize('It must be from {first} to {last}.', { first: 1, last: 1000 }))
  return size
}

async function mergePaths(
  base: string,
  ours: string,
  theirs: string,
  { strict = false, ...options }: MergeCommandOptions,
): Promise<void> {
  const { runMerge } = await import('./run-merge.ts')
  host.exitCode = await runMerge({ base, ours, theirs }, { ...options, isStrict: strict })
}
