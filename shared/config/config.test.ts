import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { builtinDescriptors } from '../domains/built-in.ts'
import { createRegistry } from '../domains/registry.ts'
import { domainsByGlob, emptyConfig } from './config.ts'
import { type ConfigProblem, readConfigFile } from './config-file.ts'
import { configRuleProblems, domainProblems } from './config-problems.ts'

const problemsOf = (text: string): ConfigProblem[] => {
  const file = readConfigFile(text)
  const problems = [
    ...file.problems,
    ...domainProblems(file, builtinRegistry),
    ...configRuleProblems(file, builtinRegistry),
  ]
  return problems.sort((one, other) => one.start - other.start)
}

/** Compares all problems of a configuration, each written as `code «marked text» message`. */
const expectProblems = (text: string, ...expected: string[]): void =>
  expect(
    problemsOf(text).map(({ code, start, end, message }) => `${code} «${text.slice(start, end)}» ${message}`),
  ).toEqual(expected)

/** The text after the fix with this title; its problem must be gone with it. */
const fix = (text: string, title: string): string => {
  const problems = problemsOf(text)
  const chosen = problems.flatMap(({ fixes }) => fixes?.() ?? []).find(fix => fix.title === title)!
  const fixed = chosen.edits
    .toReversed()
    .reduce((before, { start, end, text: inserted }) => before.slice(0, start) + inserted + before.slice(end), text)
  expect(problemsOf(fixed).length).toBeLessThan(problems.length)
  return fixed
}

const whole = `{
  "severity": { "notation": "off", "unknown-field": "error" },
  "domains": { "audit/**": "core.compliance", "*.clinic.rec": ["health", "core.insurance"] },
  "extensions": {},
  "descriptors": ["domains/*.json"],
  "files": { "include": ["audit/**/*.rec"], "exclude": ["**/old/**"] },
  "format": { "wrapColumn": 100, "alignColumns": true }
}`

test('every setting', () => {
  expectProblems(whole)
  expect(readConfigFile(whole).config).toEqual({
    extends: [],
    severity: { notation: 'off', 'unknown-field': 'error' },
    domains: { 'audit/**': ['core.compliance'], '*.clinic.rec': ['health', 'core.insurance'] },
    extensions: {},
    descriptors: ['domains/*.json'],
    include: ['audit/**/*.rec'],
    exclude: ['**/old/**'],
    gitignore: undefined,
    markdown: undefined,
    format: { wrapColumn: 100, alignColumns: true },
    rules: [],
    roles: {},
    dependencies: {},
  })
})

test('no setting', () => {
  expectProblems('{}')
  expect(readConfigFile('\ufeff{ "$schema": "x" }').config).toEqual(emptyConfig)
})

test('a rule that is only a field', () =>
  expectProblems(
    '{ "rules": [{ "id": "a", "tag": "CONTROL", "message": "m", "expression": "owner" }] }',
    'config-expression «owner» The expression must be true or false, and this is a text; write has(…) to ask whether there is one.',
  ))

test('a rule with a wrong tag tells its other mistakes, too', () => {
  const rule = (tag: string, expression: string): string =>
    `{ "rules": [{ "id": "a", "tag": "${tag}", "message": "{", "expression": "${expression}" }] }`
  const brace = 'config-expression «{» The brace is never closed; write }, or {{ for a brace.'
  expectProblems(
    rule('CONTROLL', 'maturty > 1'),
    'config-expression «"CONTROLL"» There is no tag CONTROLL; CONTROL may be meant.',
    brace,
    'config-expression «maturty» CONTROL has no field maturty; maturity may be meant; for a field that it does not define, write this["maturty"].',
  )
  expectProblems(
    rule('QWXYZ', 'status = 1 && maturty'),
    'config-expression «"QWXYZ"» There is no tag QWXYZ; write one that there is.',
    brace,
    'config-expression «=» = is written == in expressions.',
  )
})

test('text that is not JSON', () => {
  expectProblems('{ "severity": { } ', 'config-json «» This is not JSON: a closing } is missing; add it.')
  expect(readConfigFile('{,}').config).toBeUndefined()
  expectProblems('[]', 'config-schema «[]» The configuration is a list; it must be an object in { }.')
  expect(readConfigFile('[]').config).toEqual(emptyConfig)
})

test('a problem of a rule names the rule and the key', () =>
  expectProblems(
    '{ "rules": [{ "id": "Mature", "tag": "CONTROL", "message": "m", "expression": "true", "severity": "warn" }] }',
    'config-schema «"Mature"» The id of rule 1 is "Mature"; write the id in lower case with hyphens, such as "trip-ends-after-start".',
    'config-schema «"warn"» The severity of rule 1 is "warn"; it must be error, warning, information or off.',
  ))

test('a key of a rule that does not exist', () => {
  const text =
    '{ "rules": [{ "id": "a", "tag": "CONTROL", "message": "m", "expression": "has(owner)", "feild": "owner", "xyz": 1 }, 5] }'
  expectProblems(
    text,
    'config-unknown «"feild"» Rule 1 has "feild", which is not known; "field" may be meant.',
    'config-unknown «"xyz"» Rule 1 has "xyz", which is not known; remove it.',
    'config-schema «5» Rule 2 is 5; it must be an object in { }.',
  )
  expect(fix(text, 'Change to "field"')).toBe(text.replace('feild', 'field'))
})

test('a part with a problem is left out, and the rest counts', () => {
  const text = `{
    "severity": { "notation": "of", "syntax": "warning", "notatoin": "off" },
    "severty": {},
    "domains": { "a.rec": 5, "b.rec": ["legal", 7, "complaince"] },
    "descriptors": "x.json",
    "files": { "include": ["/srv/*.rec", null, "a/*.rec"], "ignore": [] },
    "format": { "wrapColumn": -1, "alignColumns": true }
  }`
  expectProblems(
    text,
    'config-schema «"of"» The severity of notation is "of"; it must be error, warning, information or off.',
    'config-unknown «"notatoin"» "severity" has "notatoin", which is not known; "notation" may be meant.',
    'config-unknown «"severty"» The configuration has "severty", which is not known; "severity" may be meant.',
    'config-schema «5» The domain of "a.rec" is 5; write a domain in double quotes, such as "core.compliance", or a list of domains.',
    'config-schema «7» Item 2 of the domain of "b.rec" is 7; it must be text in double quotes.',
    'config-domain «"complaince"» There is no domain "complaince"; core.compliance may be meant.',
    'config-schema «"x.json"» "descriptors" is "x.json"; it must be a list in [ ].',
    'config-glob «"/srv/*.rec"» The glob "/srv/*.rec" leads out of the folder that it is relative to; write it from there on downwards.',
    'config-schema «null» Item 2 of "files.include" is null; write a glob in double quotes, such as "**/*.rec".',
    'config-unknown «"ignore"» "files" has "ignore", which is not known; "gitignore" may be meant.',
    'config-schema «-1» "format.wrapColumn" is -1; it must be at least 0.',
  )
  expect(readConfigFile(text).config).toEqual({
    ...emptyConfig,
    severity: { syntax: 'warning' },
    domains: { 'b.rec': ['legal', 'complaince'] },
    include: ['a/*.rec'],
    format: { alignColumns: true },
  })
})

test('a list in the place of an object is a problem, and the rest counts', () => {
  const text = '{ "severity": ["a"], "domains": ["core.compliance"], "descriptors": ["x.json"] }'
  expectProblems(
    text,
    'config-schema «["a"]» "severity" is a list; it must be an object in { }.',
    'config-schema «["core.compliance"]» "domains" is a list; it must be an object in { }.',
  )
  expect(readConfigFile(text).config).toEqual({ ...emptyConfig, descriptors: ['x.json'] })
})

test('fixes', () => {
  expect(fix('{ "severity": { "notation": "of" } }', 'Change to "off"')).toBe('{ "severity": { "notation": "off" } }')
  expect(fix('{ "severty": {} }', 'Change to "severity"')).toBe('{ "severity": {} }')
  expect(fix('{ "files": { "ignore": [], "include": [] } }', 'Remove ignore')).toBe('{ "files": { "include": [] } }')
  expect(fix('{ "domains": { "*": "complaince" } }', 'Change to "core.compliance"')).toBe(
    '{ "domains": { "*": "core.compliance" } }',
  )
})

test('globs that lead nowhere are left out wherever they stand, and told in order', () => {
  const text = `{
    "files": { "exclude": ["/b", "c"], "include": ["/a", "d"] },
    "domains": { "/e": "legal", "f": "hr" },
    "descriptors": ["/g", "h"]
  }`
  const leadsOut = (glob: string): string =>
    `config-glob «"${glob}"» The glob "${glob}" leads out of the folder that it is relative to; write it from there on downwards.`
  expectProblems(text, leadsOut('/b'), leadsOut('/a'), leadsOut('/e'), leadsOut('/g'))
  expect(readConfigFile(text).problems.map(({ start }) => text.slice(start + 1, start + 3))).toEqual([
    '/b',
    '/a',
    '/e',
    '/g',
  ])
  expect(readConfigFile(text).config).toEqual({
    ...emptyConfig,
    domains: { f: ['hr'] },
    descriptors: ['h'],
    include: ['d'],
    exclude: ['c'],
  })
})

/** The titles of the fixes of all problems, in order; a * marks those that are preferred. */
const fixChoices = (text: string): string[] =>
  problemsOf(text).flatMap(({ fixes }) =>
    (fixes?.() ?? []).map(({ title, isPreferred }) => (isPreferred ? `* ${title}` : title)),
  )

test('a domain that does not exist', () => {
  const named = (name: string): string => `{ "domains": { "*": "${name}" } }`
  expectProblems(
    named('qwxyz'),
    'config-domain «"qwxyz"» There is no domain "qwxyz"; write one that there is, or give it a descriptor.',
  )
  expect(fixChoices(named('qwxyz'))).toEqual([])
  expect(fixChoices(named('complaince'))).toEqual(['* Change to "core.compliance"'])
})

test('the code of a rule that does not exist', () => {
  const text = (code: string): string =>
    `{ "severity": { "${code}": "off" }, "rules": [{ "id": "tidy", "tag": "CONTROL", "message": "m", "expression": "has(owner)" }] }`
  expectProblems(text('rule/tidy'))
  expectProblems(
    text('rule/tidi'),
    'config-unknown «"rule/tidi"» There is no rule with the code rule/tidi; rule/tidy may be meant.',
  )
  expect(fix(text('rule/tidi'), 'Change to "rule/tidy"')).toBe(text('rule/tidy'))
  expectProblems(
    text('rule/qwxyz-qwxyz'),
    'config-unknown «"rule/qwxyz-qwxyz"» There is no rule with the code rule/qwxyz-qwxyz; remove it.',
  )
  expect(readConfigFile('{ "severity": { "notation": "off", "rule/a": "off" } }').ruleCodes).toHaveLength(1)
  const two = text('rule/tidy-c').replace(
    '"rules": [',
    '"rules": [{ "id": "tidy-a", "tag": "CONTROL", "message": "m", "expression": "has(owner)" }, ',
  )
  const choices = two.replace('"id": "tidy"', '"id": "tidy-b"')
  expectProblems(
    choices,
    'config-unknown «"rule/tidy-c"» There is no rule with the code rule/tidy-c; rule/tidy-a or rule/tidy-b may be meant.',
  )
  expect(fixChoices(choices)).toEqual(['Change to "rule/tidy-a"', 'Change to "rule/tidy-b"'])
})

const rulesOf = (...rules: readonly (readonly [id: string, tag: string, expression: string])[]): string =>
  JSON.stringify({ rules: rules.map(([id, tag, expression]) => ({ id, tag, message: 'm', expression })) })

test('each rule has an id of its own, also among those of descriptors', () => {
  const builtin = [...builtinRegistry.domains.values()]
    .flatMap(({ descriptor }) => descriptor.records)
    .flatMap(({ rules = [] }) => rules)
  const [first, last] = [builtin[0]!.id, builtin.at(-1)!.id]
  const another = (id: string): string =>
    `config-expression «"${id}"» There is another rule with the id ${id}; give each rule an id of its own.`
  expectProblems(
    rulesOf(
      ['a', 'CONTROL', 'has(owner)'],
      ['b', 'CONTROL', 'has(owner)'],
      ['a', 'CONTROL', 'has(title)'],
      ['b', 'CONTROL', 'has(title)'],
    ),
    another('a'),
    another('b'),
  )
  expectProblems(
    rulesOf([first, 'CONTROL', 'has(owner)'], [last, 'CONTROL', 'has(owner)']),
    another(first),
    another(last),
  )
})

test('a rule of a tag that several domains have', () => {
  const paths = builtinRegistry.tagsNamed('POLICY').map(({ fullName }) => fullName.path)
  expect(paths.length).toBeGreaterThan(1)
  const text = rulesOf(['a', 'POLICY', 'has(status)'])
  expectProblems(text, `config-expression «"POLICY"» POLICY is a tag of several domains; write ${paths.join(' or ')}.`)
  expect(fixChoices(text)).toEqual(paths.map(path => `Change to "${path}"`))
  expectProblems(fix(text, `Change to "${paths[0]}"`))
})

test('a rule of a tag that may be meant tells the mistakes that it has with all of those', () => {
  const reason = `config-expression «"POLICY"» POLICY is a tag of several domains; write ${builtinRegistry
    .tagsNamed('POLICY')
    .map(({ fullName }) => fullName.path)
    .join(' or ')}.`
  // Only one of the domains has premiums, and both have a rid.
  expectProblems(rulesOf(['a', 'POLICY', 'has(premium)']), reason)
  expectProblems(rulesOf(['a', 'POLICY', 'rid = 1']), reason, 'config-expression «=» = is written == in expressions.')
  expect(fixChoices(rulesOf(['a', 'CONTROLL', 'has(owner)']))).toEqual(['* Change to "CONTROL"'])
})

test('a problem names the part of the configuration', () => {
  expectProblems(
    '{ "rules": [7, { "id": "a", "tag": "CONTROL", "message": 7, "expression": "true" }], "format": { "wrapColumn": "x" } }',
    'config-schema «7» Rule 1 is 7; it must be an object in { }.',
    'config-schema «7» The message of rule 2 is 7; it must be text in double quotes.',
    'config-schema «"x"» "format.wrapColumn" is "x"; it must be a whole number without quotes.',
  )
})

test('the first glob that matches gives the domains', () => {
  const domains = domainsByGlob({ 'audit/*.rec': ['compliance'], '*.rec': [], '*': ['legal'] })
  expect(domains('audit/a.rec')).toEqual(['compliance'])
  expect(domains('north/audit/a.rec')).toEqual([])
  expect(domains('notes.txt')).toEqual(['legal'])
  expect(domainsByGlob({})('a.rec')).toBeUndefined()
})

test('property names of JavaScript objects are globs and codes like any other', () => {
  const { config } = readConfigFile(
    '{ "domains": { "__proto__": "legal", "toString": "hr" }, "severity": { "constructor": "off" } }',
  )
  expect(domainsByGlob(config!.domains)('a/__proto__')).toEqual(['legal'])
  expect(domainsByGlob(config!.domains)('toString')).toEqual(['hr'])
  expect(config!.severity).toEqual({})
})

test('extensions name a domain and one that extends it', () => {
  expectProblems(
    '{ "extensions": { "core.helth": "core.hr", "hr": "core.legal", "core.legal": "acme.x" } }',
    'config-domain «"core.helth"» There is no domain "core.helth"; core.health may be meant.',
    'config-domain «"core.legal"» core.legal does not extend core.hr, so it cannot stand for it; no domain does.',
    'config-domain «"acme.x"» There is no domain "acme.x"; write one that there is, or give it a descriptor.',
  )
  expectProblems(
    '{ "extensions": { "core.hr": ["acme.hr"] } }',
    'config-schema «["acme.hr"]» The extension of core.hr is a list; write the path of a domain that extends it in double quotes, such as "acme.health".',
  )
  expect(readConfigFile('{ "extensions": { "hr": "acme.hr" } }').config?.extensions).toEqual({ 'core.hr': 'acme.hr' })
})

test('an extension can say which versions of it there may be', () => {
  const acme = { domain: 'acme.hr', version: '2.1', description: '', extends: 'core.hr', records: [] }
  const registry = createRegistry([...builtinDescriptors, acme, { ...acme, domain: 'lab.hr', isOnRequest: true }])
  const messages = (name: string): string[] => {
    const file = readConfigFile(`{ "extensions": { "hr": "${name}" } }`)
    if (!name.endsWith('x')) expect(file.config?.extensions).toEqual({ 'core.hr': name.split('@')[0] })
    return [...file.problems, ...domainProblems(file, registry)].map(({ code, message }) => `${code} ${message}`)
  }
  for (const name of ['acme.hr', 'acme.hr@2', 'acme.hr@2.0', 'acme.hr@2.1', 'acme.hr@2.1.0'])
    expect(messages(name)).toEqual([])
  expect(messages('acme.hr@2.2')).toEqual([
    'config-version This asks for version 2.2 of acme.hr, and 2.1 is the one that is there; get a version that fits, or write acme.hr@2.1.',
  ])
  expect(messages('acme.hr@1')).toHaveLength(1)
  expect(messages('lab.hr@3')).toEqual([
    'config-version This asks for version 3 of lab.hr, and 2.1 is the one that is there; use a version of Recline that has it, or write lab.hr@2.1.',
  ])
  expect(messages('acme.hr@x')).toEqual([
    'config-schema The extension of hr is "acme.hr@x"; write the path of a domain, such as "practice.health", or with its versions, such as "practice.health@1".',
  ])
  expect(messages('none.hr@2@x')).toEqual([
    expect.stringMatching(/^config-schema The extension of hr is "none.hr@2@x"/),
  ])
  expect(messages('acme.hx@1')).toEqual(['config-domain There is no domain "acme.hx"; acme.hr may be meant.'])
})
