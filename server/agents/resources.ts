import { estimatedTokens, mostTokens } from '../../shared/agents/tokens.ts'
import { tagOfPath } from '../../shared/domains/registry.ts'
import { withheldText } from '../../shared/domains/sensitive.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import type { AgentResource, AgentResources, agentResourceRequest } from '../../shared/protocol/agents.ts'
import type { ParamsOf } from '../../shared/protocol/request.ts'
import { entryAt, indexAtLine, textBetween } from '../../shared/syntax/tree.ts'
import { cutToTokens } from './answer.ts'
import { type AgentContext, pathOf } from './context.ts'
import { recordsOfId } from './get.ts'

/** How many resources a list has at a time. */
const listLength = 100

const ofTag = 'recline://tag/'
const fileResourceStart = 'recline://file/'
const recordResourceStart = 'recline://record/'

/**
 * What an agent can read as a whole: the definition of each tag, each file with records, in parts, and records by their
 * ids. Without an address, the list of all tags and files.
 */
export async function resourcesFor(
  context: AgentContext,
  { resource, cursor }: ParamsOf<typeof agentResourceRequest>,
): Promise<AgentResources> {
  if (resource !== undefined) return { resources: await read(context, resource) }
  const start = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0
  const all = listedResources(context)
  const end = start + listLength
  return { resources: all.slice(start, end), ...(end < all.length && { cursor: String(end) }) }
}

function listedResources(context: AgentContext): AgentResource[] {
  const tags = [...context.registry.tags.keys()].map(path => ({
    uri: ofTag + encodeURIComponent(path),
    name: path,
    mimeType: 'application/json',
  }))
  const files = [...context.index.uris()].sort().map(uri => fileResource(pathOf(context, uri)))
  return [...tags, ...files]
}

const fileResource = (path: string): AgentResource => ({
  uri: fileResourceStart + path.split('/').map(encodeURIComponent).join('/'),
  name: path,
  mimeType: 'text/plain',
})

async function read(context: AgentContext, resource: string): Promise<AgentResource[]> {
  const name = decoded(resource.replace(/^recline:\/\/\w+\//, '').replace(/\?.*$/, ''))
  if (resource.startsWith(ofTag)) {
    const tag = tagOfPath(context.registry, name)
    if (!tag) return []
    const text = JSON.stringify(tag.descriptor, undefined, 1)
    const isShort = estimatedTokens(text) <= mostTokens
    return [
      {
        uri: resource,
        name,
        mimeType: isShort ? 'application/json' : 'text/plain',
        text: isShort ? text : `The definition of ${name} is too long for one answer; call describe for its fields.`,
      },
    ]
  }
  if (resource.startsWith(recordResourceStart)) {
    const records = await Promise.all(
      recordsOfId(context, name, undefined).map(record => textOfRecord(context, record)),
    )
    return records.map(text => ({ uri: resource, name, mimeType: 'text/plain', text }))
  }
  if (!resource.startsWith(fileResourceStart)) return []
  const uri = [...context.index.uris()].find(one => pathOf(context, one) === name)
  const snapshot = uri === undefined ? undefined : await context.read(uri)
  if (!snapshot) return []
  const { tree } = snapshot.file
  const first = Number(/\?from=(\d{1,9})$/.exec(resource)?.[1] ?? 0)
  let end = first
  for (let tokens = 0; end < tree.entries.length; end++) {
    tokens += estimatedTokens(tree.entries[end]!.text)
    if (tokens > mostTokens - 500 && end > first) break
  }
  const part = {
    ...fileResource(name),
    uri: resource,
    text: withheldText(textBetween(tree, first, end), context.registry),
  }
  if (end === tree.entries.length) return [part]
  const rest = `${fileResource(name).uri}?from=${end}`
  return [part, { uri: rest, name, mimeType: 'text/plain', text: `The file goes on in ${rest}.` }]
}

async function textOfRecord(context: AgentContext, record: IndexedRecord): Promise<string> {
  const tree = (await context.read(record.uri))?.file.tree
  const text = tree ? (entryAt(tree, indexAtLine(tree, record.tagPlace().start.line))?.text ?? '') : ''
  return cutToTokens(withheldText(text, context.registry), mostTokens - 500)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
