import { URI } from 'vscode-uri'
import type { CheckedFile } from '../../shared/check/check.ts'
import type { RulesInForce } from '../../shared/check/declared/declared-rules.ts'
import { tagOfName } from '../../shared/check/tag-of-name.ts'
import type { DomainSettings } from '../../shared/domains/domains-in-force.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { rankedTags } from '../../shared/domains/ranked-tags.ts'
import type { Registry, Tag } from '../../shared/domains/registry.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { RevisionFiles } from '../../shared/protocol/agents.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { LoadedFiles } from '../tables/loaded-files.ts'
import { refuse } from './answer.ts'

/** What tools answer from: the workspace as it is now. */
export interface AgentContext {
  readonly registry: Registry
  readonly index: RecordIndex
  /** The rules of the workspace. */
  readonly inForce: RulesInForce
  readonly loaded: LoadedFiles
  /** The addresses of the folders of the workspace, without a slash at their ends. */
  readonly folders: readonly string[]
  readonly token: { readonly isCancellationRequested: boolean }
  /** What `now` means in expressions, in milliseconds since 1970. */
  readonly now: number
  /** A file, open or not; undefined if it cannot be read. */
  read(uri: string): Promise<Snapshot | undefined>
  /** Looks whether the files are there that the records of a file name, so that its problems say so. */
  lookAtFiles(snapshot: Snapshot): Promise<void>
  /** Whether a file belongs to the workspace, whether it exists or not. */
  hasFile(uri: string): boolean
  /** Whether a file is open in the editor. */
  isOpen(uri: string): boolean
  /** A snapshot of a file with another text, or of a new file. The index stays as it is. */
  draft(uri: string, text: string, settings?: DomainSettings): Snapshot
  /** A snapshot of a file after some changes of its text, which are in order. The index stays as it is. */
  edited(before: Snapshot, changes: readonly TextChange[]): Snapshot
  /**
   * What a function of the index finds while files have other contents. Nothing of it stays.
   *
   * @param files `before` is the check of a file as it is, from which the other one was made
   * @param look gets the index, and the other files whose problems may be others then
   */
  tryOut<Result>(
    files: readonly { readonly uri: string; readonly file: CheckedFile; readonly before?: CheckedFile }[],
    look: (affected: ReadonlySet<string>) => Result,
  ): Result
  /** The files of a folder as a git revision has them. */
  filesOfRevision(revision: string, folder: string): Promise<RevisionFiles>
}

/** The tag that a call names, such as `FINDING` or `core.compliance.FINDING`, in any case. */
export function tagOfCall(
  { registry }: Pick<AgentContext, 'registry'>,
  name: string,
  at = 'tag',
  domain?: string,
): Tag {
  const domains = domain === undefined ? [] : [domain]
  const word = name.replace(/^@/, '')
  const tag = tagOfName(word, registry, domains)
  if (!('problem' in tag)) return tag
  const upper = word.replace(/[^.]+$/, last => last.toUpperCase().replaceAll('-', '_'))
  const meant = tagOfName(upper, registry, domains)
  if (!('problem' in meant)) return meant
  const paths = [...registry.tags.keys()].filter(path => path.endsWith(`.${upper}`))
  refuse({
    code: paths.length > 1 ? 'ambiguous-tag' : 'unknown-tag',
    message: `${tag.problem} Call describe for what there is.`,
    at,
    nearest: paths.length > 1 ? paths : nearestTagNames(registry, upper),
  })
}

/** The tags that are spelled like a name, or else those that a search for its words finds. */
function nearestTagNames(registry: Registry, name: string): string[] {
  const near = nearest(
    name,
    [...registry.domains.values()].flatMap(({ tags }) => [...tags.keys()]),
  )
  if (near.length > 0) return near
  const found = rankedTags(registry, name.split(/[_.\s]+/).filter(Boolean))
  return [...new Set(found.flatMap(({ tag }) => tag?.name ?? []))].slice(0, 3)
}

/** The path of a file from its folder of the workspace. If there are several, the name of the folder comes first. */
export function pathOf({ folders }: Pick<AgentContext, 'folders'>, uri: string): string {
  const place = folders.findIndex(one => uri.startsWith(`${one}/`))
  if (place < 0) return URI.parse(uri).path
  const below = decodeURIComponent(uri.slice(folders[place]!.length + 1))
  return folders.length === 1 ? below : `${folderNames(folders)[place]}/${below}`
}

/** A place as tools answer and take it, such as `f.rec:12`. */
export const agentPlace = (path: string, line: number): string => `${path}:${line + 1}`

/** The file and the line, from 0, of a place that a call names. */
export function uriOfPlace(
  context: Pick<AgentContext, 'folders'>,
  place: string,
  at: string,
): { uri: string; line: number } {
  const [, path, line] = /^(.+?):(\d{1,9})(?::\d+)?$/.exec(place) ?? []
  if (path === undefined || Number(line) === 0)
    refuse({
      code: 'wrong-place',
      message: 'A place is a path and a line, as find, get and check have it.',
      at,
      example: 'records/f.rec:12',
    })
  return { uri: uriOfCall(context, path, at), line: Number(line) - 1 }
}

/** The names of folders, each once: a second `records` is `records~2`. */
function folderNames(folders: readonly string[]): string[] {
  const names = folders.map(folder => decodeURIComponent(folder.slice(folder.lastIndexOf('/') + 1)))
  return names.map((name, place) => {
    const count = names.slice(0, place).filter(one => one === name).length
    return count === 0 ? name : `${name}~${count + 1}`
  })
}

/** The address of a file or folder of the workspace. A path that leads out of it is refused. */
export function uriOfCall({ folders }: Pick<AgentContext, 'folders'>, path: string, at: string): string {
  const whole = /^(?:\/|[A-Za-z]:[\\/])/.test(path) ? URI.file(path).toString() : undefined
  const above = whole === undefined ? undefined : folders.find(one => whole === one || whole.startsWith(`${one}/`))
  const names = folderNames(folders)
  const given = (above === undefined ? path : decodeURIComponent(whole!.slice(above.length + 1))).replace(/^\.\//, '')
  const parts = given.split('/')
  const isInNamed = above === undefined && folders.length > 1
  const folder = above ?? (isInNamed ? folders[names.indexOf(parts[0]!)] : folders[0])
  const below = isInNamed ? parts.slice(1) : parts
  const isWrong = (part: string): boolean =>
    part === '' || part === '.' || part === '..' || /[\\\0]|^[A-Za-z]:/.test(part)
  const isFolder = below.length === 0 || given === '' || given === '.'
  if (folder === undefined || (!isFolder && below.some(isWrong)))
    refuse({
      code: 'wrong-path',
      message: `${shorten(path)} is no path in the workspace; write one from its folder, with /.`,
      at,
      ...(folders.length > 1 && { allowed: names.map(name => `${name}/…`) }),
    })
  const parent = URI.parse(folder)
  return isFolder ? folder : parent.with({ path: `${parent.path}/${below.join('/')}` }).toString()
}
