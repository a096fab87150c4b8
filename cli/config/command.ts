import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { host } from '../host/host.ts'
import { codesOfOutput, helpEnd } from '../options/help.ts'
import { ownDescriptors } from '../options/record-options.ts'
import { complain, ExitCode } from '../output/exit.ts'

/** Adds `recline config FILE` to the program. */
export const configCommand = (program: Command): Command =>
  ownDescriptors(
    program
      .command('config')
      .description('show which recline.json counts for a file, what it sets, and why')
      .argument('<file>', 'the path of a file with records, which need not exist'),
  )
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline config audit/findings.rec', 'show what counts for a file'],
          ['recline config new.rec', 'the file need not exist'],
          ['recline config a.rec --descriptors domains/', 'with other descriptors'],
        ],
        codesOfOutput,
        'command-line.md#ask-which-configuration-counts',
      ),
    )
    .action(async (file: string, { descriptors }: { readonly descriptors: readonly string[] }, command: Command) => {
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
        command.error(`error: ${file} is a folder; give the path of a file in it, which need not exist.`)
      const { explainConfig } = await import('./explain-config.ts')
      const { text, failures } = await explainConfig(file, descriptors)
      host.stdout.write(text)
      for (const sentence of failures) complain(sentence)
      host.exitCode = failures.length > 0 ? ExitCode.CouldNotRun : ExitCode.Clean
    })
