import type { InferOutput } from 'valibot'
import type { checkInput } from '../../shared/agents/inputs.ts'
import type { CheckedFile } from '../../shared/check/check.ts'
import { declaredRules } from '../../shared/check/declared/declared-rules.ts'
import { fileFieldsOf, fileLinksIn } from '../../shared/check/linked-files.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { codesOfRecords } from '../../shared/check/rules/index.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import type { ToolAnswer } from '../../shared/protocol/agents.ts'
import { problemsIn } from '../snapshot/snapshot.ts'
import { answered, cancelled, pageOf, refuse } from './answer.ts'
import { type AgentContext, pathOf, uriOfCall } from './context.ts'
import { domainOfCall } from './describe.ts'
import { agentProblem, countsOf } from './problems.ts'

/** The problems of files, or of a text that is not saved yet. */
export async function checkFor(context: AgentContext, given: InferOutput<typeof checkInput>): Promise<ToolAnswer> {
  const { text, paths, domain, severity, codes, limit, cursor } = given
  if (text !== undefined && paths)
    refuse({ code: 'wrong-arguments', message: 'Pass paths or text, not both.', at: 'paths' })
  const files = text === undefined ? await filesOf(context, paths) : [unsavedFileOf(context, text, domain)]
  const found = files.flatMap(({ file, path, problems }) => problems.map(problem => ({ file, path, problem })))
  for (const [place, code] of (codes ?? []).entries())
    if (!found.some(({ problem }) => problem.code === code)) mustBeCode(context, code, `codes.${place}`)
  const least = severity === undefined ? Infinity : severityRanks.indexOf(severity)
  const all = found
    .filter(
      ({ problem }) => (codes?.includes(problem.code) ?? true) && severityRanks.indexOf(problem.severity) <= least,
    )
    .sort((one, other) => severityRanks.indexOf(one.problem.severity) - severityRanks.indexOf(other.problem.severity))
  // Problems are described only as far as they fit.
  const items = {
    length: all.length,
    at: (index: number) => {
      const { file, path, problem } = all[index]!
      return agentProblem(file, path, problem)
    },
  }
  const of = [text, paths, domain, severity, codes, context.loaded.version]
  const page = pageOf(items, { cursor, of }, 100, limit || usualProblems)
  const records = files.reduce((sum, { file }) => sum + countRecords(file), 0)
  const content = { records, ...countsOf(found.map(({ problem }) => problem)), problems: page.items }
  const others = found.length - all.length
  const notes = others === 0 ? [] : [`${others} more problems have other codes or severities; the counts are of all.`]
  const hashes = files.reduce((sum, { file }) => sum + countHashes(file), 0)
  if (hashes > 0) notes.push(`${hashes} hashes of files are not compared here; "recline check" compares them.`)
  return answered(content, { cursor: page.cursor, notes })
}

/** The problems of a page if the call names no number. */
const usualProblems = 25

/** From the most severe. */
const severityRanks: readonly Problem['severity'][] = ['error', 'warning', 'information']

/** Refuses a code that no problem can have, as its list would be empty and look clean. */
export function mustBeCode({ registry, inForce }: AgentContext, code: string, at: string): void {
  if (codesOfRecords.has(code)) return
  const declared = [...registry.tags.values()].flatMap(tag => {
    const { own, across } = declaredRules(tag, inForce)
    return [...own, ...across].map(one => one.code)
  })
  if (declared.includes(code)) return
  refuse({
    code: 'unknown-code',
    message: `There is no problem code ${JSON.stringify(code.slice(0, 60))}; check names the codes.`,
    at,
    nearest: nearest(code, new Set([...codesOfRecords, ...declared])),
  })
}

interface FileWithProblems {
  readonly file: CheckedFile
  readonly path: string
  readonly problems: readonly Problem[]
}

async function filesOf(context: AgentContext, paths: readonly string[] | undefined): Promise<FileWithProblems[]> {
  const found: FileWithProblems[] = []
  for (const uri of urisOf(context, paths)) {
    if (context.token.isCancellationRequested) cancelled()
    const snapshot = await context.read(uri)
    const path = pathOf(context, uri)
    if (!snapshot)
      refuse({ code: 'not-readable', message: `${path} cannot be read here; use "recline check" for it.`, at: 'paths' })
    await context.lookAtFiles(snapshot)
    found.push({ file: snapshot.file, path, problems: problemsIn(snapshot) })
  }
  return found
}

/** The addresses of the files that paths name; of all files without paths. */
export function urisOf(context: AgentContext, paths: readonly string[] | undefined, at = 'paths'): string[] {
  const all = [...context.index.uris()].sort()
  if (!paths) return all
  return [
    ...new Set(
      paths.flatMap((path, place) => {
        const uri = uriOfCall(context, path.replace(/\/$/, ''), `${at}.${place}`)
        const named = all.filter(one => one === uri || one.startsWith(`${uri}/`))
        if (named.length === 0)
          refuse({
            code: 'no-such-file',
            message: 'No file with records is there.',
            at: `${at}.${place}`,
            nearest: nearest(
              path,
              all.map(one => pathOf(context, one)),
            ),
          })
        return named
      }),
    ),
  ]
}

/** A text as a new file of the workspace. */
function unsavedFileOf(context: AgentContext, text: string, domain: string | undefined): FileWithProblems {
  const settings = domain === undefined ? undefined : { settingDomains: [domainOfCall(context.registry, domain).path] }
  const uri = `${context.folders[0] ?? 'untitled:'}/recline-draft.rec`
  const snapshot = context.draft(uri, text, settings)
  const problems = context.tryOut([{ uri, file: snapshot.file }], () => problemsIn(snapshot))
  return { file: snapshot.file, path: 'text', problems }
}

/** How many hashes of files the records have. */
const countHashes = ({ tree, entries }: CheckedFile): number =>
  tree.entries.reduce((sum, record, index) => {
    const tag = entries[index]!.tag
    if (record.kind !== 'record' || !tag || fileFieldsOf(tag).length === 0) return sum
    return sum + fileLinksIn(record, tag).filter(({ hash }) => hash).length
  }, 0)

const countRecords = ({ tree }: CheckedFile): number => tree.entries.filter(({ kind }) => kind === 'record').length
