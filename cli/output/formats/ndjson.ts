import { jsonText } from '../../../shared/syntax/controls.ts'
import { ndjsonOf } from '../../../shared/syntax/written-rows.ts'
import type { Format } from './format.ts'
import { problemAsJson } from './json-problem.ts'

/** One line of JSON for each problem, with the name of its file. */
export const ndjson: Format = {
  details: { related: true },
  async *output({ results }) {
    for await (const { file, problems } of results) {
      for await (const some of problems) {
        yield ndjsonOf(some.map(problem => jsonText({ file, ...problemAsJson(problem) })))
      }
    }
  },
}
