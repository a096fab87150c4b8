import { expect, test } from 'vitest'
import { builtinRegistry } from '../../../test/records.ts'
import { tagNamed } from './scope.ts'

test('a tag that several domains have is the one of the own domain', () => {
  const seenFrom = (own: string, name: string): string | undefined => {
    const [tag] = builtinRegistry.tagsNamed(own)
    return tagNamed(name, { tag: tag!, registry: builtinRegistry })?.fullName.path
  }
  expect(seenFrom('CONTROL', 'POLICY')).toBe('core.compliance.POLICY')
  expect(seenFrom('CLAIM', 'POLICY')).toBe('core.insurance.POLICY')
  expect(seenFrom('SERVICE', 'POLICY')).toBeUndefined()
  expect(seenFrom('SERVICE', 'core.insurance.POLICY')).toBe('core.insurance.POLICY')
  expect(seenFrom('SERVICE', 'CONTROL')).toBe('core.compliance.CONTROL')
  expect(seenFrom('SERVICE', 'compliance.CONTROL')).toBe('core.compliance.CONTROL')
  expect(seenFrom('CONTROL', 'core.xyzzy.CONTROL')).toBeUndefined()
  expect(seenFrom('CONTROL', 'core.compliance.XYZZY')).toBeUndefined()
  expect(seenFrom('CONTROL', '.CONTROL')).toBeUndefined()
  expect(seenFrom('CONTROL', 'XYZZY')).toBeUndefined()
})
