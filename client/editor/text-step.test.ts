import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import type { TextStep } from '../../shared/protocol/bulk-change.ts'
import { changedText, type TextChange } from '../../shared/syntax/text-change.ts'
import { runs } from '../../test/property-values.ts'
import { type FileStep, makeStep, type StepFiles, takeBackStep } from './text-step.ts'

/** Files in the editor and on a disk, which fail and are changed by others as told. */
class FilesInMemory implements StepFiles {
  readonly texts: Map<string, string>
  readonly open: Set<string>
  /** The files that cannot be written. */
  readOnly: ReadonlySet<string> = new Set()
  editorRefuses = false
  /** Called before each write. */
  meanwhile: () => void = () => {}

  constructor(texts: Readonly<Record<string, string>>, open: readonly string[] = []) {
    this.texts = new Map(Object.entries(texts))
    this.open = new Set(open)
  }

  read(uri: string): Promise<{ text: string; isOpen: boolean } | undefined> {
    const text = this.texts.get(uri)
    return Promise.resolve(text === undefined ? undefined : { text, isOpen: this.open.has(uri) })
  }

  edit(files: Parameters<StepFiles['edit']>[0]): Promise<boolean> {
    this.meanwhile()
    if (this.editorRefuses || files.some(({ uri, before }) => this.texts.get(uri) !== before))
      return Promise.resolve(false)
    for (const { uri, before, edits } of files) this.texts.set(uri, changedText(before, edits))
    return Promise.resolve(true)
  }

  write(uri: string, before: string, after: string): Promise<string | undefined> {
    this.meanwhile()
    if (this.readOnly.has(uri)) return Promise.resolve(`${uri} is read-only.`)
    if (this.texts.get(uri) !== before) return Promise.resolve(`${uri} has changed.`)
    this.texts.set(uri, after)
    return Promise.resolve(undefined)
  }

  all(): Record<string, string> {
    return Object.fromEntries(this.texts)
  }
}

const plan = (uri: string, text: string, ...edits: readonly TextChange[]): FileStep => ({
  uri,
  fingerprint: fingerprint(text),
  edits,
})

async function made(files: FilesInMemory, planned: readonly FileStep[]): Promise<TextStep> {
  const result = await makeStep('Edit', planned, files)
  if (!('step' in result)) throw new Error(JSON.stringify(result))
  return result.step
}

const texts = { a: 'one two', b: 'three', c: 'four' }
const edits = [
  plan('a', 'one two', { start: 0, end: 3, text: '1' }, { start: 7, end: 7, text: '!' }),
  plan('b', 'three', { start: 0, end: 5, text: '' }),
]

test('a step changes open and closed files, and is taken back in all of them', async () => {
  const files = new FilesInMemory(texts, ['a'])
  const step = await made(files, edits)
  expect(files.all()).toEqual({ a: '1 two!', b: '', c: 'four' })
  expect(await takeBackStep(step, files)).toEqual({ count: 2 })
  expect(files.all()).toEqual(texts)
})

test('files that have changed are named, and nothing is done', async () => {
  const files = new FilesInMemory({ ...texts, b: 'thre' })
  expect(await makeStep('Edit', edits, files)).toEqual({ changed: ['b'], reason: '', halfDone: [] })
  expect(files.all()).toEqual({ ...texts, b: 'thre' })
  files.texts.set('b', 'three')
  const step = await made(files, edits)
  files.texts.set('a', '1 two!?')
  files.texts.delete('b')
  expect(await takeBackStep(step, files)).toEqual({ changed: ['a', 'b'], reason: '', halfDone: [] })
  expect(files.all()).toEqual({ a: '1 two!?', c: 'four' })
})

test('a file that the user has put back already stays as it is', async () => {
  const files = new FilesInMemory(texts, ['a'])
  const step = await made(files, edits)
  files.texts.set('a', 'one two')
  expect(await takeBackStep(step, files)).toEqual({ count: 1 })
  expect(files.all()).toEqual(texts)
})

test('after a failure, what was written is put back', async () => {
  const files = new FilesInMemory(texts, ['c'])
  files.readOnly = new Set(['b'])
  expect(await makeStep('Edit', edits, files)).toEqual({ changed: [], reason: 'b is read-only.', halfDone: [] })
  expect(files.all()).toEqual(texts)
  files.readOnly = new Set()
  files.editorRefuses = true
  const withOpen = [...edits, plan('c', 'four', { start: 0, end: 0, text: 'x' })]
  expect(await makeStep('Edit', withOpen, files)).toEqual({ changed: ['c'], reason: '', halfDone: [] })
  expect(files.all()).toEqual(texts)
})

test('a file that cannot be put back is named', async () => {
  const files = new FilesInMemory(texts, ['c'])
  files.editorRefuses = true
  let writes = 0
  files.meanwhile = () => {
    if (++writes === 3) files.texts.set('a', 'another')
  }
  const planned = [...edits, plan('c', 'four', { start: 0, end: 0, text: 'x' })]
  expect(await makeStep('Edit', planned, files)).toEqual({ changed: ['c'], reason: '', halfDone: ['a'] })
  expect(files.all()).toEqual({ ...texts, a: 'another' })
})

test('the step is known before anything is written', async () => {
  const files = new FilesInMemory(texts)
  const known: (readonly [number, Record<string, string>])[] = []
  await makeStep('Edit', edits, files, step => {
    known.push([step.files.length, files.all()])
    return Promise.resolve()
  })
  expect(known).toEqual([[2, texts]])
})

/** What happens to the files between a plan, the step and its being taken back. */
const happening = fc.record({
  uri: fc.constantFrom('a', 'b', 'c', 'd'),
  what: fc.constantFrom('type', 'open', 'close', 'protect', 'restore', 'remove', 'nothing'),
  when: fc.constantFrom('before', 'during', 'after'),
})

test('a step is made whole or not at all, and taken back whole or not at all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ maxLength: 12 }), { minLength: 4, maxLength: 4 }),
      fc.array(fc.array(fc.tuple(fc.nat(12), fc.nat(12), fc.string({ maxLength: 3 })), { maxLength: 3 }), {
        minLength: 4,
        maxLength: 4,
      }),
      fc.array(happening, { maxLength: 4 }),
      fc.boolean(),
      async (contents, changes, happenings, editorRefuses) => {
        const uris = ['a', 'b', 'c', 'd']
        const before = Object.fromEntries(uris.map((uri, at) => [uri, contents[at]!]))
        const files = new FilesInMemory(before, ['a', 'b'])
        const planned = uris.map((uri, at) => plan(uri, contents[at]!, ...sorted(changes[at]!, contents[at]!.length)))
        const after = Object.fromEntries(planned.map(({ uri, edits }) => [uri, changedText(before[uri]!, edits)]))
        const protectedFiles = new Set<string>()
        /** What others have made of the files. */
        const foreign = new Set<string>()
        const happen = (when: string): void => {
          for (const { uri, what } of happenings.filter(one => one.when === when)) {
            if (what === 'type') files.texts.set(uri, `${files.texts.get(uri) ?? ''}+`)
            if (what === 'remove') files.texts.delete(uri)
            if (what === 'type' || what === 'remove') foreign.add(uri)
            if (what === 'restore' && !foreign.has(uri)) files.texts.set(uri, before[uri]!)
            if (what === 'open') files.open.add(uri)
            if (what === 'close') files.open.delete(uri)
            if (what === 'protect') protectedFiles.add(uri)
          }
          files.readOnly = protectedFiles
        }
        happen('before')
        files.editorRefuses = editorRefuses
        let hasHappened = false
        files.meanwhile = () => {
          if (!hasHappened) happen('during')
          hasHappened = true
        }
        const start = files.all()
        const result = await makeStep('Edit', planned, files)
        files.meanwhile = () => {}
        files.editorRefuses = false
        const isOwn = (uri: string): boolean =>
          !foreign.has(uri) &&
          !happenings.some(one => one.uri === uri && one.when === 'during' && one.what === 'restore')
        const own = uris.filter(isOwn)
        if (!('step' in result)) {
          for (const uri of own.filter(uri => !result.halfDone.includes(uri)))
            expect(files.texts.get(uri)).toBe(start[uri])
          expect(result.changed.length > 0 || result.reason !== '').toBe(true)
          return
        }
        for (const uri of own) expect(files.texts.get(uri)).toBe(after[uri])
        happen('after')
        const made = files.all()
        const back = await takeBackStep(result.step, files)
        if ('count' in back) expect(files.all()).toEqual(before)
        else {
          for (const uri of uris.filter(uri => !back.halfDone.includes(uri)))
            expect(files.texts.get(uri)).toBe(made[uri])
          const isForeign = (uri: string): boolean => ![before[uri], after[uri]].includes(made[uri])
          expect(back.reason !== '' || back.changed.every(isForeign)).toBe(true)
        }
      },
    ),
    { numRuns: runs(20_000) },
  )
})

/** Edits at these places, in order and apart from each other. */
function sorted(given: readonly (readonly [number, number, string])[], length: number): TextChange[] {
  let from = 0
  return [...given]
    .map(([one, other, text]) => ({
      start: Math.min(one, other, length),
      end: Math.min(Math.max(one, other), length),
      text,
    }))
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .filter(({ start, end }) => {
      if (start < from) return false
      from = end
      return true
    })
}
