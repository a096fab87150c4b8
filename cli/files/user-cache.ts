import { homedir } from 'node:os'
import { join } from 'node:path'

/** The folder of a cache of this user, which nobody else can write to. It need not exist. */
export const userCache = (name: string): string =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'recline', name)
