import type { InferOutput } from 'valibot'
import type { checkInput } from '../../shared/agents/inputs.ts'
import type { CheckedFile } from '../../shared/check/check.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import type { ToolAnswer } from '../../shared/protocol/agents.ts'
import { problemsIn } from '../snapshot/snapshot.ts'
import { answered, pageOf, refuse } from './answer.ts'
import { type AgentContext, pathOf, uriOfCall } from './context.ts'
import { domainOfCall } from './describe.ts'
import { cancelled } from './find.ts'
import { agentProblem, countsOf } from './problems.ts'

/** The problems of files, or of a text that is not saved yet. */
export async function checkFor(context: AgentContext, given: InferOutput<typeof checkInput>): Promise<ToolAnswer> {
  const { text, paths, domain, cursor } = given
  if (text !== undefined && paths)
    refuse({ code: 'wrong-arguments', message: 'Pass paths or text, not both.', at: 'paths' })
  const files = text === undefined ? await filesOf(context, paths) : [unsavedFileOf(context, text, domain)]
  const all = files.flatMap(({ file, path, problems }) => problems.map(problem => ({ file, path, problem })))
  // Problems are described only as far as they fit.
  const items = {
    length: all.length,
    at: (index: number) => {
      const { file, path, problem } = all[index]!
      return agentProblem(file, path, problem)
    },
  }
  const page = pageOf(items, { cursor, of: [text, paths, domain, context.loaded.version] }, 100)
  const records = files.reduce((sum, { file }) => sum + countRecords(file), 0)
  const content = { records, ...countsOf(all.map(({ problem }) => problem)), problems: page.items }
  return answered(content, { cursor: page.cursor })
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
    found.push({ file: snapshot.file, path, problems: problemsIn(snapshot) })
  }
  return found
}

/** The addresses of the files that paths name; of all files without paths. */
function urisOf(context: AgentContext, paths: readonly string[] | undefined): string[] {
  const all = [...context.index.uris()].sort()
  if (!paths) return all
  return [
    ...new Set(
      paths.flatMap((path, place) => {
        const uri = uriOfCall(context, path.replace(/\/$/, ''), `paths.${place}`)
        const named = all.filter(one => one === uri || one.startsWith(`${uri}/`))
        if (named.length === 0)
          refuse({
            code: 'no-such-file',
            message: 'No file with records is there.',
            at: `paths.${place}`,
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

const countRecords = ({ tree }: CheckedFile): number => tree.entries.filter(({ kind }) => kind === 'record').length
