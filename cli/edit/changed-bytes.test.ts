import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownFolder } from '../../test/own-folder.ts'
import { runs } from '../../test/property-values.ts'
import { bytesAfter, type ChangedBytes, slicesAfter } from './changed-bytes.ts'

const { at } = ownFolder()

/** Entries as lines, each perhaps with a change of some of its characters. */
const entries = fc.array(
  fc.record({
    line: fc.string({ unit: fc.constantFrom('a', 'é', '😀', '|', '\ufeff', ' ') }).map(text => `@${text}`),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    change: fc.option(fc.record({ start: fc.nat(9), length: fc.nat(9), text: fc.constantFrom('', 'x', 'ü\n y') })),
  }),
  { maxLength: 30 },
)

test('the bytes and the lines after changes are those of the text after them, however the file is cut', () =>
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 80 }), fc.boolean(), (entries, size, hasLastEnd) => {
      const path = at('a.rec')
      const changes: ChangedBytes[] = []
      let [before, after] = ['', '']
      entries.forEach(({ line, end, change }, index) => {
        const text = `${line}${hasLastEnd || index < entries.length - 1 ? end : ''}`
        const from = Buffer.byteLength(before)
        before += text
        if (!change) {
          after += text
          return
        }
        const characters = [...line]
        const [head, tail] = [characters.slice(0, change.start), characters.slice(change.start + change.length)]
        const [start, rest] = [head.join(''), tail.join('') + text.slice(line.length)]
        after += start + change.text + rest
        const to = from + Buffer.byteLength(text)
        changes.push({
          ...{ from, to, text: change.text },
          start: from + Buffer.byteLength(start),
          end: to - Buffer.byteLength(rest),
        })
      })
      writeFileSync(path, before)
      expect(Buffer.concat([...bytesAfter(path, changes, size)]).toString()).toBe(after)
      const slices = [...slicesAfter(path, changes, size)]
      expect(slices.map(slice => slice.before).join('')).toBe(before)
      expect(slices.map(slice => slice.after).join('')).toBe(after)
      for (const slice of slices.slice(0, -1)) expect([slice.before.at(-1), slice.after.at(-1)]).toEqual(['\n', '\n'])
    }),
    { numRuns: runs(400) },
  ))
