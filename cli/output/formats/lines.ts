import { nameOnLine } from '../one-line.ts'
import type { Format } from './format.ts'
import { closing } from './plain.ts'
import { wholeMessage } from './whole-message.ts'

/** One line for each problem, for programs that read lines: `file:line:column severity code message`. */
export const lines: Format = {
  details: { related: true },
  async *output({ results }) {
    for await (const { file, problems } of results) {
      for await (const some of problems) {
        for (const problem of some) {
          const { line, column, severity, code } = problem
          yield `${nameOnLine(file)}:${line}:${column} ${severity} ${code} ${wholeMessage(file, problem)}\n`
        }
      }
    }
  },
  closing,
}
