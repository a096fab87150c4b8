import fc from 'fast-check'
import { expect, test } from 'vitest'
import { URI } from 'vscode-uri'
import { normalUri, UriSpellings } from './uri-spellings.ts'

test.each([
  ['file:///records/audit%20(1).rec', 'file:///records/audit%20%281%29.rec'],
  ['file:///records/audit%20%281%29.rec', 'file:///records/audit%20%281%29.rec'],
  ['file:///records/a@b.rec', 'file:///records/a%40b.rec'],
  ['file:///m%c3%bcller/%7Ea.rec', 'file:///m%C3%BCller/~a.rec'],
  ['file:///müller/a.rec', 'file:///m%C3%BCller/a.rec'],
  ['file:/records/a.rec', 'file:///records/a.rec'],
  ['file://localhost/records/a.rec', 'file:///records/a.rec'],
  ['file://server/share/a+b.rec', 'file://server/share/a%2Bb.rec'],
  ['vscode-remote://ssh-remote+host/a(1).rec', 'vscode-remote://ssh-remote%2Bhost/a%281%29.rec'],
  ['untitled:Untitled-1', 'untitled:Untitled-1'],
  ['file:///100%/a.rec', 'file:///100%25/a.rec'],
  ['no URI', 'no URI'],
  ['C:\\records\\a.rec', 'C:\\records\\a.rec'],
  ['file:////a.rec', 'file:////a.rec'],
])('the normal form of %s', (uri, normal) => expect(normalUri(uri)).toBe(normal))

test('the drive of a Windows path has one normal form', () => {
  const spellings = ['C:', 'c:', 'C%3A', 'c%3A', 'C%3a', 'c%3a'].map(drive => `file:///${drive}/Records%20(1)/a.rec`)
  expect(new Set(spellings.map(normalUri))).toEqual(new Set(['file:///c%3A/Records%20%281%29/a.rec']))
  const uris = new UriSpellings()
  uris.toNormal({ rootUri: 'file:///C:/Records%20(1)' })
  expect(uris.toClient({ uri: 'file:///c%3A/Records%20%281%29/b.rec' })).toEqual({
    uri: 'file:///C:/Records%20(1)/b.rec',
  })
})

const characters = fc.constantFrom(...'aC()@ +&!~:,;=[]{}|é🙂/', '%', '#', '?')
const spelledCharacters = fc.record({
  character: characters,
  isEscaped: fc.boolean(),
  isLowerCase: fc.boolean(),
})

test('all spellings of a path have the normal form that VS Code writes', () =>
  fc.assert(
    fc.property(fc.array(spelledCharacters, { minLength: 1 }), parts => {
      const path = `/a${parts.map(({ character }) => character).join('')}`
      const spelled = parts.map(({ character, isEscaped, isLowerCase }) => {
        if (character === '/' || (!isEscaped && !'%#?'.includes(character))) return character
        const bytes = [...Buffer.from(character)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
        return isLowerCase ? bytes : bytes.toUpperCase()
      })
      expect(normalUri(`file:///a${spelled.join('')}`)).toBe(URI.file(path).toString())
    }),
  ))

test('a client gets its own URIs back, and URIs that it never wrote with its own folder', () => {
  const uris = new UriSpellings()
  const folder = 'file:///records%20(2026)'
  const normalFolder = 'file:///records%20%282026%29'
  expect(uris.toNormal({ workspaceFolders: [{ uri: folder, name: folder }] })).toEqual({
    workspaceFolders: [{ uri: normalFolder, name: folder }],
  })
  expect(uris.toNormal({ textDocument: { uri: `${folder}/a@b.rec`, text: `${folder}/a@b.rec` } })).toEqual({
    textDocument: { uri: `${normalFolder}/a%40b.rec`, text: `${folder}/a@b.rec` },
  })
  expect(
    uris.toClient({
      result: {
        changes: { [`${normalFolder}/a%40b.rec`]: [], [`${normalFolder}/other.rec`]: [] },
        documentChanges: [{ textDocument: { uri: `${normalFolder}/a%40b.rec` } }],
        command: { arguments: [`${normalFolder}/a%40b.rec`, { line: 1 }, [{ uri: normalFolder }]] },
        message: normalFolder,
      },
    }),
  ).toEqual({
    result: {
      changes: { [`${folder}/a@b.rec`]: [], [`${folder}/other.rec`]: [] },
      documentChanges: [{ textDocument: { uri: `${folder}/a@b.rec` } }],
      command: { arguments: [`${folder}/a@b.rec`, { line: 1 }, [{ uri: folder }]] },
      message: normalFolder,
    },
  })
})

test('of several spellings, the first counts until the client opens the file', () => {
  const uris = new UriSpellings()
  const [first, second, normal] = ['file:///(1).rec', 'file:///%281).rec', 'file:///%281%29.rec']
  const shown = (): string => uris.toClient({ uri: normal }).uri
  uris.toNormal({ changes: [{ uri: first, type: 1 }] })
  uris.toNormal({ changes: [{ uri: second, type: 1 }] })
  expect(shown()).toBe(first)
  uris.open(second)
  expect(shown()).toBe(second)
  uris.toNormal({ textDocument: { uri: first } })
  expect(shown()).toBe(second)
})

test('a client that writes normal forms gets its messages as they are', () => {
  const uris = new UriSpellings()
  uris.toNormal({ uri: 'file:///a%20b.rec' })
  const message = { uri: 'file:///a%20b.rec' }
  expect(uris.toClient(message)).toBe(message)
})

test('a file that is reached through a link, and in its real place, is one file', () => {
  const realOf = (uri: string): string =>
    uri.replace('file:///link', 'file:///disk/ws').replace('file:///way', 'file:///disk/ws/sub')
  const uris = new UriSpellings(realOf)
  const [linked, real, other] = ['file:///link/sub/a.rec', 'file:///disk/ws/sub/a.rec', 'file:///way/a.rec']
  uris.takeFolder('file:///link/')
  expect(uris.toNormal({ uri: real })).toEqual({ uri: linked })
  uris.open(other)
  expect(uris.toNormal({ uri: other })).toEqual({ uri: linked })
  expect(uris.toClient({ uri: linked })).toEqual({ uri: other })
  expect(uris.toClient({ uri: 'file:///link/sub/b.rec' })).toEqual({ uri: 'file:///link/sub/b.rec' })
  // The client edits both, so they are two documents until one is closed.
  uris.open(real)
  expect(uris.toNormal({ uri: real })).toEqual({ uri: real })
  uris.close(real)
  uris.close(other)
  uris.open(linked)
  expect(uris.toClient({ uri: linked })).toEqual({ uri: linked })
})
