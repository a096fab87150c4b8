import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'
import { gitIn } from './git.ts'
import { cli } from './run.ts'

const { folder, files, read, recline } = commandLine()
const { git } = gitIn(folder)
const page = readFileSync(join(cli, '../../docs/registers.md'), 'utf8')

/** The fences of the page in their order, each with the name of the file that the text above says it is. */
const steps = [...page.matchAll(/^(`{3,})(\w+)\n([^]*?)^\1$/gm)].map(({ 2: language, 3: text, index }) => ({
  language: language!,
  text: text!,
  file: /Write\s+this\s+into\s+`([^`]+)`[^`]*(?:`sha256sum`[^`]*)?\n\n$/.exec(page.slice(0, index))?.[1],
}))

/** A command of the page in its words; one in quotes is one word. */
const wordsOf = (line: string): string[] =>
  (line.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map(word => word.replaceAll("'", ''))

async function run(line: string): Promise<string> {
  const [program, ...args] = wordsOf(line)
  if (program === 'recline') {
    const { stdout, stderr, code } = await recline(args)
    expect([line, code, code === 0 ? '' : stderr]).toEqual([line, 0, ''])
    return `${stdout}${stderr}`
  }
  expect(program).toBe('git')
  await git(...args)
  return ''
}

test('a reader who does what the page of registers says sees what it shows', async () => {
  let said = ''
  let outputs = 0
  for (const { language, text, file } of steps) {
    if (file !== undefined) await files({ [file]: text })
    else if (language === 'sh') {
      said = ''
      for (const line of text.trim().split('\n')) said += await run(line)
    } else {
      expect(language).toBe('text')
      expect(said).toContain(text)
      outputs++
    }
  }
  expect(outputs).toBe(6)
  expect(await read('report.html')).toContain('<table class="matrix">')
  await files({ 'evidence/review.csv': 'account,decision\n' })
  const { stdout, code } = await recline(['check', '--format', 'lines'])
  expect(stdout).toMatch(/^evidence\.rec:1:\d+ warning changed-file /)
  expect(code).toBe(0)
})
