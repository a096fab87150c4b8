import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { ownDescriptors } from '../options/record-options.ts'
import { complain, ExitCode } from '../output/exit.ts'

/** Adds `recline config FILE` to the program. */
export const configCommand = (program: Command): Command =>
  ownDescriptors(
    program
      .command('config')
      .description('show which recline.json counts for a file, what it sets, and why')
      .argument('<file>', 'the path of a file with records, which need not exist'),
  ).action(async (file: string, { descriptors }: { readonly descriptors: readonly string[] }, command: Command) => {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
      command.error(`error: ${file} is a folder; give the path of a file in it, which need not exist.`)
    const { explainConfig } = await import('./explain-config.ts')
    const { text, failures } = await explainConfig(file, descriptors)
    process.stdout.write(text)
    for (const sentence of failures) complain(sentence)
    process.exitCode = failures.length > 0 ? ExitCode.CouldNotRun : ExitCode.Clean
  })
