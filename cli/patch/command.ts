import type { Command } from 'commander'
import { ownDescriptors } from '../options/record-options.ts'

interface PatchOptions {
  readonly check?: boolean
  readonly descriptors: readonly string[]
}

/** Adds `recline patch PATCH` to the program. */
export const patchCommand = (program: Command): Command =>
  ownDescriptors(
    program
      .command('patch')
      .description('apply a patch of "recline diff --format patch", also to files whose records moved or changed')
      .argument('<patch>', 'a file, or - for standard input; its names are relative to the working directory')
      .option('--check', 'only tell whether the patch applies; write nothing'),
  ).action(async (path: string, { check = false, descriptors }: PatchOptions) => {
    const { applyPatch } = await import('./apply-patch.ts')
    process.exitCode = await applyPatch(path, check, descriptors)
  })
