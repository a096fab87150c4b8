import type { InferOutput } from 'valibot'
import type { compareInput } from '../../shared/agents/inputs.ts'
import type { ComparedRecord } from '../../shared/agents/outputs.ts'
import { counted, firstSentences } from '../../shared/basics/text.ts'
import { type Change, changesOf } from '../../shared/diff/changes.ts'
import { tagOfRecord } from '../../shared/diff/record-key.ts'
import { renamedFiles } from '../../shared/diff/renamed-files.ts'
import { type Unit, unitsOf } from '../../shared/diff/units.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { sensitiveFieldsOf, withheld, withheldText } from '../../shared/domains/sensitive.ts'
import { isMarkdownFile } from '../../shared/markdown/record-fences.ts'
import type { ToolAnswer } from '../../shared/protocol/agents.ts'
import { lineBreakOf, parse, textOf } from '../../shared/syntax/tree.ts'
import { answered, cancelled, cutToTokens, pageOf, refuse } from './answer.ts'
import { type AgentContext, agentPlace, pathOf, tagOfCall, uriOfCall } from './context.ts'

/** The most tokens of a value, and of the text of a record. */
const longestValue = 300

type TextsByUri = ReadonlyMap<string, string>

/** The records that differ between two revisions, or between a revision and the files as they are now. */
export async function compareFor(context: AgentContext, given: InferOutput<typeof compareInput>): Promise<ToolAnswer> {
  const { before: revision = 'HEAD', after, paths, tag: tagName, cursor } = given
  const { registry } = context
  const tag = tagName === undefined ? undefined : tagOfCall(context, tagName)
  const isWanted = pathFilter(context, paths)
  const old = await textsOfRevision(context, revision, 'before', isWanted)
  const now =
    after === undefined ? await textsNow(context, isWanted) : await textsOfRevision(context, after, 'after', isWanted)
  const renamed = renamedFiles(old, now)
  const newNames = new Map(Array.from(renamed, ([name, oldName]) => [oldName, name]))
  const unitsIn = (texts: TextsByUri, nameOf: (path: string) => string): Unit[] =>
    [...texts].sort().flatMap(([path, text]) => {
      const tree = parse(text)
      return unitsOf(tree, registry, lineBreakOf(tree), nameOf(path))
    })
  const changes = changesOf(
    unitsIn(old, path => newNames.get(path) ?? path),
    unitsIn(now, path => path),
    registry,
    { ignoreFormat: true, ignoreOrder: true, ...(tag && { tags: [tag.name] }) },
  )
  const items = { length: changes.length, at: (index: number) => comparedRecordOf(changes[index]!, context.registry) }
  const page = pageOf(items, { cursor, of: [{ ...given, cursor: '' }, context.loaded.version] }, 100)
  const count = (kind: Change['kind']): number => changes.filter(one => one.kind === kind).length
  return answered(
    {
      added: count('added'),
      removed: count('removed'),
      changed: changes.length - count('added') - count('removed'),
      changes: page.items,
    },
    {
      cursor: page.cursor,
      notes: [
        ...firstSentences(
          Array.from(renamed, ([name, oldName]) => `${oldName} is ${name} now.`),
          left => `And ${counted(left, 'more renamed file')}.`,
        ),
        ...markdownNote(context, isWanted),
      ],
    },
  )
}

function comparedRecordOf({ kind, before, after, fields }: Change, registry: Registry): ComparedRecord {
  const unit = (after ?? before)!
  const tag = unit.record ? tagOfRecord(unit.record) : null
  const hidden = new Set(
    (tag === null ? [] : registry.tagsNamed(tag)).flatMap(one => [...sensitiveFieldsOf(one).keys()]),
  )
  const side = (name: 'before' | 'after', field: string, value: string | undefined): object =>
    value === undefined ? {} : { [name]: hidden.has(field) ? withheld : cutToTokens(value, longestValue) }
  return {
    kind,
    ...(tag !== null && { tag }),
    ...(unit.id !== undefined && { id: unit.id }),
    place: agentPlace(unit.file, unit.line),
    ...(fields.length > 0 && {
      fields: fields.map(({ name, before, after }) => ({
        name,
        ...side('before', name, before),
        ...side('after', name, after),
      })),
    }),
    ...(fields.length === 0 && { text: cutToTokens(withheldText(unit.body.trim(), registry), longestValue) }),
  }
}

/** A sentence if there are pages of Markdown, whose records are not compared. */
function markdownNote({ index }: AgentContext, isWanted: (uri: string) => boolean): string[] {
  const count = [...index.uris()].filter(uri => isMarkdownFile(uri) && isWanted(uri)).length
  return count === 0 ? [] : [`Records in ${counted(count, 'page')} of Markdown are not compared.`]
}

function pathFilter(context: AgentContext, paths: readonly string[] | undefined): (uri: string) => boolean {
  const wanted = paths?.map((path, place) => uriOfCall(context, path.replace(/\/$/, ''), `paths.${place}`))
  return uri => context.hasFile(uri) && (!wanted || wanted.some(one => uri === one || uri.startsWith(`${one}/`)))
}

async function textsOfRevision(
  context: AgentContext,
  revision: string,
  at: string,
  isWanted: (uri: string) => boolean,
): Promise<TextsByUri> {
  const texts = new Map<string, string>()
  for (const folder of context.folders) {
    const files = await context.filesOfRevision(revision, folder)
    if ('failure' in files) refuse({ code: 'no-revision', message: files.failure, at })
    for (const [uri, text] of files.texts) if (isWanted(uri)) texts.set(pathOf(context, uri), text)
  }
  return texts
}

async function textsNow(context: AgentContext, isWanted: (uri: string) => boolean): Promise<TextsByUri> {
  const texts = new Map<string, string>()
  for (const uri of context.index.uris()) {
    if (context.token.isCancellationRequested) cancelled()
    // A revision gives the files of records alone.
    const snapshot = isWanted(uri) && !isMarkdownFile(uri) ? await context.read(uri) : undefined
    if (snapshot) texts.set(pathOf(context, uri), textOf(snapshot.file.tree))
  }
  return texts
}
