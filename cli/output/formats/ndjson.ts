import { escapeControlsInLines } from '../../../shared/syntax/controls.ts'
import { ndjsonOf } from '../../../shared/syntax/written-rows.ts'
import type { Format } from './format.ts'
import { problemAsJson } from './json-problem.ts'

/** One line of JSON for each problem, with the name of its file. */
export const ndjson: Format = {
  details: { related: true },
  async *output({ results }) {
    for await (const { file, problems } of results) {
      const start = `${JSON.stringify({ file }).slice(0, -1)},`
      for await (const some of problems)
        yield escapeControlsInLines(
          ndjsonOf(some.map(problem => start + JSON.stringify(problemAsJson(problem)).slice(1))),
        )
    }
  },
}
