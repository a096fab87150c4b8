import { expect, test } from 'vitest'
import { expectDescriptorProblems, fixDescriptor } from '../../../test/descriptor-files.ts'

const withRegistry = (registry: string, more = ''): string =>
  `{ "domain": "acme.fleet", "version": "1.0", "description": "A fleet."${more}, "records": [], "registry": ${registry} }`

test('what the registry says is what the rest says', () => {
  expectDescriptorProblems(
    withRegistry(
      '{ "domain": { "path": "acme.fleet", "state": "deprecated", "notice": null }, "namespace": { "path": "acme" } }',
      ', "state": "deprecated", "notice": null',
    ),
  )
  expectDescriptorProblems(withRegistry('{ "domain": { "state": "deprecated", "notice": "Soon." } }'))
})

test('what differs', () => {
  expectDescriptorProblems(
    withRegistry(
      '{ "domain": { "path": "acme.fleets", "state": "active", "notice": "Soon." }, "namespace": { "path": "acne" } }',
      ', "state": "deprecated", "notice": null',
    ),
    'descriptor-registry «"acme.fleets"» registry.domain.path is "acme.fleets", and domain is "acme.fleet"; write the same in both.',
    'descriptor-registry «"active"» registry.domain.state is "active", and state is "deprecated"; write the same in both.',
    'descriptor-registry «"Soon."» registry.domain.notice is "Soon.", and notice is null; write the same in both.',
    'descriptor-registry «"acne"» registry.namespace.path is "acne", and the namespace of the domain is "acme"; write the same in both.',
  )
})

test('a version of one number is written with two', () => {
  const text = withRegistry('{}').replace('"1.0"', '"1"')
  expectDescriptorProblems(text, 'descriptor-schema «"1"» The version is "1"; write "1.0".')
  expect(fixDescriptor(text, 'Change to "1.0"')).toBe(withRegistry('{}'))
})

test('the fix writes the same', () => {
  const text = withRegistry('{ "namespace": { "path": "acne" } }')
  expect(fixDescriptor(text, 'Change to "acme"')).toBe(text.replace('acne', 'acme'))
})

test('values of a wrong form', () =>
  expectDescriptorProblems(
    withRegistry(
      '{ "domain": { "created": "yesterday", "owner": { "url": "acme" } } }',
      ', "state": "old", "schemaHash": "abc"',
    ).replace('"1.0"', '"one"'),
    'descriptor-schema «"one"» The version is "one"; write the version as two or three numbers with dots between them, such as "1.0" or "1.0.2".',
    'descriptor-schema «"old"» The state is "old"; it must be draft, active, deprecated or retired.',
    'descriptor-schema «"abc"» The schemaHash is "abc"; write null; or write "sha256:" and 64 hexadecimal digits.',
    'descriptor-schema «"yesterday"» The created of the domain of the registry is "yesterday"; write a date, or a date and time with its zone, such as "2026-01-15T09:00:00Z".',
    'descriptor-schema «"acme"» The url of the owner of the domain of the registry is "acme"; write a web address that starts with https://.',
  ))
