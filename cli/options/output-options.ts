import { Option } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { choice } from './choice.ts'
import { wrongOptionValue } from './wrong-option-value.ts'

// The options that several commands have, with the same letters in all of them. `writeOptions` has `-w`.

/** The option that chooses the format of what a command prints. */
export const formatOption = (formats: readonly string[]): Option =>
  choice('-f, --format <format>', 'output format', formats).default(formats[0])

/** The option that names the file for what a command would print. */
export const outputOption = (description: string): Option =>
  new Option('-o, --output <path>', description).argParser(pathToWrite)

/** The option that lets `--output` replace files. */
export const forceOption = (): Option => new Option('--force', 'replace existing files')

/** The option that prints less. */
export const quietOption = (description: string): Option => new Option('-q, --quiet', description)

function pathToWrite(path: string): string {
  if (path === '-') throw wrongOptionValue(() => localize('Omit it to print to standard output.'))
  return path
}
