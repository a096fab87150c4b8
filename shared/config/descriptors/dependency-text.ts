import { findNodeAtLocation, findNodeAtOffset, getNodePath, modify } from 'jsonc-parser'
import type { KnownVersions } from '../../registry/known-versions.ts'
import { parseVersion } from '../../registry/versions.ts'
import type { Span } from '../../syntax/nodes.ts'
import type { TextChange } from '../../syntax/text-change.ts'
import { parseBrokenJson, parseJson, propertiesOf, withComments } from '../json.ts'

/**
 * The changes of a `recline.json` that add a dependency, or give it another source; without a source, they remove it.
 *
 * @returns undefined if the text is not JSON
 */
export function changeDependency(text: string, domain: string, source: string | undefined): TextChange[] | undefined {
  const root = parseJson(text, withComments)
  if ('reason' in root) return undefined
  const others = propertiesOf(findNodeAtLocation(root, ['dependencies'])).filter(([key]) => key.value !== domain)
  const path = source === undefined && others.length === 0 ? ['dependencies'] : ['dependencies', domain]
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  '
  const formattingOptions = { tabSize: indent.length, insertSpaces: !indent.includes('\t') }
  return modify(text, path, source, { formattingOptions }).map(({ offset, length, content }) => ({
    start: offset,
    end: offset + length,
    text: content,
  }))
}

/** The dependencies whose lines touch a span of a `recline.json`: their domains with their sources. */
export function dependenciesIn(
  text: string,
  { start, end }: Span,
): { readonly domain: string; readonly source: unknown }[] {
  const root = parseBrokenJson(text)
  return propertiesOf(root && findNodeAtLocation(root, ['dependencies'])).flatMap(([key, value]) => {
    const last = value ? value.offset + value.length : key.offset + key.length
    return key.offset <= end && last >= start ? { domain: String(key.value), source: value?.value } : []
  })
}

/** What can stand at a place in `dependencies`, with a note on each. */
interface DependencyWords extends Span {
  readonly words: readonly { readonly text: string; readonly note: string }[]
}

/**
 * The domains or sources that can stand at an offset of a `recline.json`, of those that are known without the network.
 * Undefined outside of `dependencies`.
 */
export function dependencyWords(text: string, offset: number, known: KnownVersions): DependencyWords | undefined {
  const root = parseBrokenJson(text)
  const node = root && findNodeAtOffset(root, offset, true)
  const [key, domain, ...more] = node ? getNodePath(node) : []
  if (node?.type !== 'string' || key !== 'dependencies' || typeof domain !== 'string' || more.length > 0)
    return undefined
  const end = node.offset + node.length
  const isClosed = node.length > 1 && text[end - 1] === '"'
  const span = { start: node.offset + 1, end: isClosed ? end - 1 : end }
  const isKey = node.parent?.type === 'property' && node.parent.children?.[0] === node
  if (!isKey) return { ...span, words: knownSources(domain, known) }
  const written = new Set(propertiesOf(findNodeAtLocation(root!, ['dependencies'])).map(([one]) => one.value))
  const words = Object.entries(known).flatMap(([place, { domains }]) =>
    Object.keys(domains)
      .filter(name => name === node.value || !written.has(name))
      .map(name => ({ text: name, note: `in ${place}` })),
  )
  return { ...span, words }
}

/** The known sources of a domain: each place with all versions, with each major number, and with one version. */
function knownSources(domain: string, known: KnownVersions): { readonly text: string; readonly note: string }[] {
  return Object.entries(known).flatMap(([place, { domains, asOf }]) => {
    const found = Object.hasOwn(domains, domain) ? domains[domain]! : []
    const usable = found.filter(({ yanked }) => yanked === undefined).map(({ version }) => version)
    if (usable.length === 0) return []
    const all = { text: place, note: `${usable.join(', ')}, as of ${asOf}` }
    // A package and a repository have their versions in a form of their own.
    if (/^(npm:|git\+)/.test(place)) return [all]
    const majors = [...new Set(usable.map(version => parseVersion(version)!.major))]
    return [
      all,
      ...majors.map(major => ({ text: `${place}#${major}.x`, note: `all versions that start with ${major}` })),
      ...usable.map(version => ({ text: `${place}#=${version}`, note: `only ${version}` })),
    ]
  })
}
