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
 * What the output says about domains that come from file names, settings or the command line, but not from headers. If
 * all inputs have the same domains, the output gets no header, and a sentence reports domains that the output's name
 * does not imply. Headers are written if the inputs differ, and for a new `.rec` file with `--domain`.
 */
export interface ToldDomains {
  /** Whether the output starts with a header that names the domains of the first input. */
  readonly startsWithHeader: boolean
  /** Reports the domains that are not in the output. Only needed if there are records without a header before them. */
  readonly sentence: string | undefined
}

/**
 * Decides whether the output needs a header or a sentence about its domains.
 *
 * @param output what decides the domains of the output apart from headers
 * @param isGiven whether the command line names the domains
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
 * Yields the same entries, with a header before the first record of each input whose domains would change otherwise.
 *
 * @param onUntold called if the output starts with records that have no header before them
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
  // A header without a domain ends the effect of the header before it.
  const field = source === 'registry' ? '' : ` domain=${names.length === 1 ? names[0]! : `[${names.join(', ')}]`}`
  return parseEntries(`@DOC${field}\n`)[0]!
}

const isSame = (some: readonly Domain[], others: readonly Domain[]): boolean =>
  some.length === others.length && some.every((domain, index) => domain === others[index])
