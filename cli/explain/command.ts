import type { Command } from 'commander'
import { reportOptions } from '../output/report.ts'

/** Adds `recline explain CODE` to the program. */
export const explainCommand = (program: Command): Command =>
  program
    .command('explain')
    .description('explain a problem code with an example; without a code, list all codes')
    .argument('[code]', 'a problem code, such as out-of-range')
    .action(async (code: string | undefined, _: object, command: Command) =>
      (await import('./explain-code.ts')).explainCode(code, reportOptions(command).hasColours),
    )
