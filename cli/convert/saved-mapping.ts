import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import type { ImportOptions } from './import-options.ts'

/** The options with those of `--mapping`; undefined if that cannot be read, and a message says why. */
export async function withSavedMapping<
  Options extends ImportOptions & { readonly tag?: string; readonly mapping?: string },
>(options: Options): Promise<Options | undefined> {
  if (options.mapping === undefined) return options
  const { withMapping } = await import('./mapping-file.ts')
  const { CannotConvert } = await import('./problems.ts')
  try {
    return await withMapping(options, options.mapping)
  } catch (error) {
    if (!(error instanceof CannotConvert)) throw error
    for (const sentence of error.sentences) complain(sentence)
    host.exitCode = ExitCode.CouldNotRun
    return undefined
  }
}
