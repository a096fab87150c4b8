// A reporter of Vitest for npm test: it writes what a run has shown to a file.
import { writeFileSync } from 'node:fs'

/** The file that RECLINE_COUNT_FILE names gets a `Count` of scripts/stages.mjs as JSON when the run has ended. */
export default class CountReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} testModules
   * @param {readonly import('vitest').SerializedError[]} unhandledErrors errors outside of all tests, such as a promise
   *   that was rejected after its test had ended: Vitest ends with exit code 1, although all tests may have passed
   */
  onTestRunEnd(testModules, unhandledErrors) {
    const names = []
    const repeated = []
    const files = []
    let passed = 0
    for (const module of testModules) {
      const { relativeModuleId: file } = module
      let time = 0
      for (const error of module.errors()) names.push(`${file}: ${error.message}`)
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) names.push(`${suite.fullName}: ${error.message}`)
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        const { duration = 0, flaky = false } = test.diagnostic() ?? {}
        time += duration
        if (state === 'passed') passed += 1
        if (state === 'failed') names.push(test.fullName)
        if (flaky) repeated.push(`${file}: ${test.fullName}`)
      }
      files.push({ file, seconds: time / 1000 })
    }
    for (const { message, stack } of unhandledErrors)
      names.push(`outside of all tests: ${message}\n${stack ?? 'It has no stack.'}`)
    const { RECLINE_COUNT_FILE: file } = process.env
    if (!file) throw new Error('RECLINE_COUNT_FILE is not set: the counts of the tests cannot be written.')
    writeFileSync(file, JSON.stringify({ passed, failed: names.length, names, repeated, files }))
  }
}
