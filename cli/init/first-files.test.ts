import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { problemsOf } from '../../shared/check/check.ts'
import { formatChanges } from '../../shared/check/fixes/format.ts'
import { domainsByGlob } from '../../shared/config/config.ts'
import { readConfigFile } from '../../shared/config/config-file.ts'
import { domainProblems } from '../../shared/config/config-problems.ts'
import { checkIntegrity } from '../../shared/index/integrity.ts'
import { WorkspaceIndex } from '../../shared/index/workspace-index.ts'
import { builtinRegistry, check } from '../../test/records.ts'
import { firstAgentsFile, firstConfiguration, firstDueWorkflow, firstRecords, firstWorkflow } from './first-files.ts'

test.each([...builtinRegistry.domains.values()])('the first files of $path are right as they are', domain => {
  const config = readConfigFile(firstConfiguration(domain).text)
  expect([...config.problems, ...domainProblems(config, builtinRegistry)]).toEqual([])
  const { name, text } = firstRecords(domain)
  const settingDomains = domainsByGlob(config.config!.domains)(name)!
  expect(settingDomains).toEqual([domain.path])

  const file = check(text, { fileName: name, settingDomains })
  const index = new WorkspaceIndex()
  index.update(name, file)
  expect(problemsOf(file, checkIntegrity(name, file, index).problems)).toEqual([])
  expect(formatChanges(file, { wrapColumn: 0, alignColumns: false })).toEqual([])
  const tags = file.entries.flatMap(({ tag }) => tag?.domain.path ?? [])
  expect(tags.length).toBeGreaterThan(0)
  expect(new Set(tags)).toEqual(new Set([domain.path]))
})

test('a workflow checks just the folder, whatever it is called', () => {
  const textOf = (folder: string): string => firstWorkflow(folder, undefined).text
  const command = (folder: string): string =>
    /^ {8}run: (.*)\n$/m.exec(textOf(folder).slice(textOf(folder).indexOf('Check the')))![1]!
  expect(command('.')).toBe('recline check --format github -- .')
  expect(JSON.parse(command("it's: #1"))).toBe("recline check --format github -- 'it'\\''s: #1'")
})

test('a workflow lists what is due in just the folder', () => {
  const steps = (folder: string): { run?: string; env?: unknown }[] =>
    parse(firstDueWorkflow(folder, undefined).text).jobs.due.steps.slice(-2)
  expect(steps("it's: #1")).toEqual([
    { name: 'List what is due', run: "recline due --format markdown --output due.md -- 'it'\\''s: #1'" },
    {
      name: 'Write the list into an issue',
      run: 'gh issue create --title "Due on $(date +%Y-%m-%d)" --body-file due.md',
      env: { GH_TOKEN: '${{ github.token }}' },
    },
  ])
  expect(steps('audit')[0]!.run).toBe('recline due --format markdown --output due.md -- audit')
})

test('a workflow names the package if it is known, so that nobody has to edit it', () => {
  expect(firstWorkflow('.', undefined).text).toContain("\n  RECLINE_PACKAGE: ''\n")
  expect(firstWorkflow('.', 'git+https://example.com/o/r.git#0123').text).toContain(
    "\n  RECLINE_PACKAGE: 'git+https://example.com/o/r.git#0123'\n",
  )
})

test('the section for agents is short, and names what many changes need', () => {
  const { text } = firstAgentsFile("it's records")
  expect(text.split(/\s+/).length).toBeLessThan(400)
  for (const command of ['recline query', 'recline edit', 'recline rename', 'recline import'])
    expect(text).toContain(`\`${command}\``)
  expect(text).toContain("`recline check --since HEAD -- 'it'\\''s records'`")
})
