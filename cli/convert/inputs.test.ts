import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { context } from '../../test/convert.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { ownFolder } from '../../test/own-folder.ts'
import { runs } from '../../test/property-values.ts'
import { entriesOf, readInputs } from './inputs.ts'
import { CannotConvert } from './problems.ts'
import { wholeLines } from './whole-lines.ts'

async function* chunksOf(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const places = [...new Set([0, ...cuts.map(cut => cut % (bytes.length + 1)), bytes.length])].sort(
    (one, other) => one - other,
  )
  for (let index = 1; index < places.length; index++) yield bytes.subarray(places[index - 1], places[index])
}

test('a file that comes in pieces has the entries of the whole', () =>
  fc.assert(
    fc.asyncProperty(damagedFiles(), fc.array(fc.nat()), async (text, cuts) => {
      const bytes = Buffer.from(text)
      const entries = []
      let line = 1
      for await (const piece of wholeLines(chunksOf(bytes, cuts), 'a.rec')) {
        expect(piece.line).toBe(line)
        line += parseEntries(piece.text).reduce((count, { lineBreaks }) => count + lineBreaks, 0)
      }
      for await (const some of entriesOf(wholeLines(chunksOf(bytes, cuts), 'a.rec'))) entries.push(...some)
      expect(entries.map(entry => [entry.kind, entry.text])).toEqual(
        parseEntries(bytes.toString().replace(/^\ufeff/, '')).map(entry => [entry.kind, entry.text]),
      )
    }),
    { numRuns: runs(150) },
  ))

test('a line that is not UTF-8 is named, wherever the pieces end', async () => {
  const bytes = Buffer.concat([Buffer.from('# é\r\n# é\r# é\n'), Buffer.from([0x23, 0xe9, 0x0a])])
  for (let cut = 0; cut <= bytes.length; cut++) {
    const read = async (): Promise<void> => {
      const pieces = []
      for await (const piece of wholeLines(chunksOf(bytes, [cut]), 'a.rec')) pieces.push(piece)
    }
    await expect(read(), String(cut)).rejects.toThrow('a.rec is not UTF-8 on line 4; save it as UTF-8.')
  }
})

test('lines in UTF-16 are named as such', async () => {
  const read = wholeLines(chunksOf(Buffer.from('rid,title\nA,b\n', 'utf16le').swap16(), [10]), 'a.csv').next()
  await expect(read).rejects.toThrow('a.csv looks like UTF-16; save it as UTF-8.')
})

const folder = ownFolder()

const noChoices = { fields: new Map(), saidColumns: [] }

/** What reading a file as NDJSON says, or how many records it has. */
async function readNdjson(file: string, text: string): Promise<string> {
  folder.write({ [file]: text })
  const input = {
    source: { file, path: folder.at(file) },
    form: 'ndjson',
    tag: 'CONTROL',
    context,
    choices: noChoices,
  } as const
  try {
    let count = 0
    for await (const { entries } of readInputs([input], () => {})) count += entries.length
    return `${count} records`
  } catch (error) {
    if (!(error instanceof CannotConvert)) throw error
    return error.sentences.join('\n')
  }
}

test.each([
  '{\n  "rid": "a"\n}\n',
  '\ufeff[\r\n  {"rid": "a"}\r\n]\r\n',
  '\n[{\n"rid": "a"}]\n',
  '{"rid": "a",\n\n"title": "b"}',
  '{"rid": "a", "tags": [\n1]}',
])('JSON over several lines is no NDJSON, and the message says how to read it: %j', async text => {
  const found = 'has JSON over several lines, and NDJSON has an object on each line; use --from json'
  expect(await readNdjson('a.ndjson', text)).toBe(`a.ndjson ${found}, or rename the file to a.json.`)
  expect(await readNdjson('b.JSONL', text)).toBe(`b.JSONL ${found}, or rename the file to b.json.`)
  expect(await readNdjson('c.txt', text)).toBe(`c.txt ${found}.`)
})

test.each([
  ['{"rid":"a"}\n{\n', 'a.ndjson:2:2 This is not JSON: a closing } is missing; add it.'],
  ['{"rid":"a"\n{"rid":"b"}\n', 'a.ndjson:1:11 This is not JSON: a closing } is missing; add it.'],
  ['{"rid":"a"', 'a.ndjson:1:11 This is not JSON: a closing } is missing; add it.'],
  ['{"rid":"a"}\n\n{"rid":"b"}', '2 records'],
])('a line of NDJSON that is not complete is named: %j', async (text, said) => {
  expect(await readNdjson('a.ndjson', text)).toBe(said)
})
