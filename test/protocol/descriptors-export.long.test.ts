import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRegistry } from '../../shared/domains/registry.ts'
import { domainAs } from '../../shared/schemas/forms.ts'
import { runs } from '../property-values.ts'
import { builtinRegistry } from '../records.ts'
import { convertedThing, insertsOf, thingRecords, things } from '../schemas.ts'
import { commandLine } from './command-line.ts'

const { files, recline } = commandLine()
const samples = join(import.meta.dirname, '../../samples')

/** Runs SQL with the SQLite of Python, which also lists the rows that refer to none. */
const program = `
import sqlite3, sys
database = sqlite3.connect(":memory:")
database.executescript(sys.stdin.read())
print(len(database.execute("pragma foreign_key_check").fetchall()), database.total_changes)
`

test.each([...builtinRegistry.domains.keys()])('SQLite loads the samples of %s into the tables of SQL', async path => {
  const domain = builtinRegistry.domainNamed(path)!
  const all = readdirSync(samples).filter(name => name.endsWith(`.${path.replace('core.', '')}.rec`))
  await files(Object.fromEntries(all.map(name => [name, readFileSync(join(samples, name))])))
  const inserts = insertsOf((await recline(['convert', '--to', 'ndjson', ...all])).stdout, domain)
  const input = `${domainAs(domain, 'sql', 'sqlite')}\n${inserts.join('\n')}`
  expect(execFileSync('python3', ['-c', program], { input, encoding: 'utf8' })).toBe(`0 ${inserts.length}\n`)
})

/** Runs models of Pydantic 2 over lines of JSON, and prints for each whether they accept it. */
const modelProgram = `
import json, sys
from pydantic import ValidationError
source, *lines = [json.loads(line) for line in sys.stdin]
space = {"__name__": "models"}
exec(compile(source, "models.py", "exec"), space)
for line in lines:
    try:
        space["Records"].model_validate_json(line)
        print("yes")
    except ValidationError:
        print("no")
`

/** Whether Pydantic accepts each of some JSON texts. Without it: python3 -m pip install "pydantic>=2" */
const acceptedByPydantic = (models: string, texts: readonly string[]): boolean[] =>
  execFileSync('python3', ['-W', 'error', '-c', modelProgram], {
    input: [models, ...texts].map(text => `${JSON.stringify(text)}\n`).join(''),
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .map(line => line === 'yes')

test('Pydantic accepts what convert writes of a record exactly if its fields have no problem', () => {
  const models = domainAs(createRegistry([things]).domainNamed('test.schemas')!, 'pydantic')
  const texts = fc.sample(thingRecords, runs(8000))
  const converted = texts.map(convertedThing)
  const accepted = acceptedByPydantic(
    models,
    converted.map(({ json }) => json),
  )
  expect(texts.map((text, index) => ({ text, isAccepted: accepted[index] }))).toEqual(
    texts.map((text, index) => ({ text, isAccepted: converted[index]!.isRight })),
  )
  expect(accepted.filter(Boolean).length).toBeGreaterThan(runs(400))
})

test.each([...builtinRegistry.domains.keys()])('Pydantic accepts the samples of %s', async path => {
  const all = readdirSync(samples).filter(name => name.endsWith(`.${path.replace('core.', '')}.rec`))
  await files(Object.fromEntries(all.map(name => [name, readFileSync(join(samples, name))])))
  const { stdout } = await recline(['convert', '--to', 'json', ...all])
  expect(acceptedByPydantic(domainAs(builtinRegistry.domainNamed(path)!, 'pydantic'), [stdout])).toEqual([true])
})

test('no text and no name of a descriptor is code of Python', () => {
  const evil = `"""\n'''\\" + exit(7) + "\u0000\u2028😀`
  const words = [
    'class',
    'list',
    'str',
    'schema',
    'model_config',
    'tag',
    'text',
    '__init__',
    '1st',
    'a-b',
    'a_b',
    'Any',
  ]
  const domain = createRegistry([
    {
      domain: 'evil.domain',
      version: evil,
      description: evil,
      records: ['NONE', 'FIELD', 'ANY', 'RECORDS', 'STRICT'].map(tag => ({
        tag,
        description: evil,
        fields: [
          { name: 'rid', type: 'string', enum: [evil, 'b'] },
          ...words.map(name => ({ name, type: 'string' as const, description: evil, unit: evil })),
          { name: 'last', type: 'string', list: true },
        ],
      })),
    },
  ]).domainNamed('evil.domain')!
  const all = Object.fromEntries(words.map(word => [word, 'x']))
  const texts = [
    { $tag: 'NONE', rid: evil, ...all, last: ['a', 1], $text: 'x' },
    [{ $tag: 'FIELD', rid: 'b' }, { $comment: '# c' }, { $tag: 'DOC', domain: 'x' }],
    { $tag: 'FIELD', rid: 'c' },
    { $tag: 'FIELD', other: 'b' },
  ].map(value => JSON.stringify(value))
  expect(acceptedByPydantic(domainAs(domain, 'pydantic'), texts)).toEqual([true, true, false, false])
})
