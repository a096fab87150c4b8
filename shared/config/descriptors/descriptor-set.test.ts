import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { showProblem, vehicleWith } from '../../../test/descriptor-files.ts'
import { builtinDescriptors } from '../../domains/built-in.ts'
import { createRegistry } from '../../domains/registry.ts'
import { readDescriptorFile } from './descriptor-file.ts'
import { descriptorRuleProblems, takenDomains } from './descriptor-set.ts'

/** The problems of files by name, each written as `severity code «marked text» message`. */
function problemsOf(files: Record<string, string>): Record<string, string> {
  const read = new Map(Object.entries(files).map(([name, text]) => [name, readDescriptorFile(text)]))
  return Object.fromEntries(
    [...takenDomains(read, builtinDescriptors)].map(([name, problem]) => [
      name,
      `${problem.severity} ${showProblem(files[name]!, problem)}`,
    ]),
  )
}

const fleet = vehicleWith('{ "name": "rid", "type": "string" }')

test('two descriptors of one domain: a problem in both', () => {
  expect(
    problemsOf({
      'a.domain.json': fleet,
      'b.domain.json': fleet,
      'c.domain.json': fleet.replace('acme.fleet', 'acme.depot'),
    }),
  ).toEqual({
    'a.domain.json':
      'error descriptor-duplicate «"acme.fleet"» acme.fleet is defined in b.domain.json too; keep one of the files, or rename the domain.',
    'b.domain.json':
      'error descriptor-duplicate «"acme.fleet"» acme.fleet is defined in a.domain.json too; keep one of the files, or rename the domain.',
  })
})

test('of many descriptors of one domain, the others are named', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const problems = problemsOf(Object.fromEntries(names.map(name => [name, fleet])))
  expect(Object.keys(problems)).toEqual(names)
  expect(problems.a).toContain('is defined in b, c, d and e too;')
  expect(problems.e).toContain('is defined in a, b, c and d too;')
})

test('a file that is no descriptor does not count', () => {
  expect(problemsOf({ 'a.domain.json': fleet, 'b.domain.json': '{ "domain": "acme.fleet" }' })).toEqual({})
})

test('a descriptor that replaces a built-in one', () => {
  expect(problemsOf({ 'a.domain.json': fleet.replace('acme.fleet', 'core.legal') })).toEqual({
    'a.domain.json':
      'information descriptor-duplicate «"core.legal"» core.legal also comes with Recline, and this file counts instead of it; rename the domain if you want both.',
  })
})

test('a new domain in the namespace of the built-in ones', () => {
  expect(problemsOf({ 'a.domain.json': fleet.replace('acme.fleet', 'core.fleet') })).toEqual({
    'a.domain.json':
      'warning descriptor-schema «"core.fleet"» core.fleet has the namespace of the domains that come with Recline, which only they may have; write a namespace of your own, such as acme.fleet.',
  })
})

test('a copy of a built-in descriptor', () => {
  expect(
    problemsOf({
      'legal.domain.json': readFileSync(new URL('../../../descriptors/legal.json', import.meta.url), 'utf8'),
    }),
  ).toEqual({})
})

const rule = (id: string, expression = 'has(rid)'): string =>
  `{ "id": "${id}", "expression": "${expression}", "message": "No." }`

/** A descriptor of a domain with these rules of the tags A and B. */
const withRules = (domain: string, ofA: readonly string[], ofB: readonly string[] = []): string =>
  `{ "domain": "${domain}", "version": "1.0", "description": "x", "records": [${[ofA, ofB]
    .map(
      (rules, index) =>
        `{ "tag": "${'AB'[index]}", "description": "x", "fields": [{ "name": "rid", "type": "string" }], "rules": [${rules}] }`,
    )
    .join()}] }`

/** The problems of the rules of a file, of which the others are known. */
function problemsOfRules(text: string, ...others: string[]): string[] {
  const file = readDescriptorFile(text)
  const descriptors = [text, ...others].map(one => readDescriptorFile(one).descriptor!)
  return descriptorRuleProblems(file, createRegistry(descriptors)).map(
    problem => `${problem.domain} ${problem.tag} ${showProblem(text, problem)}`,
  )
}

test('two rules of one id in a file', () => {
  const duplicate = (tag: string, id: string, other: string): string =>
    `acme.a ${tag} descriptor-duplicate «"${id}"» The rule id ${id} is also in ${other}; give each rule an id of its own.`
  expect(problemsOfRules(withRules('acme.a', [rule('one'), rule('two')], [rule('two'), rule('three')]))).toEqual([
    duplicate('A', 'two', 'B'),
    duplicate('B', 'two', 'A'),
  ])
  expect(problemsOfRules(withRules('acme.a', [rule('one')], [rule('two')]))).toEqual([])
})

test('a rule with the id of one in another domain, and a mistake', () => {
  const text = withRules('acme.a', [rule('one', 'has(rod)'), rule('two')])
  expect(
    problemsOfRules(text, withRules('acme.b', [rule('three')], [rule('four'), rule('one'), rule('five')])),
  ).toEqual([
    'acme.a A descriptor-expression «rod» A has no field rod; rid may be meant; for a field that it does not define, write this["rod"].',
    'acme.a A descriptor-duplicate «"one"» The rule id one is also in acme.b.B; give each rule an id of its own.',
  ])
  expect(problemsOfRules(text.replace('rod', 'rid'), withRules('acme.b', [rule('three')]))).toEqual([])
})

test('a file that is no descriptor has no problems of rules, nor one whose domain is not in force', () => {
  expect(descriptorRuleProblems(readDescriptorFile('{'), createRegistry([]))).toEqual([])
  expect(
    descriptorRuleProblems(readDescriptorFile(withRules('acme.a', [rule('one', 'has(rod)')])), createRegistry([])),
  ).toEqual([])
})

test('the condition that ends a due day is checked', () => {
  const problemsOf = (until: string): string[] => {
    const field = `{ "name": "inspection", "type": "ts", "due": { "until": ${JSON.stringify(until)} } }`
    const text = fleet.replace(/"fields": \[/, `"fields": [${field}, `)
    const file = readDescriptorFile(text)
    return descriptorRuleProblems(file, createRegistry([file.descriptor!])).map(problem => showProblem(text, problem))
  }
  expect(problemsOf('has(rid)')).toEqual([])
  expect(problemsOf('rod == "x"')).toEqual([
    expect.stringMatching(
      /^descriptor-expression «"rod == \\"x\\""» The until expression of VEHICLE\.inspection cannot be used: VEHICLE has no field rod/,
    ),
  ])
  expect(problemsOf('referrers("VEHICLE", "rid").size() > 0')[0]).toContain('cannot be used')
})

test('an expression for a migration is checked', () => {
  const problemsOf = (expression: string): string[] => {
    const text = fleet.replace('"fields"', `"migrate": { "rid": ${JSON.stringify(expression)} }, "fields"`)
    const file = readDescriptorFile(text)
    return descriptorRuleProblems(file, createRegistry([file.descriptor!])).map(problem => showProblem(text, problem))
  }
  expect(problemsOf('"A"')).toEqual([])
  expect(problemsOf('plate')).toEqual([
    expect.stringMatching(/^descriptor-expression «"plate"» The migrate expression of VEHICLE\.rid cannot be used: /),
  ])
  expect(problemsOf('string(referrers("VEHICLE", "rid").size())')[0]).toContain('cannot be used')
})
