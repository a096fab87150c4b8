import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { tagOfName } from './tag-of-name.ts'

/** The path of the tag, or what is wrong with the name. */
function named(name: string, ...domains: string[]): string {
  const found = tagOfName(name, builtinRegistry, domains)
  return 'problem' in found ? found.problem : found.fullName.path
}

test('the tag that a name means', () => {
  expect(named('FINDING')).toBe('core.compliance.FINDING')
  expect(named('POLICY')).toBe(
    'Several domains have the tag POLICY; write core.compliance.POLICY or core.insurance.POLICY.',
  )
  expect(named('core.insurance.POLICY')).toBe('core.insurance.POLICY')
  expect(named('POLICY', 'insurance')).toBe('core.insurance.POLICY')
  expect(named('FINDING', 'fintech')).toBe('core.compliance.FINDING')
  expect(named('POLICY', 'fintech')).toBe(named('POLICY'))
  expect(named('findng')).toBe('There is no tag findng; FINDING may be meant.')
  expect(named('XYZZY')).toBe('There is no tag XYZZY; write one of a domain that is known.')
})
