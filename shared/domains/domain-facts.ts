import type { Descriptor, Owner } from './descriptor.ts'
import { localize } from './localize.ts'

/** What a descriptor says of a domain besides its records, for hovers, the command line and pages. */
export interface DomainFacts {
  /** A sentence about its state; undefined if it is in use. */
  readonly state: string | undefined
  /** The notes for all who use it. */
  readonly notices: readonly string[]
  /** Who publishes it, as a sentence; undefined if the descriptor does not say. */
  readonly publisher: string | undefined
}

/** What a descriptor says of a domain besides its records. */
export function domainFacts({ state, status, notice, tier, verified, owner, registry = {} }: Descriptor): DomainFacts {
  const { domain = {}, namespace = {} } = registry
  const states = [state, status, domain.state].filter(one => one !== undefined && one !== 'active')
  const notices = [notice, domain.notice, namespace.notice].filter(one => typeof one === 'string' && one.trim() !== '')
  const inNamespace = namespace.state === undefined || namespace.state === 'active' ? undefined : namespace.state
  return {
    state: stateOfDomain(states[0]) ?? stateOfNamespace(inNamespace),
    notices: [...new Set(notices as string[])],
    publisher: publisherOf(owner ?? domain.owner ?? namespace.owner, tier ?? namespace.type, verified),
  }
}

function stateOfDomain(state: string | undefined): string | undefined {
  switch (state) {
    case undefined:
      return undefined
    case 'draft':
      return localize('This domain is a draft and can change at any time.')
    case 'deprecated':
      return localize('This domain is deprecated: it still works, and new records belong elsewhere.')
    case 'retired':
      return localize('This domain is retired and no longer in use.')
    default:
      return localize('The state of this domain is {state}.', { state })
  }
}

function stateOfNamespace(state: string | undefined): string | undefined {
  switch (state) {
    case undefined:
      return undefined
    case 'draft':
      return localize('This namespace is a draft and can change at any time.')
    case 'deprecated':
      return localize('This namespace is deprecated: it still works, and new records belong elsewhere.')
    case 'retired':
      return localize('This namespace is retired and no longer in use.')
    default:
      return localize('The state of this namespace is {state}.', { state })
  }
}

function publisherOf(
  owner: Owner | undefined,
  tier: string | undefined,
  verified: boolean | undefined,
): string | undefined {
  const name = ownerName(owner)
  const check = verified ? 'verified' : 'not verified'
  const parts = [tier, verified === undefined ? undefined : check].filter(part => part !== undefined)
  if (name === undefined && parts.length === 0) return undefined
  const kind = parts.length > 0 ? ` (${parts.join(', ')})` : ''
  return name === undefined ? `Published${kind}.` : `Published by ${name}${kind}.`
}

/** The name of an owner, with the organization if it is another one. */
export function ownerName(owner: Owner | undefined): string | undefined {
  const { name, organization } = owner ?? {}
  if (name === undefined) return organization
  return organization === undefined || organization === name ? name : `${name}, ${organization}`
}
