import { counted } from '../../shared/basics/text.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { BrokenCounts } from '../../shared/evolution/broken-counts.ts'
import type { Failure } from '../files/failure.ts'
import { complain } from '../output/exit.ts'
import { planRun, readPlanned } from '../plan/plan.ts'
import type { ComparedDomains } from './compared-domains.ts'

/**
 * Counts the records of files, folders and globs that changes of domains break, and says what is not counted.
 *
 * @returns the counts, and what could not be read or is broken by something else
 */
export async function countBroken(
  paths: readonly string[],
  compared: ComparedDomains,
): Promise<{ readonly counts: BrokenCounts; readonly failures: readonly Failure[] }> {
  const counts = new BrokenCounts(compared)
  const plan = await planRun(paths, { descriptors: [], domain: [], rule: {} })
  const failures: Failure[] = [...plan.failures]
  for (const planned of plan.files) {
    const read = await readPlanned(planned)
    const { file } = planned.source
    if ('failure' in read) failures.push(read)
    else counts.add(file, read.text, { fileName: file, ...domainSettings(planned.settings) })
  }
  const { wrongBefore, untraced } = counts
  if (wrongBefore > 0) complain(`${counted(wrongBefore, 'record')} had a problem before; only the others are counted.`)
  if (untraced > 0)
    failures.push({
      failure: `${counted(untraced, 'record')} would get problems that come from none of these changes; recline check with the new descriptors lists them.`,
    })
  complain('References, and rules that read several records, are not compared: what they may break is listed as such.')
  return { counts, failures }
}
