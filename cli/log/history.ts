import { changesOf, type FieldChange } from '../../shared/diff/changes.ts'
import { keyOfRecordNode } from '../../shared/diff/record-key.ts'
import { unitsOf } from '../../shared/diff/units.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { parse } from '../../shared/syntax/tree.ts'
import type { Failure } from '../files/failure.ts'
import { mostBytes } from '../files/read-text.ts'
import { eachContent } from '../repository/contents.ts'
import { git } from '../repository/git.ts'

/** A change of a record. */
export interface NamedChange {
  /** Tag and id. */
  readonly record: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly fields: readonly FieldChange[]
}

/** A commit that changed a record. */
export interface RecordChange extends NamedChange {
  readonly commit: string
  readonly author: string
  /** When it was written, in ISO 8601. */
  readonly date: string
  readonly subject: string
  /** The path of the file with the record; undefined if git writes it with escapes. */
  readonly file?: string
}

/**
 * Reads the commits of the current branch that changed the records with an id, the newest first, also while they had
 * another id. Changes of notation and place do not count.
 */
export async function historyOf(id: string, registry: Registry): Promise<RecordChange[] | Failure> {
  const commits = await commitsOfRecordFiles()
  if ('failure' in commits) return commits
  const history = await changesInCommits(commits, id, registry)
  if ('failure' in history) return history
  const all: RecordChange[] = []
  for (const change of history) {
    const followed = change.kind === 'added' ? await withOtherId(change, commits, registry) : [change]
    if ('failure' in followed) return followed
    all.push(...followed)
  }
  const order = new Map(commits.map(({ commit }, index) => [commit, index]))
  return all.sort((one, other) => order.get(one.commit)! - order.get(other.commit)!)
}

/** The addition of a record; or, if it had another id before the commit, the change of its id and what was before. */
async function withOtherId(
  added: RecordChange,
  commits: readonly Commit[],
  registry: Registry,
): Promise<RecordChange[] | Failure> {
  const all: RecordChange[] = []
  let start: RecordChange | undefined = added
  while (start) {
    const { commit, record }: RecordChange = start
    const index = commits.findIndex(one => one.commit === commit)
    const renamed = await renamedIn(commits[index]!, record, registry)
    if (renamed && 'failure' in renamed) return renamed
    all.push({ ...start, ...(renamed && { kind: 'changed', fields: renamed.fields }) })
    if (!renamed) break
    const older = await changesInCommits(commits.slice(index + 1), renamed.id, registry)
    if ('failure' in older) return older
    const ofRecord = older.filter(change => change.record === renamed.record)
    const end = ofRecord.findIndex(({ kind }) => kind === 'added')
    all.push(...ofRecord.slice(0, end < 0 ? ofRecord.length : end))
    start = ofRecord[end]
  }
  return all
}

interface Renamed extends Pick<RecordChange, 'record' | 'fields'> {
  readonly id: string
}

/** The name that a record had before a commit gave it another id; undefined if the commit added it. */
async function renamedIn(
  { files }: Commit,
  record: string,
  registry: Registry,
): Promise<Renamed | Failure | undefined> {
  if (!files.some(({ before }) => isObjectId(before))) return undefined
  const texts = new Map<string, string>()
  const objects = [...new Set(files.flatMap(({ before, after }) => [before, after]))].filter(isObjectId)
  const failure = await eachContent(
    objects.map(id => ({ id, path: id })),
    ({ id }, content) => {
      if (content.length <= mostBytes) texts.set(id, content.toString())
    },
  )
  if (failure) return failure
  const [old, now] = (['before', 'after'] as const).map(side =>
    files.flatMap(file => unitsOf(parse(texts.get(file[side]) ?? ''), registry, '\n')),
  )
  const change = changesOf(old!, now!, registry, { ignoreFormat: true, ignoreOrder: true }).find(
    ({ after }) => after?.key === record,
  )
  const key = change?.before?.key
  return key === undefined || key === record
    ? undefined
    : { record: key, id: key.slice(key.indexOf(' ') + 1), fields: change!.fields }
}

/** The changes of the records with an id in some commits. */
async function changesInCommits(
  commits: readonly Commit[],
  id: string,
  registry: Registry,
): Promise<RecordChange[] | Failure> {
  const versions = await versionsIn(
    commits.flatMap(({ files }) => files.flatMap(({ before, after }) => [before, after])),
    id,
    registry,
  )
  if ('failure' in versions) return versions
  return commits.flatMap(({ files, ...commit }) => {
    const [before, after] = (['before', 'after'] as const).map(
      side => new Map(files.flatMap(file => [...(versions.get(file[side]) ?? [])])),
    ) as [Map<string, string>, Map<string, string>]
    return recordChangesBetween(before, after, registry).map(change => {
      const has = (object: string): boolean => versions.get(object)?.has(change.record) === true
      const { path } = files.find(file => has(file.after)) ?? files.find(file => has(file.before)) ?? {}
      return { ...commit, ...change, ...(path !== undefined && { file: path }) }
    })
  })
}

/** What changed between two versions of some records, given by tag and id. */
export const recordChangesBetween = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  registry: Registry,
): NamedChange[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap(record => {
    const change = historyChange(before.get(record), after.get(record), registry)
    return change ? [{ record, ...change }] : []
  })

interface Commit extends Pick<RecordChange, 'commit' | 'author' | 'date' | 'subject'> {
  /** The object ids of its changed files, only zeros for none, and their paths. */
  readonly files: readonly { readonly before: string; readonly after: string; readonly path: string | undefined }[]
}

/** The files of records in the whole repository, for git in any folder of it. */
export const allRecordFiles = ':(top)*.rec'

async function commitsOfRecordFiles(): Promise<Commit[] | Failure> {
  // Names and subjects have no line ends, but maybe any other character.
  const format = 'commit %H%nauthor %an%ndate %aI%nsubject %s'
  const raw = ['--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color']
  const output = await git(['-c', 'core.quotePath=false', 'log', ...raw, `--format=${format}`, '--', allRecordFiles])
  if ('failure' in output) return output
  return `\n${output.toString()}`
    .split('\ncommit ')
    .slice(1)
    .map(text => {
      const [commit, author, date, subject, ...rest] = text.split('\n') as [string, string, string, string, ...string[]]
      const files = rest.flatMap(line => {
        const [, before, after, path] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) [^\t]*(?:\t([^"\t].*))?/.exec(line) ?? []
        return before !== undefined && after !== undefined ? [{ before, after, path }] : []
      })
      return {
        commit,
        author: author.slice('author '.length),
        date: date.slice('date '.length),
        subject: subject.slice('subject '.length),
        files,
      }
    })
}

/** For each version of a file, the texts of the records with an id, by tag and id. */
export async function versionsIn(
  objects: readonly string[],
  id: string,
  registry: Registry,
): Promise<Map<string, Map<string, string>> | Failure> {
  const versions = new Map<string, Map<string, string>>()
  const ids = [...new Set(objects)].filter(isObjectId)
  const failure = await eachContent(
    ids.map(object => ({ id: object, path: object })),
    (object, content) => versions.set(object.id, recordsWithId(content, id, registry)),
  )
  return failure ?? versions
}

/** The texts of the records of a file with an id, by tag and id. */
export const recordsWithId = (content: Buffer, id: string, registry: Registry): Map<string, string> =>
  new Map(
    recordsMentioning(content, id).flatMap(record => {
      const key = keyOfRecordNode(record, registry)
      return key?.slice(key.indexOf(' ') + 1) === id ? [[key, record.text] as const] : []
    }),
  )

/** Whether an object id is not the one of only zeros, which stands for no file. */
const isObjectId = (id: string): boolean => !/^0+$/.test(id)

function historyChange(
  before: string | undefined,
  after: string | undefined,
  registry: Registry,
): Pick<RecordChange, 'kind' | 'fields'> | undefined {
  const [old, now] = [before, after].map(text => unitsOf(parse(text ?? ''), registry, '\n'))
  const [change] = changesOf(old!, now!, registry, { ignoreFormat: true, ignoreOrder: true })
  if (change?.kind !== 'added' && change?.kind !== 'removed' && change?.kind !== 'changed') return undefined
  return { kind: change.kind, fields: change.fields }
}

/**
 * Finds the records of a file that have an id in their text. Reads only the lines around it, because a history has many
 * versions of large files.
 */
function recordsMentioning(content: Buffer, id: string): RecordNode[] {
  const records: RecordNode[] = []
  const length = Buffer.byteLength(id)
  let end = 0
  for (let hit = content.indexOf(id); hit >= 0; hit = content.indexOf(id, end)) {
    if (isIdByte(content[hit - 1]) || isIdByte(content[hit + length])) {
      end = hit + 1
      continue
    }
    let start = lineStartBefore(content, hit)
    while (start > 0 && isContinuationLine(content, start)) start = lineStartBefore(content, start - 1)
    end = lineEndBehind(content, hit)
    while (end < content.length && isContinuationLine(content, end)) end = lineEndBehind(content, end)
    // A line can have several records, if they end in a lone carriage return.
    for (const entry of parseEntries(content.toString('utf8', start, end)))
      if (entry.kind === 'record') records.push(entry)
  }
  return records
}

const lineFeed = 0x0a

/** Whether an id goes on with a byte: in `CTL-10`, the id `CTL-1` is only a part of another one. */
const isIdByte = (byte: number | undefined): boolean =>
  byte !== undefined && /[A-Za-z0-9_]/.test(String.fromCharCode(byte))

const lineStartBefore = (content: Buffer, position: number): number =>
  position <= 0 ? 0 : content.lastIndexOf(lineFeed, position - 1) + 1

function lineEndBehind(content: Buffer, position: number): number {
  const end = content.indexOf(lineFeed, position)
  return end < 0 ? content.length : end + 1
}

/** Whether a line goes on with the record above: white space, then a bar. */
const isContinuationLine = (content: Buffer, start: number): boolean =>
  /^[ \t]+\|/.test(content.toString('latin1', start, Math.min(content.length, start + 200)))
