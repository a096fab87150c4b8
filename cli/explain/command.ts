import type { Command } from 'commander'
import { codesOfOutput, helpEnd } from '../options/help.ts'
import { reportOptions } from '../output/report.ts'

/** Adds `recline explain CODE` to the program. */
export const explainCommand = (program: Command): Command =>
  program
    .command('explain')
    .description('explain a problem code with an example; without a code, list all codes')
    .argument('[code]', 'a problem code, such as out-of-range or rule/cert-expires-after-issue')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline explain', 'list all codes'],
          ['recline explain out-of-range', 'explain one, with an example'],
          ['recline explain rule/cert-expires-after-issue', 'explain a declared rule'],
        ],
        codesOfOutput,
        'codes.md',
      ),
    )
    .action(async (code: string | undefined, _: object, command: Command) => {
      const { domainsHere } = await import('../plan/registry.ts')
      const { explainCode } = await import('./explain-code.ts')
      const { registry, rules } = await domainsHere([])
      explainCode(code, registry, rules, reportOptions(command).hasColors)
    })
