import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { corpus, folder } from './corpus.ts'
import { type Effort, lawsOf, tried } from './laws.ts'
import { applied, randomFrom, slipIn } from './random.ts'

// Started by `npm run fuzz`: changes the texts of the corpus at random, until the time is over.

const seed = Number(process.env.RECLINE_SEED ?? 1)
const end = Date.now() + Number(process.env.RECLINE_FUZZ_SECONDS ?? 10) * 1000
const effort: Effort = { edits: 2000, positions: 20 }

/** A failure of a larger text is not kept: the same code fails for a small one sooner or later. */
const longestText = 1500

/** How long a text that fails is made smaller, in milliseconds. */
const shrinkTime = 20_000

test('no law breaks', () => {
  const random = randomFrom(seed)
  const all = corpus.map(({ text }) => text)
  const failed = new Set<string>()
  let texts = 0
  while (Date.now() < end) {
    const { name, text: start } = random.pick(corpus)
    let text = start
    for (let slips = random.below(8); slips >= 0; slips--) text = applied(text, slipIn(text, all, random))
    text = text.slice(0, longestText)
    texts++
    for (const [law, holds] of Object.entries(lawsOf(name))) {
      if (failed.has(law) || !failureOf(() => holds(text, effort))) continue
      failed.add(law)
      keep(
        law,
        name,
        smallest(text, shorter => failureOf(() => holds(shorter, effort)) !== undefined),
      )
    }
  }
  console.log(`seed ${seed}: ${texts} texts, ${tried.edits} edits, ${tried.calls} calls, ${failed.size} laws failed`)
  expect([...failed]).toEqual([])
})

function failureOf(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Leaves out parts of a text as long as it still fails: first large ones, then single characters. */
function smallest(text: string, fails: (text: string) => boolean): string {
  const end = Date.now() + shrinkTime
  for (let length = text.length >>> 1; length > 0; ) {
    const before = text
    for (let start = 0; start < text.length && Date.now() < end; ) {
      const shorter = text.slice(0, start) + text.slice(start + length)
      if (fails(shorter)) text = shorter
      else start += length
    }
    if (text === before || Date.now() >= end) length >>>= 1
  }
  return text
}

/** Puts a text that fails into the corpus, and says so. */
function keep(law: string, like: string, text: string): void {
  const [, ending] = /(\..+)$/.exec(like)!
  const name = `${law.replaceAll(/\W+/g, '-')}-${seed}${ending}`
  writeFileSync(new URL(name, folder), text)
  const message = failureOf(() => lawsOf(name)[law]!(text, effort))
  console.log(`FAILED: ${law}\n${JSON.stringify(text)}\n${message}\nIt is now test/fuzz/corpus/${name}: name it after`)
  console.log('what it shows. `npm run test:whole -- fuzz` repeats it.')
}
