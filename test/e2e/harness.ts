// The list of tests that run inside VS Code, on a desktop, a server or in a browser, and how they are run.
const timeLimit = 20_000

const tests: { name: string; body: () => void | Promise<void> }[] = []

/** Adds a test: a sentence that says what has to be so, and a function that throws or rejects where it is not. */
export function test(name: string, body: () => void | Promise<void>): void {
  tests.push({ name, body })
}

/** A test that was run: why it failed, or nothing if it passed. */
export interface TestResult {
  readonly name: string
  readonly failure?: string
}

/** Runs all tests, one after the other. */
export async function runTests(): Promise<TestResult[]> {
  const results: TestResult[] = []
  for (const { name, body } of tests) {
    try {
      await withinTimeLimit(body)
      results.push({ name })
    } catch (error) {
      results.push({ name, failure: (error instanceof Error && error.stack) || String(error) })
    }
  }
  return results
}

/** Runs all tests, and rejects where one has failed: a desktop VS Code calls this and exits accordingly. */
export async function run(): Promise<void> {
  const results = await runTests()
  for (const { name, failure } of results) console.log(failure ? `  FAILED  ${name}\n${failure}` : `  passed  ${name}`)
  const failed = results.filter(({ failure }) => failure).length
  if (failed > 0) throw new Error(`${failed} of ${results.length} tests in VS Code failed.`)
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
