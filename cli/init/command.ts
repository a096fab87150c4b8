import type { Command } from 'commander'
import type { InitOptions } from './init.ts'

/** Adds `recline init` to the program. */
export const initCommand = (program: Command): Command =>
  program
    .command('init')
    .description('begin: write a first file of records, a recline.json and a workflow that checks them')
    .argument('[folder]', 'where; it is made where it is missing', '.')
    .option('--domain <name>', 'the domain of the records')
    .option('--yes', 'ask nothing and write all that is not there yet')
    .action(async (folder: string, options: InitOptions, command: Command) =>
      (await import('./init.ts')).init(folder, options, command),
    )
