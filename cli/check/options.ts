import { InvalidArgumentError } from 'commander'
import { ruleCodePrefix } from '../../shared/check/declared/rule-settings.ts'
import type { Severities } from '../../shared/check/problem.ts'
import { codesWithAnswer, codesWithSafeFix, rules } from '../../shared/check/rules/index.ts'
import { localize } from '../../shared/domains/localize.ts'
import { chosen } from '../options/choice.ts'
import { didYouMean } from '../options/did-you-mean.ts'
import { wrongOptionValue } from '../options/wrong-option-value.ts'
import { type FormatName, formats } from '../output/formats/index.ts'
import type { Choices } from '../plan/plan.ts'
import type { ByteRange } from './parts/part-reader.ts'

/** The options of `recline check`. */
export interface CheckOptions extends Choices {
  readonly format: FormatName
  readonly group?: true
  readonly quiet?: true
  readonly maxWarnings?: number
  readonly fix?: true
  readonly fixDryRun?: true
  readonly unsafeFixes?: true
  readonly since?: string
  readonly stats?: true
  readonly watch?: true
  readonly map?: true
  readonly range?: ByteRange
  readonly reduce?: true
  readonly suspects?: true
  readonly expect?: string
  readonly fixOnly?: readonly string[]
  /** The file that gets the results instead of standard output. */
  readonly output?: string
  readonly report: readonly ReportChoice[]
  readonly baseline?: string
  readonly pruneBaseline?: boolean
  readonly writeBaseline?: string
}

// The functions below read the values of options. Each throws what the user reads if a value is wrong.

/** A range of bytes, such as `0-1000000`. */
export function range(text: string): ByteRange {
  const [, start, end] = /^(\d{1,15})-(\d{1,15})?$/.exec(text) ?? []
  const found: ByteRange = { start: Number(start), end: end === undefined ? Infinity : Number(end) }
  if (start === undefined || found.end < found.start)
    throw new InvalidArgumentError(
      'Write the first byte and the byte after the last, such as 0-1000000, or 1000000- for the rest of the file.',
    )
  return found
}

/** The form of facts, which could be chosen once: only Parquet is left. */
export function factsFormat(text: string): void {
  if (text !== 'parquet') throw new InvalidArgumentError('Facts are always Parquet; leave this option out.')
}

/** A code with its severity, such as `notation=off`, added to others. */
export function withRule(text: string, severities: Severities): Severities {
  const [code = '', severity, ...more] = text.split('=')
  if (severity === undefined || more.length > 0)
    throw wrongOptionValue(() => localize('Write a code and its severity, such as notation=off.'))
  return { ...severities, [knownCode(code)]: chosen(severity, ['error', 'warning', 'information', 'off']) }
}

/** A code whose problems can have a fix that is made without a look at it, added to others. */
export function withFixedCode(text: string, codes: readonly string[] = []): readonly string[] {
  const code = knownCode(text)
  const fixed = [...codesWithSafeFix, ...codesWithAnswer]
  if (!fixed.includes(code))
    throw wrongOptionValue(() =>
      localize('--fix fixes no problem of {code}. It can fix those of these codes: {codes}.', {
        code,
        codes: fixed.join(', '),
      }),
    )
  return [...codes, code]
}

function knownCode(code: string): string {
  const codes = rules.map(rule => rule.code)
  if (!codes.includes(code) && !code.startsWith(ruleCodePrefix))
    throw wrongOptionValue(() => localize('There is no code {code}.', { code }) + didYouMean(code, codes))
  return code
}

/** Codes whose problems are listed, separated by commas, added to others. */
export const withSelected = (text: string, codes: readonly string[] = []): readonly string[] => [
  ...codes,
  ...text.split(',').map(code => knownCode(code.trim())),
]

/** A file for the results, and their format. */
export interface ReportChoice {
  readonly format: FormatName
  readonly path: string
}

/** A format with a file, such as `sarif=report.sarif`, added to others. */
export function withReport(text: string, reports: readonly ReportChoice[]): readonly ReportChoice[] {
  const [, format = '', path] = /^([^=]*)=(.+)$/s.exec(text) ?? []
  if (path === undefined)
    throw wrongOptionValue(() => localize('Write a format and a file, such as sarif=report.sarif.'))
  if (path === '-')
    throw wrongOptionValue(() =>
      localize('Write the name of a file; {option} prints to standard output.', { option: `--format ${format}` }),
    )
  if (reports.some(other => other.path === path))
    throw wrongOptionValue(() => localize('{file} has two reports.', { file: path }))
  return [...reports, { format: chosen(format, Object.keys(formats) as FormatName[]), path }]
}
