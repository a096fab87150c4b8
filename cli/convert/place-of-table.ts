import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Source } from '../files/read-text.ts'
import { Configs } from '../plan/configs.ts'
import { type Form, formOfName } from './forms.ts'

/**
 * Finds the path of the file that decides about the settings of a source. A table has no domain of its own: the folder
 * that is written to decides if it has a configuration, else the working folder, and never the folder of the table.
 *
 * @param from the form of all sources, if it is said
 * @returns the path; undefined for records, which decide themselves
 */
export function placeOfTable({
  output,
  from,
}: {
  readonly output?: string
  readonly from?: Form
}): (source: Source) => string | undefined {
  const isFolder =
    output !== undefined && (/[/\\]$/.test(output) || (existsSync(output) && statSync(output).isDirectory()))
  const target = isFolder ? join(output, 'any.rec') : output
  const isConfigured = target !== undefined && new Configs().folderFor(target) !== undefined
  return ({ file }) => {
    if ((from ?? formOfName(file)) === 'rec') return undefined
    return isConfigured ? target : basename(file)
  }
}
