import { Command, CommanderError } from 'commander'
import { checkCommand } from '../cli/check/command.ts'
import type { OwnFolder } from './own-folder.ts'

/** The command `recline check`, which throws where the program would end. */
export const newCheckCommand = (): Command =>
  checkCommand(
    new Command('recline').exitOverride().configureOutput({
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    }),
  )

/** Runs `recline check`, and returns what it says, as `said` has it. */
export const checkIn =
  ({ said }: OwnFolder) =>
  (...args: readonly string[]): Promise<string> =>
    said(async () => {
      try {
        await newCheckCommand().parseAsync(args, { from: 'user' })
      } catch (error) {
        if (!(error instanceof CommanderError)) throw error
        process.exitCode = 2
      }
    })
