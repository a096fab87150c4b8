import type { Command } from 'commander'
import { reportOptions } from '../output/report.ts'

/** Adds `recline explain CODE` to the program. */
export const explainCommand = (program: Command): Command =>
  program
    .command('explain')
    .description('explain a problem code with an example; without a code, list all codes')
    .argument('[code]', 'a problem code, such as out-of-range or rule/cert-expires-after-issue')
    .action(async (code: string | undefined, _: object, command: Command) => {
      const { domainsHere } = await import('../plan/registry.ts')
      const { explainCode } = await import('./explain-code.ts')
      const { registry, rules } = await domainsHere([])
      explainCode(code, registry, rules, reportOptions(command).hasColors)
    })
