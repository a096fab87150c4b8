import { escapeControlsInLines, jsonText } from '../../../shared/syntax/controls.ts'
import { jsonItems, ndjsonOf } from '../../../shared/syntax/written-rows.ts'
import type { PlacedProblem } from '../file-result.ts'
import type { Format } from './format.ts'

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

/** The properties of a problem in `json` and `ndjson`, in their order. Other properties are for other formats. */
const problemAsJson = ({
  code,
  severity,
  message,
  line,
  column,
  endLine,
  endColumn,
  domain,
  tag,
  field,
  related,
}: PlacedProblem): object => ({
  code,
  severity,
  message,
  line,
  column,
  endLine,
  endColumn,
  domain,
  tag,
  field,
  related,
})
