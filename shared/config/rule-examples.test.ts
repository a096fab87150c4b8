import { expect, test } from 'vitest'
import { showProblem, vehicleWith } from '../../test/descriptor-files.ts'
import { builtinRegistry } from '../../test/records.ts'
import { builtinDescriptors } from '../domains/built-in.ts'
import type { RuleDescriptor } from '../domains/descriptor.ts'
import { createRegistry } from '../domains/registry.ts'
import { readConfigFile } from './config-file.ts'
import { configRuleProblems as problemsOfConfiguredRules } from './config-problems.ts'
import { readDescriptorFile } from './descriptors/descriptor-file.ts'
import { descriptorRuleProblems } from './descriptors/descriptor-set.ts'

const fields = [
  '{ "name": "rid", "type": "string" }',
  '{ "name": "seats", "type": "int" }',
  '{ "name": "tows", "type": "string", "ref": "VEHICLE" }',
]

/** The problems of a rule about vehicles with this right and this wrong example. */
function problemsWith(expression: string, right: string, wrong: string, more: Partial<RuleDescriptor> = {}): string[] {
  const rule = { id: 'ours', message: 'm', expression, examples: { right, wrong }, ...more }
  const text = vehicleWith(...fields).replace(/\]\s*\}\]/, `], "rules": [${JSON.stringify(rule)}] }]`)
  const file = readDescriptorFile(text)
  const registry = createRegistry([...builtinDescriptors, file.descriptor!])
  return [...file.problems, ...descriptorRuleProblems(file, registry)].map(problem => showProblem(text, problem))
}

test('right examples', () => {
  expect(problemsWith('seats > 1', '@VEHICLE seats:int=2', '@VEHICLE seats:int=1')).toEqual([])
  expect(problemsWith('seats > 1', '@VEHICLE seats:int=2', '@VEHICLE seats:int=1', { severity: 'off' })).toEqual([])
  expect(
    problemsWith(
      'tows.seats > 1',
      '@VEHICLE rid=A | tows="B"\n@VEHICLE rid=B | seats:int=2',
      '@VEHICLE rid=A | tows="B"\n@VEHICLE rid=B | seats:int=1',
    ),
  ).toEqual([])
})

test('examples that show the opposite', () =>
  expect(problemsWith('seats > 1', '@VEHICLE seats:int=1', '@VEHICLE seats:int=2')).toEqual([
    'descriptor-example «"@VEHICLE seats:int=1"» The example "right" of the rule ours breaks the rule; correct the example or the rule.',
    'descriptor-example «"@VEHICLE seats:int=2"» The example "wrong" of the rule ours does not break the rule; correct the example or the rule.',
  ]))

test('the examples of a rule with a mistake are not checked', () =>
  expect(problemsWith('seat > 1', '@VEHICLE seats:int=1', '@VEHICLE seats:int=2')).toEqual([
    'descriptor-expression «seat» VEHICLE has no field seat; seats may be meant; for a field that it does not define, write this["seat"].',
  ]))

test('the examples of a configuration', () => {
  const rule = { id: 'ours', tag: 'CONTROL', message: 'm', expression: 'has(owner)' }
  const examples = { right: '@CONTROL owner="x"', wrong: '@CONTROL owner="y"' }
  const text = JSON.stringify({ rules: [{ ...rule, examples }] })
  const problems = problemsOfConfiguredRules(readConfigFile(text), builtinRegistry)
  expect(problems.map(problem => showProblem(text, problem))).toEqual([
    'config-example «"@CONTROL owner=\\"y\\""» The example "wrong" of the rule ours does not break the rule; correct the example or the rule.',
  ])
})
