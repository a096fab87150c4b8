// The list of tests that run inside VS Code, on a desktop, a server or in a browser, and how they are run.
import { write } from './editor.ts'

const timeLimit = 20_000

const tests: { name: string; body: () => void | Promise<void> }[] = []

/** Adds a test: a sentence that says what has to be so, and a function that throws or rejects where it is not. */
export function test(name: string, body: () => void | Promise<void>): void {
  tests.push({ name, body })
}

/**
 * Runs all tests, one after the other, and rejects where one has failed: VS Code calls this and exits accordingly.
 * Writes the numbers to results.json in the open folder.
 */
export async function run(): Promise<void> {
  let failed = 0
  for (const { name, body } of tests) {
    try {
      await withinTimeLimit(body)
      console.log(`  passed  ${name}`)
    } catch (error) {
      failed++
      console.log(`  FAILED  ${name}\n${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  await write('results.json', JSON.stringify({ passed: tests.length - failed, failed }))
  if (failed > 0) throw new Error(`${failed} of ${tests.length} tests in VS Code failed.`)
}

async function withinTimeLimit(body: () => void | Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The test did not end within ${timeLimit / 1000} seconds.`)), timeLimit)
  })
  try {
    await Promise.race([body(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
