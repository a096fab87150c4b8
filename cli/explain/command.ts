import type { Command } from 'commander'
import { host } from '../host/host.ts'
import { codesOfOutput, helpEnd } from '../options/help.ts'
import { languageOfRun, languageOption } from '../options/language-option.ts'
import { reportOptions } from '../output/report.ts'

/** Adds `recline explain CODE` to the program. */
export const explainCommand = (program: Command): Command =>
  program
    .command('explain')
    .description('explain a problem code, a rule or a field with examples; without one, list all codes')
    .argument(
      '[code]',
      'a problem code, such as out-of-range or rule/cert-expires-after-issue, or a field, such as CONTROL.status',
    )
    .addOption(languageOption())
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline explain out-of-range', 'explain one, with an example'],
          ['recline explain cert-expires-after-issue', 'explain a declared rule'],
          ['recline explain CONTROL.status', 'explain a field, with the rules that read it'],
        ],
        codesOfOutput,
        'codes.md',
      ),
    )
    .action(async (code: string | undefined, { language }: { language?: string }, command: Command) => {
      const { practicePaths } = await import('../../shared/domains/practice.ts')
      const { domainsHere } = await import('../plan/registry.ts')
      const { explainCode } = await import('./explain-code.ts')
      const { registry, rules } = await domainsHere([], practicePaths)
      explainCode(code, registry, rules, reportOptions(command).hasColors, languageOfRun(language, host.env))
    })
