import { checkFile, usedDomains, type CheckedFile } from '../shared/check.ts'
import type { FileContext } from '../shared/domains.ts'
import type { FileDomains } from '../shared/protocol.ts'
import type { Registry } from '../shared/registry.ts'
import type { RecDocument } from './document.ts'
import { domainsFor, type Settings } from './settings.ts'
import type { Client, Snapshot } from './snapshot.ts'

/**
 * What the server knows over time, and the only place that changes it: the registry, the settings, and for every open
 * file its last check, which the next one builds on.
 */
export class Workspace {
  private readonly files = new Map<string, CheckedFile>()

  constructor(
    private registry: Registry,
    private settings: Settings,
    private readonly client: Client,
    /** The addresses of the workspace's folders, without a slash at the end. */
    private folders: readonly string[],
  ) {}

  /** The document as it is now, checked; looks only at what changed since it was asked for last. */
  snapshot(document: RecDocument): Snapshot {
    const { uri, version, tree } = document
    const previous = this.files.get(uri)
    const file = previous?.tree === tree ? previous : checkFile(tree, previous?.context ?? this.contextOf(uri), previous)
    this.files.set(uri, file)
    const { registry, settings, client } = this
    return { uri, version, file, registry, settings, client }
  }

  /** Forgets a closed file. */
  close(uri: string): void {
    this.files.delete(uri)
  }

  /** Takes new settings; every file is then checked anew. */
  configure(settings: Settings): void {
    this.settings = settings
    this.files.clear()
  }

  /** Takes folders that were added and removed; the domains that settings give to files go by them. */
  changeFolders(added: readonly string[], removed: readonly string[]): void {
    this.folders = [...this.folders.filter(folder => !removed.includes(folder)), ...added]
    this.files.clear()
  }

  private contextOf(uri: string): FileContext {
    const path = this.pathOf(uri)
    return { registry: this.registry, fileName: path, settingDomains: domainsFor(path, this.settings) }
  }

  /** The path from the innermost folder that has the file, or the whole path outside of all. */
  private pathOf(uri: string): string {
    const folder = this.folders.filter(candidate => uri.startsWith(`${candidate}/`)).sort((one, other) => other.length - one.length)[0]
    return decode(folder === undefined ? uri.replace(/^[a-z][\w+.-]*:(\/\/[^/]*)?/i, '') : uri.slice(folder.length + 1))
  }
}

/** What a client shows of a file's domains. */
export function fileDomains({ uri, file }: Snapshot): FileDomains {
  const chosen = file.sections.filter(({ source }) => source === 'header')
  const sections = chosen.length > 0 ? chosen : file.sections.slice(0, 1)
  return {
    uri,
    inForce: [...new Set(sections.flatMap(({ domains }) => domains.map(({ path }) => path)))],
    source: sections[0]!.source,
    used: usedDomains(file).map(({ path }) => path),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
