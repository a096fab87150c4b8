import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { runs } from '../../test/property-values.ts'
import { entriesOf } from './inputs.ts'
import { wholeLines } from './read-lines.ts'

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
