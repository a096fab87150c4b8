import { expect, test } from 'vitest'
import {
  expectDescriptorProblems,
  fieldsRead,
  fixDescriptor,
  showProblem,
  vehicleWith,
} from '../../../test/descriptor-files.ts'
import { builtinRegistry } from '../../../test/records.ts'
import { readDescriptorFile } from '../descriptors/descriptor-file.ts'
import { foreignReferenceProblems } from '../descriptors/descriptor-set.ts'

const withRef = (ref: string): string => vehicleWith(`{ "name": "trailer", "type": "string", "ref": "${ref}" }`)

test('references to a tag of the descriptor', () => {
  expectDescriptorProblems(withRef('VEHICLE'))
  expectDescriptorProblems(withRef('acme.fleet.VEHICLE'))
})

test('a reference to no tag of the descriptor', () => {
  expectDescriptorProblems(
    withRef('VEHICEL'),
    'descriptor-ref «"VEHICEL"» VEHICLE.trailer refers to VEHICEL, which this descriptor does not define; write a tag that exists, such as VEHICLE.',
  )
  expectDescriptorProblems(
    withRef('acme.fleet.PLANET'),
    'descriptor-ref «"acme.fleet.PLANET"» VEHICLE.trailer refers to PLANET, which this descriptor does not define; write a tag that exists.',
  )
  expect(fieldsRead(withRef('PLANET'))).toEqual([{ name: 'trailer', type: 'string' }])
})

test('a reference to a record in which something else is wrong', () =>
  expectDescriptorProblems(
    `${withRef('TRIP').slice(0, -3)}, { "tag": "TRIP" }] }`,
    'descriptor-schema «{» TRIP has no fields; add "fields": […].',
  ))

test('the nearest tags are fixes', () => {
  expect(fixDescriptor(withRef('VEHICEL'), 'Change to VEHICLE')).toBe(withRef('VEHICLE'))
  expect(fixDescriptor(withRef('acme.fleet.VEHICEL'), 'Change to acme.fleet.VEHICLE')).toBe(
    withRef('acme.fleet.VEHICLE'),
  )
})

test('references to other domains are held to a registry', () => {
  const problems = (ref: string): string[] =>
    foreignReferenceProblems(readDescriptorFile(withRef(ref)), builtinRegistry).map(problem =>
      showProblem(withRef(ref), problem),
    )
  expect(problems('VEHICLE')).toEqual([])
  expect(problems('core.infrastructure.NODE')).toEqual([])
  expect(problems('core.infrastructure.NODES')).toEqual([
    'descriptor-ref «"core.infrastructure.NODES"» VEHICLE.trailer refers to NODES, which core.infrastructure does not define; write a tag that exists, such as NODE.',
  ])
  expect(problems('core.infrastucture.NODE')).toEqual([
    'descriptor-ref «"core.infrastucture.NODE"» VEHICLE.trailer refers to core.infrastucture.NODE, but there is no domain core.infrastucture; write a domain that exists, such as core.infrastructure.',
  ])
  const [problem] = foreignReferenceProblems(readDescriptorFile(withRef('core.infrastucture.NODE')), builtinRegistry)
  expect(problem).toMatchObject({ severity: 'error', domain: 'acme.fleet', tag: 'VEHICLE', field: 'trailer' })
  expect(problem!.fixes!().map(({ title }) => title)).toContain('Change to core.infrastructure.NODE')
})
