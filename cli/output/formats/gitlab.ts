import type { Severity } from '../../../shared/check/rule.ts'
import { jsonText } from '../../../shared/syntax/controls.ts'
import { jsonItems } from '../../../shared/syntax/written-rows.ts'
import { host } from '../../host/host.ts'
import type { FileResult } from '../file-result.ts'
import { fingerprints } from './fingerprint.ts'
import type { Format } from './format.ts'
import { pathFrom } from './repository-path.ts'
import { wholeMessage } from './whole-message.ts'

/** GitLab's code quality report. */
export const gitlab: Format = {
  details: { identities: true, related: true },
  async *output({ results }) {
    yield '['
    const write = jsonItems()
    for await (const some of issues(results)) yield write(some.map(issue => jsonText(issue)))
    yield '\n]\n'
  },
}

async function* issues(results: AsyncIterable<FileResult>): AsyncGenerator<object[]> {
  const fingerprintOf = fingerprints()
  for await (const { file, problems } of results) {
    const path = pathFrom(host.env.CI_PROJECT_DIR, file)
    for await (const some of problems)
      yield some.map(problem => ({
        description: wholeMessage(file, problem),
        check_name: problem.code,
        fingerprint: fingerprintOf(path, problem),
        severity: gitlabSeverities[problem.severity],
        location: { path, lines: { begin: problem.line, end: problem.endLine } },
      }))
  }
}

const gitlabSeverities: Record<Severity, string> = { error: 'major', warning: 'minor', information: 'info' }
