import { expect, test } from 'vitest'
import { expectDescriptorProblems, fixDescriptor, vehicleWith } from '../../../test/descriptor-files.ts'
import { createRegistry } from '../../domains/registry.ts'
import { readConfigFile } from '../config-file.ts'
import { configRuleProblems } from '../config-problems.ts'
import { readDescriptorFile } from '../descriptors/descriptor-file.ts'
import { extensionProblems } from '../descriptors/extension-problems.ts'

const approval = (states: string): string =>
  vehicleWith('{ "name": "status", "type": "string", "enum": ["active", "sold"] }').replace(
    '"tag": "VEHICLE",',
    `"tag": "VEHICLE", "approval": ${states},`,
  )

test('states and roles', () => {
  const text = approval('{ "status": { "sold": ["fleet-manager", "cfo"] } }')
  expectDescriptorProblems(text)
  expect(readDescriptorFile(text).descriptor!.records[0]!.approval).toEqual({
    status: { sold: ['fleet-manager', 'cfo'] },
  })
})

test('a field or a value that does not exist', () => {
  const field = approval('{ "state": { "sold": ["cfo"] } }')
  expectDescriptorProblems(
    field,
    'descriptor-approval «"state"» The approval of VEHICLE names state, which is no field of it; status may be meant.',
  )
  expect(fixDescriptor(field, 'Change to "status"')).toBe(approval('{ "status": { "sold": ["cfo"] } }'))
  const value = approval('{ "status": { "sodl": ["cfo"] } }')
  expectDescriptorProblems(
    value,
    'descriptor-approval «"sodl"» The approval of VEHICLE names sodl, which the enum of status does not have; write active or sold.',
  )
  expect(fixDescriptor(value, 'Change to "sold"')).toBe(approval('{ "status": { "sold": ["cfo"] } }'))
})

test('what is no list of roles', () => {
  for (const roles of ['[]', '"cfo"', '["The CFO"]']) {
    const { problems } = readDescriptorFile(approval(`{ "status": { "sold": ${roles} } }`))
    expect(problems.map(({ code }) => code)).toEqual(['descriptor-schema'])
  }
})

test('an extension adds states to those that it inherits, and can name inherited fields', () => {
  const base = readDescriptorFile(approval('{ "status": { "sold": ["cfo"] } }')).descriptor!
  const text = `{ "domain": "acme.vans", "version": "1.0", "description": "Vans.", "extends": "acme.fleet", "records": [
    { "tag": "VEHICLE", "fields": [{ "name": "lent", "type": "bool" }],
      "approval": { "lent": { "true": ["cfo"] }, "statu": { "sold": ["cfo"] } } }] }`
  const file = readDescriptorFile(text)
  const registry = createRegistry([base, file.descriptor!])
  expect(extensionProblems(file, registry).map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'descriptor-approval: The approval of VEHICLE names statu, which is no field of it; status may be meant.',
  ])
  expect(registry.tags.get('acme.vans.VEHICLE')!.descriptor.approval).toMatchObject({
    status: { sold: ['cfo'] },
    lent: { true: ['cfo'] },
  })
})

test('recline.json gives roles to people, and a role that no descriptor names is told', () => {
  const registry = createRegistry([readDescriptorFile(approval('{ "status": { "sold": ["cfo"] } }')).descriptor!])
  const file = readConfigFile('{ "roles": { "cfo": ["@kim", "lee"], "cffo": ["@kim"] } }')
  expect([file.problems, file.config!.roles.cfo]).toEqual([[], ['@kim', 'lee']])
  const found = configRuleProblems(file, registry)
  expect(found.map(({ code, message, fixes }) => [code, message, fixes!().map(({ title }) => title)])).toEqual([
    ['config-unknown', 'No descriptor has the role cffo; cfo may be meant.', ['Change to "cfo"']],
  ])
  expect(readConfigFile('{ "roles": { "cfo": ["kim, lee"] } }').problems.map(({ code }) => code)).toEqual([
    'config-schema',
  ])
})
