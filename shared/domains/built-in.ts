import compliance from '../../descriptors/compliance.json'
import devops from '../../descriptors/devops.json'
import education from '../../descriptors/education.json'
import fintech from '../../descriptors/fintech.json'
import health from '../../descriptors/health.json'
import hr from '../../descriptors/hr.json'
import infrastructure from '../../descriptors/infrastructure.json'
import insurance from '../../descriptors/insurance.json'
import legal from '../../descriptors/legal.json'
import research from '../../descriptors/research.json'
import security from '../../descriptors/security.json'
import type { Descriptor } from './descriptor.ts'

/** The descriptors of the domains that come with Recline. A test checks their structure. */
export const builtinDescriptors = [
  compliance,
  devops,
  education,
  fintech,
  health,
  hr,
  infrastructure,
  insurance,
  legal,
  research,
  security,
] as unknown as readonly Descriptor[]

/** The text of the descriptor of a built-in domain; undefined for another one. */
export function builtInText(path: string): string | undefined {
  const descriptor = builtinDescriptors.find(({ domain }) => domain === path)
  return descriptor && descriptorText(descriptor)
}

/** The text of a descriptor as a file: without the schema, which is a file that the user does not have. */
export const descriptorText = (descriptor: Descriptor): string =>
  `${JSON.stringify({ ...descriptor, $schema: undefined, isOnRequest: undefined }, undefined, 2)}\n`
