import { groupBy } from '../../shared/basics/group.ts'
import { followHeaders } from '../../shared/convert/declared-types.ts'
import { domainsOfFile, type FileContext } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import { type Entry, isHeader } from '../../shared/syntax/nodes.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import type { Batch, Input } from './batch.ts'
import { type Form, isTable } from './forms.ts'
import type { SourceLine } from './problems.ts'

/**
 * What the output says about domains that come from file names, settings or the command line, but not from headers. If
 * all inputs have the same domains, the output gets no header, and a sentence reports domains that the output's
 * name does not imply. Headers are written if the inputs differ, and for a new `.rec` file with `--domain`.
 */
export interface ToldDomains {
  /** What decides the domains of the output's records that have no header before them. */
  readonly withoutHeader: FileContext
  /** The domains that are not in the output. They matter only if there are records without a header before them. */
  readonly untold: Untold | undefined
}

/** Domains that an output does not tell. */
export interface Untold {
  /** What gives them to the records: `the name of a.compliance.rec`; undefined if it differs between the inputs. */
  readonly by: 'name' | 'recline.json' | '--domain' | undefined
  /** The first input. */
  readonly file: string
  readonly domains: readonly string[]
}

/** A sentence for each kind of untold domains of the outputs of a run, with what to do. */
export function untoldSentences(all: readonly Untold[]): string[] {
  return [...groupBy(all, ({ by, domains }) => JSON.stringify([by, domains])).values()].map(untoldSentence)
}

function untoldSentence(alike: readonly Untold[]): string {
  const { by, file, domains } = alike[0]!
  if (by === undefined)
    return localize(
      'The files have different domains by their names, and a table cannot store them; convert the files one by one.',
    )
  const places = {
    file,
    by,
    count: alike.length,
    domains: { and: domains },
    options: domains.map(name => `--domain ${name}`).join(' '),
  }
  const isOne = domains.length === 1
  if (alike.length === 1) {
    if (by === 'name')
      return isOne
        ? localize(
            'Only the name of {file} gives the records the domain {domains}; add {options} when you convert them back.',
            places,
          )
        : localize(
            'Only the name of {file} gives the records the domains {domains}; add {options} when you convert them back.',
            places,
          )
    return isOne
      ? localize('Only {by} gives the records the domain {domains}; add {options} when you convert them back.', places)
      : localize('Only {by} gives the records the domains {domains}; add {options} when you convert them back.', places)
  }
  if (by === 'name')
    return isOne
      ? localize(
          'Only the names of {count} files, such as {file}, give their records the domain {domains}; add {options} when you convert them back.',
          places,
        )
      : localize(
          'Only the names of {count} files, such as {file}, give their records the domains {domains}; add {options} when you convert them back.',
          places,
        )
  return isOne
    ? localize(
        'Only {by} gives the records of {count} files the domain {domains}; add {options} when you convert them back.',
        places,
      )
    : localize(
        'Only {by} gives the records of {count} files the domains {domains}; add {options} when you convert them back.',
        places,
      )
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
  if (!first) return { withoutHeader: output, untold: undefined }
  const {
    source: { file },
    context: withoutHeader,
  } = inputs[0]!
  const domains = first.domains.map(({ path }) => path)
  const areOfOne = told.every(one => areSameDomains(one.domains, first.domains))
  if (!areOfOne && isTable(to)) return { withoutHeader, untold: { by: undefined, file, domains } }
  if (first.source === 'registry' || areSameDomains(first.domains, domainsOfFile(output).domains))
    return { withoutHeader, untold: undefined }
  const isNew = isGiven && to === 'rec' && inputs.some(({ form }) => form !== 'rec')
  if (!areOfOne || isNew) return { withoutHeader: output, untold: undefined }
  const named = first.source === 'setting' ? 'recline.json' : 'name'
  return { withoutHeader, untold: { by: isGiven ? '--domain' : named, file, domains } }
}

/**
 * Yields the same entries, with a header before each record whose domains would change otherwise.
 *
 * @param onUntold called if the output starts with records that have no header before them
 */
export async function* withHeaders(
  batches: AsyncIterable<Batch>,
  { withoutHeader }: ToldDomains,
  onUntold: () => void,
): AsyncGenerator<Batch> {
  let input: Input | undefined
  let domainsInInput = followHeaders(withoutHeader)
  const domainsInOutput = followHeaders(withoutHeader)
  let isFirst = true
  for await (const batch of batches) {
    if (batch.input !== input) {
      input = batch.input
      domainsInInput = followHeaders(input.context)
    }
    const entries: Entry[] = []
    const places: SourceLine[] = []
    batch.entries.forEach((entry, index) => {
      if (entry.kind === 'record') {
        const wanted = domainsInInput(entry)
        const current = domainsInOutput(entry)
        if (!isHeader(entry)) {
          if (isFirst) onUntold()
          if (!areSameDomains(wanted, current)) {
            const header = headerEntry(wanted, withoutHeader)
            entries.push(header)
            places.push(batch.places[index]!)
            domainsInOutput(header)
          }
        }
        isFirst = false
      }
      entries.push(entry)
      places.push(batch.places[index]!)
    })
    yield { input, entries, places }
  }
}

function headerEntry(domains: readonly Domain[], withoutHeader: FileContext): Entry {
  const ofFile = domainsOfFile(withoutHeader)
  // A header without a domain ends the effect of the header before it.
  if (ofFile.source === 'registry' && areSameDomains(domains, ofFile.domains)) return parseEntries('@DOC\n')[0]!
  const names = domains.map(({ path }) => path)
  return parseEntries(`@DOC domain=${names.length === 1 ? names[0]! : `[${names.join(', ')}]`}\n`)[0]!
}

const areSameDomains = (some: readonly Domain[], others: readonly Domain[]): boolean =>
  some === others || (some.length === others.length && some.every((domain, index) => domain === others[index]))
