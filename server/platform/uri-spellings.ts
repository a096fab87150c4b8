import { URI } from 'vscode-uri'

/**
 * The normal form of a URI, which is the one that VS Code writes. Clients escape different characters: `(` or `%28`,
 * `%c3` or `%C3`, `C:` or `c%3A`. In the normal form a file has one URI. Text that is not a URI stays as it is.
 */
export function normalUri(uri: string): string {
  // A single letter is the drive of a Windows path, not a scheme.
  if (!/^[a-z][a-z\d+.-]+:/i.test(uri)) return uri
  try {
    const parsed = URI.parse(uri)
    // RFC 8089: the host of a file on this machine is localhost or empty.
    const isLocal = parsed.scheme === 'file' && parsed.authority.toLowerCase() === 'localhost'
    return (isLocal ? parsed.with({ authority: '' }) : parsed).toString()
  } catch {
    return uri
  }
}

/**
 * Finds the real place of a folder, where links lead.
 *
 * @param uri a URI in its normal form
 * @returns another such URI; the same one if no link leads there, or if nobody can tell
 */
export type RealFolder = (uri: string) => string

/**
 * Translates between the URIs of a client and their normal forms. A file that is reached through a link to a folder of
 * the workspace, and in its real place too, has one normal form: that below the folder of the workspace. The client
 * gets each URI as it wrote it first, or as it wrote it when it opened the file. A URI that it never wrote starts with
 * the nearest folder as it wrote that.
 */
export class UriSpellings {
  /** Normal forms by URIs of the client. */
  private readonly normal = new Map<string, string>()
  /** URIs of the client, of files and of folders above them, by their normal forms. */
  private readonly spelled = new Map<string, string>()
  /** The folders of the workspace, in their normal form, by their real places. */
  private readonly realFolders = new Map<string, string>()
  /** Other paths to folders below those of the workspace, each with the path below that of the workspace. */
  private readonly links = new Map<string, string>()
  /** The URIs of the documents that are open, by their normal forms. */
  private readonly opened = new Map<string, string>()
  /** Whether the client wrote a URI that is not in its normal form. */
  private hasOthers = false

  /** @param realFolder finds the real places of folders; without it, no links are known */
  constructor(private readonly realFolder: RealFolder = uri => uri) {}

  /** Takes a folder of the workspace. */
  takeFolder(uri: string): void {
    const folder = normalUri(uri).replace(/\/$/, '')
    const real = this.realFolder(folder)
    this.realFolders.set(real, folder)
    if (real !== folder) this.addLink(real, folder)
  }

  /** Replaces the URIs in a message from the client by their normal forms. */
  toNormal<Value>(message: Value): Value {
    return mapUris(message, uri => this.read(uri))
  }

  /** Replaces the URIs in a message to the client by those that the client uses. */
  toClient<Value>(message: Value): Value {
    return this.hasOthers ? mapUris(message, uri => this.write(uri)) : message
  }

  /**
   * Takes the spelling of a document that the client opens. From now on the document has it in all messages. If the
   * client has opened the same file on another path, each stays a document of its own, as each has its own edits.
   */
  open(uri: string): void {
    this.findLink(folderUriOf(normalUri(uri)))
    const other = this.opened.get(this.read(uri))
    if (other !== undefined && normalUri(other) !== normalUri(uri)) this.normal.set(uri, normalUri(uri))
    const normal = this.read(uri)
    this.opened.set(normal, uri)
    this.spelled.set(normal, uri)
  }

  /** Takes note that the client closes a document. */
  close(uri: string): void {
    this.opened.delete(this.read(uri))
    this.normal.delete(uri)
  }

  /** Takes note of a folder with an open document if it is reached through a link, and below one of the workspace. */
  private findLink(folder: string): void {
    if (this.links.has(folder) || [...this.realFolders.values()].some(known => isBelow(folder, known))) return
    const real = this.realFolder(folder)
    for (const [place, known] of this.realFolders)
      if (real !== folder && isBelow(real, place)) this.addLink(folder, known + real.slice(place.length))
  }

  private addLink(from: string, to: string): void {
    this.links.set(from, to)
    for (const uri of this.normal.keys()) if (!this.opened.has(this.normal.get(uri)!)) this.normal.delete(uri)
  }

  private read(uri: string): string {
    const known = this.normal.get(uri)
    if (known !== undefined) return known
    const own = normalUri(uri)
    const normal = this.linked(own)
    this.normal.set(uri, normal)
    if (normal === own) this.learn(uri, normal)
    else {
      this.hasOthers = true
      if (!this.spelled.has(normal)) this.spelled.set(normal, uri)
    }
    return normal
  }

  private linked(uri: string): string {
    for (const [from, to] of this.links) if (isBelow(uri, from)) return to + uri.slice(from.length)
    return uri
  }

  private learn(uri: string, normal: string): void {
    if (!this.spelled.has(normal)) this.spelled.set(normal, uri)
    if (uri === normal) return
    this.hasOthers = true
    const [folder, normalFolder] = [folderUriOf(uri), folderUriOf(normal)]
    if (folder !== normalFolder && folder !== '' && normalFolder !== '') this.learn(folder, normalFolder)
  }

  private write(uri: string): string {
    for (let end = uri.length; end > 0; end = uri.lastIndexOf('/', end - 1)) {
      const spelled = this.spelled.get(uri.slice(0, end))
      if (spelled !== undefined) return spelled + uri.slice(end)
    }
    return uri
  }
}

const folderUriOf = (uri: string): string => uri.slice(0, Math.max(0, uri.lastIndexOf('/')))

const isBelow = (uri: string, folder: string): boolean => uri === folder || uri.startsWith(`${folder}/`)

/**
 * The properties of messages that are URIs or lists with URIs, in the Language Server Protocol and in our own requests.
 * Of the arguments of commands, those that are strings are URIs.
 */
const uriProperties = new Set([
  'arguments',
  'baseUri',
  'folder',
  'newUri',
  'oldUri',
  'rootUri',
  'scopeUri',
  'targetUri',
  'uri',
])

function mapUris<Value>(value: Value, map: (uri: string) => string): Value {
  return withMappedUris('', value, map) as Value
}

/** A value with other URIs, copied only where they change. Whether a string is a URI depends on its property. */
function withMappedUris(property: string, value: unknown, map: (uri: string) => string): unknown {
  if (typeof value === 'string') return uriProperties.has(property) ? map(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return listWithMappedUris(property, value, map)
  // The edits of a `WorkspaceEdit`, by URI.
  if (property === 'changes') return Object.fromEntries(Object.entries(value).map(([uri, edits]) => [map(uri), edits]))
  const parts: Readonly<Record<string, unknown>> = value as Record<string, unknown>
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(parts)) {
    const part = withMappedUris(key, parts[key], map)
    if (part === parts[key]) continue
    copy ??= { ...parts }
    copy[key] = part
  }
  return copy ?? value
}

function listWithMappedUris(
  property: string,
  list: readonly unknown[],
  map: (uri: string) => string,
): readonly unknown[] {
  // The semantic tokens of a large file are a long list of numbers.
  if (typeof list[0] === 'number') return list
  const parts = list.map(part => withMappedUris(typeof part === 'string' ? property : '', part, map))
  return parts.some((part, index) => part !== list[index]) ? parts : list
}
