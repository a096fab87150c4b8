import { estimatedTokens, mostTokens } from '../../shared/agents/tokens.ts'
import { tagOfPath } from '../../shared/domains/registry.ts'
import { withheldText } from '../../shared/domains/sensitive.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import type { AgentResource, AgentResources, agentResourceRequest } from '../../shared/protocol/agents.ts'
import type { ParamsOf } from '../../shared/protocol/request.ts'
import { entryAt, indexAtLine, textBetween } from '../../shared/syntax/tree.ts'
import { cutToTokens } from './answer.ts'
import { type AgentContext, pathOf } from './context.ts'
import { describeFor } from './describe.ts'
import { recordsOfId } from './get.ts'
import { loadSensitive, scrubbed } from './withheld.ts'

/** How many resources a list has at a time. */
const listLength = 100

const ofDomain = 'recline://domain/'
const ofTag = 'recline://tag/'
const fileResourceStart = 'recline://file/'
const recordResourceStart = 'recline://record/'

/**
 * What an agent can read as a whole: the tags of each domain, the definition of each tag, each file with records, in
 * parts, and records by their ids. Without an address, the list of all domains, tags and files.
 */
export async function resourcesFor(
  context: AgentContext,
  { resource, cursor }: ParamsOf<typeof agentResourceRequest>,
): Promise<AgentResources> {
  if (resource !== undefined) {
    await loadSensitive(context)
    return { resources: scrubbed(await read(context, resource), context.loaded.checked()) }
  }
  const start = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0
  const all = listedResources(context)
  const end = start + listLength
  return { resources: all.slice(start, end), ...(end < all.length && { cursor: String(end) }) }
}

function listedResources(context: AgentContext): AgentResource[] {
  const definitions = (start: string, paths: Iterable<string>): AgentResource[] =>
    Array.from(paths, path => ({ uri: start + encodeURIComponent(path), name: path, mimeType: 'application/json' }))
  const domains = definitions(ofDomain, context.registry.domains.keys())
  const tags = definitions(ofTag, context.registry.tags.keys())
  const files = [...context.index.uris()].sort().map(uri => fileResource(pathOf(context, uri)))
  return [...domains, ...tags, ...files]
}

const fileResource = (path: string): AgentResource => ({
  uri: fileResourceStart + path.split('/').map(encodeURIComponent).join('/'),
  name: path,
  mimeType: 'text/plain',
})

async function read(context: AgentContext, resource: string): Promise<AgentResource[]> {
  const name = decoded(resource.replace(/^recline:\/\/\w+\//, '').replace(/\?.*$/, ''))
  if (resource.startsWith(ofDomain)) {
    if (!context.registry.domainNamed(name)) return []
    const { answer } = describeFor(context, { domain: name })
    const { content, cursor } = answer as { readonly content: object; readonly cursor?: string }
    const more = cursor === undefined ? {} : { more: 'There are more tags; call describe with this domain.' }
    return [{ uri: resource, name, mimeType: 'application/json', text: JSON.stringify({ ...content, ...more }) }]
  }
  if (resource.startsWith(ofTag)) {
    const [tag, ...others] = context.registry.tagsNamed(name)
    const definition = tagOfPath(context.registry, name) ?? (others.length === 0 ? tag : undefined)
    if (!definition) return []
    const text = JSON.stringify(definition.descriptor, undefined, 1)
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
