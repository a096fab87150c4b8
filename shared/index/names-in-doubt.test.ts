import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFile } from '../check/check.ts'
import { builtinDescriptors } from '../domains/built-in.ts'
import { createRegistry } from '../domains/registry.ts'
import { parse } from '../syntax/tree.ts'
import { checkIntegrity, integrityOfSome, metBefore } from './integrity.ts'
import { findNamesInDoubt, recordsWith } from './names-in-doubt.ts'
import { packFile } from './packed-file.ts'
import { WorkspaceIndex } from './workspace-index.ts'

const registry = createRegistry(builtinDescriptors)
const check = (text: string) => checkFile(parse(text), { registry, fileName: 'a.rec', settingDomains: ['compliance'] })

const id = fc.constantFrom('A-1', 'A-2', 'A-3', 'A-4')
const record = fc.oneof(
  fc.tuple(fc.constantFrom('CONTROL', 'RISK', 'OTHER'), id).map(([tag, own]) => `@${tag} rid=${own}\n`),
  fc.tuple(id, id).map(([own, other]) => `@FINDING rid=${own} | control_ref="${other}"\n`),
)
const text = fc.array(record, { maxLength: 6 }).map(records => records.join(''))

test('the names in doubt are all that the check of a file needs of other files', () =>
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 3 }), (own, other, size) => {
      const index = new WorkspaceIndex()
      index.update('file:///own.rec', packFile(check(own)))
      index.update('file:///other.rec', packFile(check(other)))
      const parts = findNamesInDoubt('file:///own.rec', index, size)
      let part = parts.next()
      while (!part.done) part = parts.next()
      const file = check(own)
      const found = integrityOfSome('file:///own.rec', file, 0, recordsWith(part.value), metBefore())
      const wanted = checkIntegrity('file:///own.rec', file, index).problems
      const shown = (problems: typeof wanted) =>
        problems.map(({ entry, code, message, related }) => ({ entry, code, message, related: related?.() }))
      expect(shown(found)).toEqual(shown(wanted))
    }),
  ))
