import * as v from 'valibot'
import { mapSchema } from '../basics/map-schema.ts'

/** The name of the file with the versions that places had when they were last asked, from the folder of the lock. */
export const knownVersionsFile = '.recline/registries.json'

const knownVersions = mapSchema(
  v.object({
    /** When the place was asked, as a time of ISO 8601. */
    asOf: v.string(),
    domains: mapSchema(
      v.array(
        v.object({
          version: v.string(),
          /** Why nobody should begin to use it; absent if it is not yanked. */
          yanked: v.optional(v.string()),
        }),
      ),
    ),
  }),
)

/**
 * The versions that places had when they were last asked, the highest first, by the place and the domain. So completion
 * and `recline descriptors outdated` need no network.
 */
export type KnownVersions = v.InferOutput<typeof knownVersions>

/** Reads the file. A text that is none says nothing. */
export function readKnownVersions(text: string | undefined): KnownVersions {
  try {
    const read = v.safeParse(knownVersions, JSON.parse(text ?? '{}'))
    return read.success ? read.output : {}
  } catch {
    return {}
  }
}

/**
 * Prints the file, a domain a line. A place with the same versions as before keeps its time, so that nothing changes in
 * version control.
 */
export function knownVersionsText(now: KnownVersions, before: KnownVersions): string {
  const kept = Object.entries(now).map(([place, known]) => {
    const earlier = Object.hasOwn(before, place) ? before[place] : undefined
    const isSame = earlier && JSON.stringify(earlier.domains) === JSON.stringify(known.domains)
    return [place, isSame ? earlier : known] as const
  })
  const places = kept
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([place, { asOf, domains }]) => {
      const lines = Object.entries(domains).map(([domain, versions]) => `      ${pair(domain, versions)}`)
      const all = lines.length > 0 ? `{\n${lines.join(',\n')}\n    }` : '{}'
      return `  ${JSON.stringify(place)}: {\n    ${pair('asOf', asOf)},\n    "domains": ${all}\n  }`
    })
  return places.length > 0 ? `{\n${places.join(',\n')}\n}\n` : '{}\n'
}

const pair = (key: string, value: unknown): string => `${JSON.stringify(key)}: ${JSON.stringify(value)}`
