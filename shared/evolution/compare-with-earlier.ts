import { type DescriptorFile, readDescriptorFile } from '../config/descriptors/descriptor-file.ts'
import type { Descriptor } from '../domains/descriptor.ts'
import { localize } from '../domains/localize.ts'
import { withBuiltIn } from '../domains/practice.ts'
import { createRegistry, type Domain, type Registry } from '../domains/registry.ts'
import type { ChangedDomains } from './broken-counts.ts'
import type { DomainChange } from './change.ts'
import { domainChanges } from './domain-changes.ts'

/** A descriptor and its earlier version. */
interface ComparedDescriptor {
  readonly path: string
  readonly before: Domain
  readonly after: Domain
  readonly changes: readonly DomainChange[]
}

/** Why a descriptor could not be compared, as a clause. */
interface NotCompared {
  readonly reason: string
}

/** Descriptors, compared with earlier versions. */
export interface DescriptorComparison extends ChangedDomains {
  readonly domains: readonly ComparedDescriptor[]
  /** What was found of each descriptor, by its name. */
  readonly byName: ReadonlyMap<string, ComparedDescriptor | NotCompared>
}

/** A descriptor as it is now. */
interface CurrentDescriptor {
  readonly file: DescriptorFile
  /** The descriptor that counts: that of the file, or what the file had before it was damaged. */
  readonly inForce: Descriptor | undefined
}

/**
 * Compares descriptors with earlier versions. A domain that no earlier version is known of is the same in both.
 *
 * @param descriptors all there are besides the built-in ones, by their names
 * @param registry all of them
 * @param earlier the texts of earlier versions, by the names of the descriptors; or why there is none
 */
export function compareWithEarlier(
  descriptors: Iterable<readonly [name: string, CurrentDescriptor]>,
  registry: Registry,
  earlier: ReadonlyMap<string, { readonly text: string } | NotCompared>,
): DescriptorComparison {
  const all = [...descriptors].map(([name, current]) => ({ name, current, earlier: readEarlier(earlier.get(name)) }))
  const before = createRegistry(
    withBuiltIn(all.flatMap(one => one.earlier?.file?.descriptor ?? one.current.inForce ?? [])),
  )
  const byName = new Map<string, ComparedDescriptor | NotCompared>()
  for (const { name, current, earlier } of all)
    if (earlier) byName.set(name, compared(current, earlier, before, registry))
  return {
    before,
    after: registry,
    domains: [...byName.values()].flatMap(one => ('reason' in one ? [] : [one])),
    byName,
  }
}

interface ReadEarlier {
  readonly file?: DescriptorFile
  readonly reason?: string
}

const readEarlier = (version: { readonly text: string } | NotCompared | undefined): ReadEarlier | undefined =>
  version && ('text' in version ? { file: readDescriptorFile(version.text) } : version)

function compared(
  { file, inForce }: CurrentDescriptor,
  { file: old, reason }: ReadEarlier,
  before: Registry,
  after: Registry,
): ComparedDescriptor | NotCompared {
  if (reason !== undefined) return { reason }
  // What is left out because of an error would look like a change.
  if (hasError(file)) return { reason: localize('it has an error') }
  const [was, is] = [before.domains.get(old?.descriptor?.domain ?? ''), after.domains.get(inForce?.domain ?? '')]
  if (!old || hasError(old) || !was) return { reason: localize('the earlier version has an error') }
  if (!is) return { reason: localize('it names no domain') }
  return { path: is.path, before: was, after: is, changes: domainChanges(was.descriptor, is.descriptor) }
}

const hasError = ({ descriptor, problems }: DescriptorFile): boolean =>
  !descriptor || problems.some(({ severity }) => severity === 'error')
