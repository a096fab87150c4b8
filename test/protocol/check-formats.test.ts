import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Schema, Validator } from '@cfworker/json-schema'
import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'
import type { Log } from 'sarif'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { rules } from '../../shared/check/rules/index.ts'
import { problemCodes } from '../../shared/config/problem-codes.ts'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { commandLine } from './command-line.ts'

const { folder, files, recline } = commandLine()

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Two files with problems, one of them with a name and a value that formats have to escape. */
const records = {
  '50%, a:b/ü.rec':
    '# 100% <&> {0} [x](y)\n@CONTROL rid=CTL-1 | status="<&> {0}, 100%: [x](y)"\n@FINDING rid=F-1 | control_ref="CTL-1" | severity="hihg"\n',
  'b.rec': '@CONTROL rid=CTL-1 | status=tested | color="red"\n',
  'clean.rec': '@CONTROL rid=CTL-2\n',
}

// What each format prints stands in a file beside this one, to be read.
test.each([
  ['github', 'github.txt'],
  ['gitlab', 'gitlab.json'],
  ['junit', 'junit.xml'],
  ['ndjson', 'ndjson'],
])('--format %s', async (format, name) => {
  await files(records)
  const { stdout, stderr, code } = await recline(['check', '--format', format, '.', 'nowhere.rec'])
  await expect(stdout).toMatchFileSnapshot(`golden/check.${name}`)
  expect(stderr).toMatch(/^recline: nowhere\.rec could not be read: no such file or directory\.\n/)
  expect(code).toBe(2)
})

describe('--format github', () => {
  test('names files from the root of the repository', async () => {
    await files(records)
    const { stdout } = await recline(['check', '--format', 'github', 'b.rec'], {
      env: { GITHUB_WORKSPACE: join(folder(), '..') },
    })
    expect(stdout).toContain(`file=${folder().split('/').at(-1)!}/b.rec,`)
  })
})

describe('--format gitlab', () => {
  test('a problem keeps its fingerprint wherever its line stands, and none has that of another', async () => {
    const twice = '@CONTROL status="red"\n@CONTROL status="red"\n'
    const fingerprints = async (text: string): Promise<string[]> => {
      await files({ 'a.rec': text })
      const { stdout } = await recline(['check', '--format', 'gitlab', 'a.rec'])
      return (JSON.parse(stdout) as { fingerprint: string }[]).map(({ fingerprint }) => fingerprint)
    }
    const before = await fingerprints(twice)
    expect(new Set(before).size).toBe(4)
    expect(await fingerprints(`# more\n\n  ${twice}`)).toEqual(expect.arrayContaining(before))
  })

  test('names files from the root of the repository', async () => {
    await files(records)
    const { stdout } = await recline(['check', '--format', 'gitlab', 'b.rec'], {
      env: { CI_PROJECT_DIR: join(folder(), '..') },
    })
    expect(stdout).toContain(`"path":"${folder().split('/').at(-1)!}/b.rec"`)
  })
})

test('--format junit is XML whatever the files say', async () => {
  await files({ ...records, 'a\u0001.rec': '\u0000\u0008<!-- ]]> &amp; \uffff\ud83d\ude00\n' })
  const { stdout } = await recline(['check', '--format', 'junit', '.', 'nowhere\u0002'])
  const messages: string[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ attributes: { message } }) => {
    if (message) messages.push(message)
  })
  parser.on('error', error => {
    throw error
  })
  parser.write(stdout).close()
  expect(messages).toContain(
    'CONTROL.status is "<&> {0}, 100%: [x](y)"; it must be not-started, in-progress, implemented, tested, effective or ineffective.',
  )
  expect(messages.at(-1)).toBe('nowhere� could not be read: no such file or directory.')
})

describe('--format sarif', () => {
  test('prints one log with rules, places, related places and fixes', async () => {
    await files(records)
    const log = await sarif('.', 'nowhere.rec')
    const {
      tool: { driver },
      results,
    } = log.runs[0]!
    for (const result of results!) {
      expect(driver.rules![result.ruleIndex!]!.id).toBe(result.ruleId)
      delete result.ruleIndex
    }
    driver.rules = driver.rules!.filter(({ id }) => id === 'not-in-enum')
    const text = JSON.stringify(log, undefined, 2).replaceAll(pathToFileURL(folder()).href, 'file:///folder')
    await expect(text).toMatchFileSnapshot('golden/check.sarif.json')
  })

  test('has a rule with an explanation and no link to a local page for every code', async () => {
    await files(records)
    const {
      runs: [run],
    } = await sarif('clean.rec')
    const all = run!.tool.driver.rules!
    expect(all.map(({ id }) => id).sort()).toEqual(
      [
        ...Object.values(problemCodes)
          .flat()
          .map(({ code }) => code),
        ...builtinDescriptors.flatMap(({ records }) =>
          records.flatMap(({ rules = [] }) => rules.map(({ id }) => `rule/${id}`)),
        ),
      ].sort(),
    )
    for (const { id, shortDescription, help, helpUri, defaultConfiguration } of all) {
      expect(shortDescription!.text, id).toMatch(/^[^\n]*\.$/)
      expect(help!.text.length, id).toBeGreaterThan(100)
      expect(help!.text, id).not.toContain('](')
      expect(help!.markdown, id).toBe(help!.text)
      expect(helpUri, id).toBeUndefined()
      expect(defaultConfiguration, id).toBeDefined()
    }
    expect(run!.results).toEqual([])
  })

  test('is valid for every problem there is, and for descriptors', async () => {
    const everyProblem = await sarif(join(root, 'samples/every-problem.rec'))
    const found = new Set(everyProblem.runs[0]!.results!.map(({ ruleId }) => ruleId))
    // Git reports conflict markers in a commit, so the sample has none. Only --since finds what changed, and nothing in
    // the built-in domains is deprecated, has a format or names a file.
    expect(rules.map(({ code }) => code).filter(code => !found.has(code))).toEqual([
      'merge-conflict',
      'invalid-format',
      'missing-file',
      'changed-file',
      'lifecycle',
      'deprecated',
    ])
    await files({ 'a.domain.json': '{}' })
    const { stdout } = await recline(['descriptors', 'check', 'a.domain.json', '--format', 'sarif'])
    expect(validate(stdout).runs[0]!.results![0]!.ruleId).toBe('descriptor-schema')
  })
})

/** The log of a check. */
const sarif = async (...paths: string[]): Promise<Log> =>
  validate((await recline(['check', '--format', 'sarif', ...paths])).stdout)

/** The log, if it is valid against the schema of SARIF 2.1.0. */
function validate(text: string): Log {
  const log = JSON.parse(text) as Log
  const { errors } = new Validator(sarifSchema as Schema, '4', false).validate(log)
  expect(errors).toEqual([])
  return log
}
