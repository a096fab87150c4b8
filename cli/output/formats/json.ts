import { jsonText } from '../../../shared/syntax/controls.ts'
import { jsonItems } from '../../../shared/syntax/written-rows.ts'
import type { Format } from './format.ts'
import { problemAsJson } from './json-problem.ts'

/** One JSON value for the whole run, with one line for each problem. */
export const json: Format = {
  details: { related: true },
  async *output({ results, summary }) {
    yield '{"files":['
    const writeFile = jsonItems()
    for await (const { file, problems } of results) {
      yield writeFile([`{"file":${jsonText(file)},"problems":[`])
      const write = jsonItems()
      for await (const some of problems) yield write(some.map(problem => jsonText(problemAsJson(problem))))
      yield ']}'
    }
    const { files, records, error, warning, information } = summary
    yield `\n],"summary":${JSON.stringify({ files, records, error, warning, information })}}\n`
  },
}
