import type { Command } from 'commander'
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
  ).action(async (path: string, options: PatchOptions, command: Command) => {
    const { applyPatch } = await import('./apply-patch.ts')
    process.exitCode = await applyPatch(path, purposeOf(options), options.descriptors, reportOptions(command).hasColors)
  })
