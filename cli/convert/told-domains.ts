import { followHeaders } from '../../shared/convert/declared-types.ts'
import {
  type DomainsInForce,
  domainsOfFile,
  type FileContext,
  isHeader,
} from '../../shared/domains/domains-in-force.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import type { Entry } from '../../shared/syntax/nodes.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import type { Batch, Input } from './batch.ts'
import { type Form, isTable } from './forms.ts'
import type { SourceLine } from './problems.ts'

/**
 * The domains of files that no header says: their names do, or the command line. What becomes of them when they become
 * one: files that agree stay without a header, and what the output's name does not say is told to the user. Files that
 * do not agree get headers, and so does a new `.rec` file for which a domain was given.
 */
export interface ToldDomains {
  /** Whether the output starts with a header that says the domains of the first input. */
  readonly startsWithHeader: boolean
  /** A sentence on what the output does not say, for records that stand under no header of their own. */
  readonly sentence: string | undefined
}

/**
 * @param output what decides the domains of the output besides headers
 * @param isGiven whether the domains are given on the command line
 */
export function toldDomains(inputs: readonly Input[], to: Form, output: FileContext, isGiven: boolean): ToldDomains {
  const told = inputs.map(({ context }) => domainsOfFile(context))
  const [first] = told
  if (!first) return withoutHeader(undefined)
  const areOfOne = told.every(({ domains }) => isSame(domains, first.domains))
  if (!areOfOne && isTable(to)) {
    const advice = 'convert the files one by one'
    return withoutHeader(`The files have different domains by their names, and a table cannot store them; ${advice}.`)
  }
  if (first.source === 'registry' || isSame(first.domains, domainsOfFile(output).domains))
    return withoutHeader(undefined)
  const isNew = isGiven && to === 'rec' && inputs.some(({ form }) => form !== 'rec')
  if (!areOfOne || isNew) return { startsWithHeader: true, sentence: undefined }
  const names = first.domains.map(({ path }) => path)
  const file = first.source === 'setting' ? 'recline.json' : `the name of ${inputs[0]!.source.file}`
  const teller = isGiven ? '--domain' : file
  const advice = `add ${names.map(name => `--domain ${name}`).join(' ')} when you convert them back`
  return withoutHeader(`Only ${teller} gives the records the domain ${names.join(' and ')}; ${advice}.`)
}

const withoutHeader = (sentence: string | undefined): ToldDomains => ({ startsWithHeader: false, sentence })

/**
 * The same entries with a header above the first record of each input whose domains would otherwise be others than it
 * was told.
 *
 * @param onUntold is called where records come first that stand under no header
 */
export async function* withHeaders(
  batches: AsyncIterable<Batch>,
  { startsWithHeader }: ToldDomains,
  output: FileContext,
  onUntold: () => void,
): AsyncGenerator<Batch> {
  let input: Input | undefined
  let domainsAt: ((entry: Entry) => readonly Domain[]) | undefined
  let current: readonly Domain[] = []
  let wanted: DomainsInForce | undefined
  let isFirst = !startsWithHeader
  for await (const batch of batches) {
    if (batch.input !== input) {
      wanted = input || startsWithHeader ? domainsOfFile(batch.input.context) : undefined
      domainsAt ??= followHeaders(startsWithHeader ? output : batch.input.context)
      input = batch.input
    }
    const entries: Entry[] = []
    const places: SourceLine[] = []
    batch.entries.forEach((entry, index) => {
      if (entry.kind === 'record') {
        if (isFirst && !isHeader(entry)) onUntold()
        isFirst = false
        if (wanted && !isHeader(entry) && !isSame(wanted.domains, current)) {
          const header = headerOf(wanted)
          entries.push(header)
          places.push(batch.places[index]!)
          domainsAt!(header)
        }
        wanted = undefined
        current = domainsAt!(entry)
      }
      entries.push(entry)
      places.push(batch.places[index]!)
    })
    yield { input, entries, places }
  }
}

function headerOf({ domains, source }: DomainsInForce): Entry {
  const names = domains.map(({ path }) => path)
  // A header that names no domain ends what one above it says.
  const field = source === 'registry' ? '' : ` domain=${names.length === 1 ? names[0]! : `[${names.join(', ')}]`}`
  return parseEntries(`@DOC${field}\n`)[0]!
}

const isSame = (some: readonly Domain[], others: readonly Domain[]): boolean =>
  some.length === others.length && some.every((domain, index) => domain === others[index])
