import type { Command } from 'commander'
import { host } from '../host/host.ts'
import { codesOfWriting, helpEnd } from '../options/help.ts'
import { ownDescriptors } from '../options/record-options.ts'
import { purposeOf, type WriteOptions, writeOptions } from '../options/write-options.ts'
import { reportOptions } from '../output/report.ts'

interface PatchOptions extends WriteOptions {
  readonly descriptors: readonly string[]
}

/** Adds `recline patch PATCH` to the program. */
export const patchCommand = (program: Command): Command =>
  ownDescriptors(
    writeOptions(
      program
        .command('patch')
        .description('apply a patch of "recline diff --format patch", also to files whose records moved or changed')
        .argument('<patch>', 'a file, or - for standard input; its names are relative to the working directory'),
    ),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline patch changes.patch', 'show what would change'],
          ['recline patch changes.patch --write', 'apply the patch'],
          ['recline patch - --check', 'read standard input, and write nothing'],
        ],
        { ...codesOfWriting, 1: 'with --check: there is something to write; or there are conflicts' },
        'version-control.md#patches',
      ),
    )
    .action(async (path: string, options: PatchOptions, command: Command) => {
      const { applyPatch } = await import('./apply-patch.ts')
      host.exitCode = await applyPatch(path, purposeOf(options), options.descriptors, reportOptions(command).hasColors)
    })
