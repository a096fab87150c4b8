import { dirname } from 'node:path'
import type { Config } from '../../shared/config/config.ts'
import type { ConfigFile } from '../../shared/config/config-file.ts'
import type { EffectiveConfig } from '../../shared/config/effective-config.ts'
import type { BaseConfig, ExtendedConfig } from '../../shared/config/extended-config.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Failure } from '../files/failure.ts'
import { leadsOut } from '../files/leads-out.ts'
import { absolutePath, printed } from '../files/paths.ts'
import { readRegularFile, readText } from '../files/read-text.ts'

/** A configuration of the run. */
export interface FoundConfig {
  readonly name: string
  readonly text: string
  readonly file: ConfigFile
  readonly config: Config
  readonly effective: EffectiveConfig
  /** What it extends. */
  readonly bases: readonly BaseConfig[]
}

/**
 * Reads a configuration and those that it extends. One that cannot be read sets nothing.
 *
 * @param isNamed whether the user names it: then it may be a link or a pipe
 * @returns the configuration, and why it was not read
 */
export async function readConfig(
  folder: string,
  path: string,
  isNamed: boolean,
): Promise<{ readonly found: FoundConfig; readonly failure: Failure | undefined }> {
  const name = printed(path)
  const unread = isNamed ? undefined : await notReadFailure(name, path)
  const read = unread ?? (await (isNamed ? readText({ file: name, path }) : readRegularFile(name, path)))
  const text = 'failure' in read ? '{}' : read.text
  // Loaded only if there is a configuration: most of the time of a small check is its start.
  const { emptyConfig } = await import('../../shared/config/config.ts')
  const { readConfigFile } = await import('../../shared/config/config-file.ts')
  const { effectiveConfig } = await import('../../shared/config/effective-config.ts')
  const file = readConfigFile(text)
  const { config: own = emptyConfig } = file
  const extended = file.extended.length > 0 ? await withBases(own, file, absolutePath(path)) : undefined
  const { config = own, bases = [] } = extended ?? {}
  const problems = [...file.problems, ...(extended?.problems ?? [])]
  const effective = effectiveConfig({ folder, config })
  const found = { name, text, file: { ...file, problems }, config, effective, bases }
  return { found, failure: 'failure' in read ? read : undefined }
}

/**
 * Why a configuration is not read, although it exists. A repository of somebody else must not make Recline show the
 * content of a file that is not its own.
 */
async function notReadFailure(name: string, path: string): Promise<Failure | undefined> {
  if ((await leadsOut(path, dirname(path))) && (await leadsOut(path, '.')))
    return {
      failure: localize('{file} is a link that leads out of its folder, so it is not read; replace it by a file.', {
        file: name,
      }),
    }
  return undefined
}

/** Loaded only if a configuration extends others. */
async function withBases(config: Config, file: ConfigFile, place: string): Promise<ExtendedConfig> {
  const { extendedConfig } = await import('../../shared/config/extended-config.ts')
  const { findBase } = await import('./base-configs.ts')
  return extendedConfig(config, file, place, findBase)
}
