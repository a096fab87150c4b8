import { type MergeOptions, merge } from '../shared/merge/merge.ts'
import { builtinRegistry } from './records.ts'

const options: MergeOptions = {
  context: { registry: builtinRegistry, fileName: 'test.rec', settingDomains: [] },
  isStrict: false,
  markerSize: 7,
  ours: 'ours',
  theirs: 'theirs',
}

/** The text of a merge, or why there is none. By default, all built-in domains are in force. */
export function merged(base: string, ours: string, theirs: string, chosen: Partial<MergeOptions> = {}): string {
  const result = merge({ base, ours, theirs }, { ...options, ...chosen })
  return 'reason' in result ? result.reason : result.text
}

/** How many conflicts a merge has. */
export function conflictsIn(base: string, ours: string, theirs: string): number | undefined {
  const result = merge({ base, ours, theirs }, options)
  return 'reason' in result ? undefined : result.conflicts
}

/** One line for each record, with its id only. */
export const recordsWith = (ids: string): string => [...ids].map(id => `@A rid=${id}\n`).join('')
