import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { recline } = commandLine()

const docs = fileURLToPath(new URL('../../docs', import.meta.url))

/** The anchors of the sections of a page. */
const anchors = (page: string): string[] =>
  Array.from(page.matchAll(/^#+ (.+)$/gm), ([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  )

/** The help of all commands that have no others below them, by name. */
async function helpOfAll(path: readonly string[] = []): Promise<[string, string][]> {
  const { stdout } = await recline([...path, '--help'])
  const [, list] = /^Commands:\n([^]*?)(?:\n\n|$(?![^]))/m.exec(stdout) ?? []
  if (list === undefined) return [[path.join(' '), stdout]]
  const names = Array.from(list.matchAll(/^ {2}(\S+)/gm), ([, name]) => name!).filter(name => name !== 'help')
  return (await Promise.all(names.map(name => helpOfAll([...path, name])))).flat()
}

test('the help of each command ends with examples, its exit codes and its page', async () => {
  const all = await helpOfAll()
  expect(all.map(([name]) => name)).toContain('git install')
  for (const [name, help] of all) {
    const end =
      /\nExamples:\n([^]*)\n\nExit codes:\n( {2}0 {2}.+\n(?: {2}1 {2}.+\n)? {2}2 {2}.+)\n\nPage: (.+)\n$/.exec(help)
    expect(end, `${name}\n${help}`).not.toBeNull()
    const [, examples, , page] = end!
    const lines = Array.from(examples!.matchAll(/^ {2}(\S.*)$/gm), ([, line]) => line!)
    expect(lines.length, name).toBeGreaterThanOrEqual(2)
    expect(
      lines.filter(line => line.startsWith(`recline ${name}`)).length,
      `${name} in its examples`,
    ).toBeGreaterThanOrEqual(2)
    const options = help.slice(0, end!.index)
    for (const [option] of lines
      .filter(line => line.startsWith(`recline ${name} `))
      .join('\n')
      .matchAll(/(?<= )--[A-Za-z-]+/g))
      if (option !== '--help') expect(options, name).toMatch(new RegExp(`${option}\\b`))
    const [, file, section] = /\/docs\/([^#]+)(?:#(.*))?$/.exec(page!)!
    const text = readFileSync(join(docs, file!), 'utf8')
    if (section !== undefined) expect(anchors(text), page).toContain(section)
  }
})

test('options have the same letter and take the same in all commands', async () => {
  const all = await helpOfAll()
  for (const [long, short] of Object.entries({ output: 'o', format: 'f', quiet: 'q', write: 'w' })) {
    const found = all.flatMap(([name, help]) =>
      Array.from(help.matchAll(new RegExp(`^ +(?:(-.), )?--${long}(?: (<\\S+>))?  `, 'gm')), ([, letter, value]) => ({
        name,
        letter,
        value,
      })),
    )
    expect(found.length, long).toBeGreaterThan(0)
    for (const { name, letter, value } of found)
      expect([name, letter, value]).toEqual([name, `-${short}`, found[0]!.value])
    for (const [name, help] of all)
      if (new RegExp(`^ +-${short}, `, 'm').test(help)) expect(help, name).toContain(`-${short}, --${long}`)
  }
})
