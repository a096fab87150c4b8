import { pathToFileURL } from 'node:url'
import type {
  ArtifactLocation,
  Fix,
  Invocation,
  Location,
  Message,
  Region,
  ReportingDescriptor,
  Result,
  Run as SarifRun,
} from 'sarif'
import { version } from '../../../package.json'
import { countedWithCommas, withCommas } from '../../../shared/basics/text.ts'
import type { Severity } from '../../../shared/check/rule.ts'
import { builtinDescriptors } from '../../../shared/domains/built-in.ts'
import { createRegistry } from '../../../shared/domains/registry.ts'
import { jsonText } from '../../../shared/syntax/controls.ts'
import { jsonItems } from '../../../shared/syntax/written-rows.ts'
import { codeSections, ruleSections } from '../codes-page.ts'
import { complain } from '../exit.ts'
import type { FileResult, PlacedFix, PlacedProblem } from '../file-result.ts'
import type { PlacedSpan } from '../places.ts'
import { fingerprints } from './fingerprint.ts'
import type { Format } from './format.ts'

/** SARIF 2.1.0: one log with one run. It is written when the check ends, which decides which results it has. */
export const sarif: Format = {
  details: { identities: true, related: true, fixes: true },
  async *output({ results, failures }) {
    const rules = [...codeSections(), ...ruleSections(createRegistry(builtinDescriptors))].map(sarifRule)
    const head: Omit<SarifRun, 'results'> = {
      tool: { driver: { name: 'Recline', version, semanticVersion: version, rules } },
      columnKind: 'unicodeCodePoints',
      originalUriBaseIds: { [root]: { uri: pathToFileURL(`${process.cwd()}/`).href } },
    }
    yield `{"version":"2.1.0","$schema":"https://json.schemastore.org/sarif-2.1.0.json","runs":[\n${jsonText(head).slice(0, -1)},\n"results":[`
    const kept = new MostSevere()
    for await (const some of sarifResults(results, new Map(rules.map(({ id }, index) => [id, index]))))
      for (const result of some) kept.add(result.level, jsonText(result))
    const write = jsonItems()
    for (const texts of kept.inPieces()) yield write(texts)
    const leftOut = kept.leftOut()
    if (leftOut !== undefined) complain(leftOut)
    yield `\n],\n"invocations":[${jsonText(invocationOf(failures, leftOut))}]}\n]}\n`
  },
}

/** The name of the folder that all paths of files start from. */
const root = '%SRCROOT%'

/** Has no `helpUri`: the documentation is in local files, which a reader on another machine does not have. */
const sarifRule = ({
  code,
  severity,
  summary,
  text,
}: ReturnType<typeof codeSections>[number]): ReportingDescriptor => ({
  id: code,
  shortDescription: { text: summary },
  fullDescription: { text: summary },
  help: { text, markdown: text },
  defaultConfiguration: { level: levels[severity] },
})

async function* sarifResults(
  results: AsyncIterable<FileResult>,
  ruleIndices: ReadonlyMap<string, number>,
): AsyncGenerator<ReturnType<typeof sarifResult>[]> {
  const fingerprintOf = fingerprints()
  for await (const { file, problems } of results) {
    for await (const some of problems)
      yield some.map(problem => ({
        ...sarifResult(file, problem, ruleIndices.get(problem.code)),
        partialFingerprints: { 'recline/v2': fingerprintOf(file, problem) },
      }))
  }
}

function sarifResult(
  file: string,
  problem: PlacedProblem,
  ruleIndex: number | undefined,
): Result & { readonly level: Level } {
  const { code, severity, message, related = [], fixes = [] } = problem
  return {
    ruleId: code,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: levels[severity],
    message: sarifMessage(message),
    locations: [sarifLocation(file, problem)],
    ...(related.length > 0 && {
      relatedLocations: related.map(({ file: other, line, message: text }) => ({
        message: sarifMessage(text),
        physicalLocation: { artifactLocation: artifactOf(other), region: { startLine: line } },
      })),
    }),
    ...(fixes.length > 0 && { fixes: fixes.map(fix => sarifFix(file, fix)) }),
  }
}

function sarifLocation(file: string, problem: PlacedProblem): Location {
  const name = [problem.domain, problem.tag, problem.field].filter(part => part !== null).join('.')
  return {
    physicalLocation: { artifactLocation: artifactOf(file), region: regionOf(problem) },
    ...(name !== '' && { logicalLocations: [{ fullyQualifiedName: name }] }),
  }
}

const sarifFix = (file: string, { title, changes }: PlacedFix): Fix => ({
  description: sarifMessage(title),
  artifactChanges: [
    {
      artifactLocation: artifactOf(file),
      replacements: changes.map(change => ({
        deletedRegion: regionOf(change),
        ...(change.text !== '' && { insertedContent: { text: change.text } }),
      })),
    },
  ],
})

/** Escapes a message: in SARIF messages, braces contain the numbers of arguments, and brackets can contain a link. */
const sarifMessage = (text: string): Message => ({
  text: (text.includes('](') ? text.replaceAll('[', '\\[') : text).replace(/[{}]/g, '$&$&'),
})

const artifactOf = (file: string): ArtifactLocation => ({
  uri: file.split('/').map(encodeURIComponent).join('/'),
  uriBaseId: root,
})

const regionOf = ({ line, column, endLine, endColumn }: PlacedSpan): Region => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
})

function invocationOf(failures: ReadonlySet<string>, leftOut: string | undefined): Invocation {
  const notifications = [
    ...Array.from(failures, text => ({ level: 'error' as const, message: sarifMessage(text) })),
    ...(leftOut === undefined ? [] : [{ level: 'warning' as const, message: sarifMessage(leftOut) }]),
  ]
  return {
    executionSuccessful: failures.size === 0,
    ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
  }
}

type Level = (typeof levels)[Severity]

const levels = { error: 'error', warning: 'warning', information: 'note' } as const satisfies Record<Severity, string>

/** GitHub refuses a SARIF file with more results. */
const mostResults = 25_000

const ranks = { error: 0, warning: 1, note: 2 }

/** Keeps as many results as GitHub takes: of more, the most severe ones, and of equally severe ones the first. */
export class MostSevere {
  private kept: { readonly rank: number; readonly text: string }[] = []
  private count = 0

  /** @param text the result as it is written */
  add(level: keyof typeof ranks, text: string): void {
    this.count++
    this.kept.push({ rank: ranks[level], text })
    if (this.kept.length >= 2 * mostResults) this.prune()
  }

  /** The texts of the results in the order in which they came, some at a time. */
  *inPieces(): Generator<string[]> {
    this.prune()
    for (let start = 0; start < this.kept.length; start += 100)
      yield this.kept.slice(start, start + 100).map(({ text }) => text)
  }

  /** Says how many results are left out; undefined if there is none. */
  leftOut(): string | undefined {
    if (this.count <= mostResults) return undefined
    const problems = countedWithCommas(this.count, 'problem')
    return `There are ${problems}, and the SARIF has the ${withCommas(mostResults)} most severe, as GitHub takes no more.`
  }

  private prune(): void {
    let room = mostResults
    const taken = [0, 1, 2].map(rank => {
      const number = Math.min(room, this.kept.filter(result => result.rank === rank).length)
      room -= number
      return number
    })
    this.kept = this.kept.filter(({ rank }) => taken[rank]!-- > 0)
  }
}
