import { expect, test } from 'vitest'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { context } from '../../test/convert.ts'
import type { Batch } from './batch.ts'
import { withOwnSuppressions } from './own-suppressions.ts'

/** Files as one text, each in batches of one entry. */
async function joined(...files: string[]): Promise<string> {
  async function* batches(): AsyncGenerator<Batch> {
    for (const [index, text] of files.entries()) {
      const file = `${index}.rec`
      const input = {
        source: { file, path: file },
        form: 'rec',
        context,
        tag: undefined,
        choices: { fields: new Map(), saidColumns: [] },
      } as const
      for (const entry of parseEntries(text)) yield { input, entries: [entry], places: [{ file, line: 1 }] }
    }
  }
  let text = ''
  for await (const { entries } of withOwnSuppressions(batches())) for (const entry of entries) text += entry.text
  return text
}

test('a suppression ends where its file ends', async () => {
  const record = '@CONTROL status=tested\n'
  const disable = `# recline-disable notation -- later\n${record}`
  expect(await joined(disable, record, record)).toBe(`${disable}# recline-enable\n${record}${record}`)
  const closed = `${disable}# recline-enable notation\n`
  expect(await joined(closed, record)).toBe(closed + record)
  const all = '# recline-disable\n'
  expect(await joined(all, '', record)).toBe(`${all}# recline-enable\n${record}`)
  const dangling = '# recline-disable-next-line notation\n'
  expect(await joined(dangling, record)).toBe(`${dangling}\n${record}`)
})
