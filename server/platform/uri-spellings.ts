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
 * Translates between the URIs of a client and their normal forms. The client gets each URI as it wrote it first, or as
 * it wrote it when it opened the file. A URI that it never wrote starts with the nearest folder as it wrote that.
 */
export class UriSpellings {
  /** Normal forms by URIs of the client. */
  private readonly normal = new Map<string, string>()
  /** URIs of the client, of files and of folders above them, by their normal forms. */
  private readonly spelled = new Map<string, string>()
  /** Whether the client wrote a URI that is not in its normal form. */
  private hasOthers = false

  /** Replaces the URIs in a message from the client by their normal forms. */
  toNormal<Value>(message: Value): Value {
    return mapUris(message, uri => this.read(uri))
  }

  /** Replaces the URIs in a message to the client by those that the client uses. */
  toClient<Value>(message: Value): Value {
    return this.hasOthers ? mapUris(message, uri => this.write(uri)) : message
  }

  /** Takes the spelling of a document that the client opens. From now on the document has it in all messages. */
  open(uri: string): void {
    this.spelled.set(this.read(uri), uri)
  }

  private read(uri: string): string {
    const known = this.normal.get(uri)
    if (known !== undefined) return known
    const normal = normalUri(uri)
    this.normal.set(uri, normal)
    this.learn(uri, normal)
    return normal
  }

  private learn(uri: string, normal: string): void {
    if (!this.spelled.has(normal)) this.spelled.set(normal, uri)
    if (uri === normal) return
    this.hasOthers = true
    const [folder, normalFolder] = [folderOf(uri), folderOf(normal)]
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

const folderOf = (uri: string): string => uri.slice(0, Math.max(0, uri.lastIndexOf('/')))

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
  return mapped('', value, map) as Value
}

/** A value with other URIs, copied only where they change. Whether a string is a URI depends on its property. */
function mapped(property: string, value: unknown, map: (uri: string) => string): unknown {
  if (typeof value === 'string') return uriProperties.has(property) ? map(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return mappedList(property, value, map)
  // The edits of a `WorkspaceEdit`, by URI.
  if (property === 'changes') return Object.fromEntries(Object.entries(value).map(([uri, edits]) => [map(uri), edits]))
  const parts: Readonly<Record<string, unknown>> = value as Record<string, unknown>
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(parts)) {
    const part = mapped(key, parts[key], map)
    if (part === parts[key]) continue
    copy ??= { ...parts }
    copy[key] = part
  }
  return copy ?? value
}

function mappedList(property: string, list: readonly unknown[], map: (uri: string) => string): readonly unknown[] {
  // The semantic tokens of a large file are a long list of numbers.
  if (typeof list[0] === 'number') return list
  const parts = list.map(part => mapped(typeof part === 'string' ? property : '', part, map))
  return parts.some((part, index) => part !== list[index]) ? parts : list
}
