import { type Command, Option } from 'commander'
import { localize } from '../../shared/domains/localize.ts'

/** What a command that changes files does with its changes. */
export type Purpose = 'show' | 'check' | 'write'

/** The options of every command that changes files. */
export interface WriteOptions {
  readonly write?: true
  readonly check?: true
}

/** Gives a command that changes files the options that say what it does with the changes: by default it shows them. */
export const writeOptions = (command: Command): Command =>
  command
    .addOption(new Option('-w, --write', 'write the files; without it, the changes are shown').conflicts('check'))
    .option('--check', 'write nothing and list the files that would change; exit with code 1 if there are any')

/** What these options choose. */
export function purposeOf({ write, check }: WriteOptions): Purpose {
  if (check) return 'check'
  return write ? 'write' : 'show'
}

/** Ends the run where standard input would have to be written. */
export function mustBeWritable({ write }: WriteOptions, paths: readonly string[], command: Command): void {
  if (write && paths.includes('-'))
    command.error(`error: ${localize('--write cannot write to standard input; omit it to print the result')}`)
}
