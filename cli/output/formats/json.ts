import { jsonText } from '../../../shared/syntax/controls.ts'
import type { Format } from './format.ts'
import { jsonProblem } from './json-problem.ts'

/** One JSON value for the whole run, with one line for each problem. */
export const json: Format = {
  details: { related: true },
  async *output({ results, summary }) {
    yield '{"files":['
    let fileSeparator = '\n'
    for await (const { file, problems } of results) {
      yield `${fileSeparator}{"file":${jsonText(file)},"problems":[`
      fileSeparator = ',\n'
      let problemSeparator = '\n'
      for await (const some of problems) {
        for (const problem of some) {
          yield problemSeparator + jsonText(jsonProblem(problem))
          problemSeparator = ',\n'
        }
      }
      yield ']}'
    }
    const { files, records, error, warning, information } = summary
    yield `\n],"summary":${JSON.stringify({ files, records, error, warning, information })}}\n`
  },
}
