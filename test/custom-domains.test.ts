import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { problemsOf } from '../shared/check/check.ts'
import { readDescriptorFile } from '../shared/config/descriptors/descriptor-file.ts'
import { builtinDescriptors } from '../shared/domains/built-in.ts'
import type { Descriptor } from '../shared/domains/descriptor.ts'
import { resolveDescriptors } from '../shared/domains/extension.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { expectDescriptorProblems } from './descriptor-files.ts'
import { check } from './records.ts'

/** The page on descriptors of one's own, held to what the product does. */
const page = readFileSync(new URL('../docs/custom-domains.md', import.meta.url), 'utf8')
const fences = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^ *\`\`\`${language}\n([^]*?)^ *\`\`\`$`, 'gm'))].map(([, text]) => text!)
const [start, example] = fences('json')

test('the descriptors have no problems', () => {
  expectDescriptorProblems(start!)
  expectDescriptorProblems(example!)
})

test('the records have no problems, and are checked by the descriptor', () => {
  const descriptors = [...builtinDescriptors, readDescriptorFile(example!).descriptor!]
  const codes = (text: string): string[] => {
    const file = check(text, { descriptors })
    const index = new WorkspaceIndex()
    index.update('file:///a.rec', file)
    return problemsOf(file, checkIntegrity('file:///a.rec', file, index).problems).map(({ code }) => code)
  }
  const [records] = fences('text')
  expect(codes(records!)).toEqual([])
  expect(codes(records!.replace('active', 'new').replace('62.5', '162.5').replace('"VEH-0001"', '"VEH-0002"'))).toEqual(
    ['not-in-enum', 'out-of-range', 'dangling-reference'],
  )
})

test('an extension changes of a field what the page says', () => {
  const namesIn = (text: string): string[] => Array.from(text.matchAll(/`(\w+)`/g), ([, name]) => name!)
  const [, said = ''] = /^\| a field that the tag has \| changes (.*?);/m.exec(page) ?? []
  const [, keys = ''] = /^## Keys of a field\n\n([^]*?)\n\n/m.exec(page) ?? []
  const all = keys.split('\n').flatMap(row => namesIn(row.split(' | ')[0]!))
  const changed = all.filter(key => {
    const domain = (path: string, value: string, base?: string): Descriptor =>
      ({
        domain: path,
        extends: base,
        records: [{ tag: 'A', fields: [{ name: 'a', type: 'string', [key]: value }] }],
      }) as unknown as Descriptor
    const resolved = resolveDescriptors([domain('acme.a', 'old'), domain('acme.b', 'new', 'acme.a')]).get('acme.b')!
    const [field] = resolved.descriptor.records[0]!.fields
    return (field as Record<string, unknown> | undefined)?.[key] === 'new'
  })
  expect(all.length).toBeGreaterThan(20)
  expect(namesIn(said).sort()).toEqual(changed.sort())
})
