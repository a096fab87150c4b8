import type { Severity } from '../../../shared/check/rule.ts'
import { escapeControls } from '../../../shared/syntax/controls.ts'
import { host } from '../../host/host.ts'
import type { PlacedProblem } from '../file-result.ts'
import { oneLine } from '../one-line.ts'
import type { Format } from './format.ts'
import { closing } from './plain.ts'
import { pathFrom } from './repository-path.ts'
import { wholeMessage } from './whole-message.ts'

/** GitHub's workflow commands. GitHub shows them as annotations on the lines of a pull request. */
export const github: Format = {
  details: { related: true },
  async *output({ results, failures }) {
    for await (const { file, problems } of results) {
      const path = pathFrom(host.env.GITHUB_WORKSPACE, file)
      for await (const some of problems) {
        for (const problem of some) yield workflowCommand(path, problem)
      }
    }
    for (const sentence of failures) yield command('error', { title: 'recline' }, sentence)
  },
  closing,
}

function workflowCommand(file: string, problem: PlacedProblem): string {
  const { severity, code, line, column, endLine, endColumn } = problem
  // GitHub supports columns only within one line. The message repeats the place, because the log shows only the
  // message.
  return command(
    workflowCommands[severity],
    { file, line, endLine, ...(line === endLine && { col: column, endColumn }), title: code },
    `${oneLine(file)}:${line}:${column} ${wholeMessage(file, problem)}`,
  )
}

const workflowCommands: Record<Severity, string> = { error: 'error', warning: 'warning', information: 'notice' }

const command = (name: string, properties: Readonly<Record<string, string | number>>, message: string): string => {
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  return `::${name} ${written.join(',')}::${escapeData(message)}\n`
}

/** GitHub only decodes line ends, and the log of a run is a terminal for all other control characters. */
const escapeData = (text: string): string =>
  escapeControls(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'))

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
