import { checkFile } from '../../../shared/check/check.ts'
import { domainSettings } from '../../../shared/domains/domains-in-force.ts'
import { type Reference, titleIn } from '../../../shared/domains/identity.ts'
import type { Tag } from '../../../shared/domains/registry.ts'
import type { FoundPlace } from '../../../shared/query/found-record.ts'
import { isHeader, type RecordNode } from '../../../shared/syntax/nodes.ts'
import { parse, type Tree } from '../../../shared/syntax/tree.ts'
import { contentOf } from '../../check/parts/content.ts'
import type { Failure } from '../../files/failure.ts'
import { keptOfRecord, WholeFiles } from '../../files/memory.ts'
import { notUtf8, readText, type Source, sourceName } from '../../files/read-text.ts'
import type { Plan } from '../../plan/plan.ts'

/** A record of a site. */
export interface SiteRecord {
  readonly node: RecordNode
  /** Undefined if no domain in force defines its tag. */
  readonly tag: Tag | undefined
  readonly id: string | undefined
  readonly title: string
  readonly references: readonly Reference[]
  readonly place: FoundPlace
  /** The line on which it ends, from 1. */
  readonly end: number
}

/** What a site shows of some files, and what it leaves out. */
export interface SiteContent {
  /** In the order of the files. */
  readonly records: readonly SiteRecord[]
  /** How many files were read. */
  readonly files: number
  /** How many blocks between records there are, which are not shown. */
  readonly blocks: number
}

/**
 * Reads all records of the files of a plan.
 *
 * @param read the plan of the files to read, which can be copies without the values of sensitive fields
 * @param written the plan of the files as they are written, in the same order
 * @param fail is called with a sentence for each file that cannot be read
 */
export async function readRecordsOfSite(
  read: Plan,
  written: Plan,
  fail: (sentence: string) => void,
): Promise<SiteContent> {
  const { registry } = read
  const records: SiteRecord[] = []
  let files = 0
  let blocks = 0
  const kept = new WholeFiles(keptOfRecord.checked)
  for (const [index, { source, settings }] of read.files.entries()) {
    const text = await textForSite(source)
    const failure = typeof text === 'string' ? kept.add(source.file, text) : text
    if (typeof text !== 'string' || failure) {
      fail(failure!.failure)
      continue
    }
    files++
    const context = { registry, fileName: source.file, ...domainSettings(settings), onlyNames: true }
    const file = checkFile(parse(text), context)
    const lines = read === written ? file.tree.lines : await linesAsWritten(written.files[index]!.source, file.tree)
    for (const [entry, node] of file.tree.entries.entries()) {
      if (node.kind === 'block') blocks++
      if (node.kind !== 'record' || isHeader(node)) continue
      const checked = file.entries[entry]!
      const line = lines[entry]! + 1
      records.push({
        node,
        tag: checked.tag,
        id: checked.identity?.definition?.id,
        title: titleIn(node, checked),
        references: checked.identity?.references ?? [],
        place: { file: source.file, line },
        end: lines[entry + 1]! + (/[\r\n]$/.test(node.text) ? 0 : 1),
      })
    }
  }
  return { records, files, blocks }
}

/** The text of a file that may be read by other parts of the run, too. */
async function textForSite(source: Source): Promise<string | Failure> {
  const content = await contentOf(source)
  if ('failure' in content) return content
  if ('bytes' in content)
    return notUtf8(sourceName(source), content.bytes, 1) ?? new TextDecoder().decode(content.bytes)
  const read = await readText({ file: source.file, path: content.path })
  return 'failure' in read ? read : read.text
}

/** The lines of the entries of a tree in the file as it is written: a value that is withheld can have several lines. */
async function linesAsWritten(source: Source, { entries, lines }: Tree): Promise<Uint32Array> {
  const text = await textForSite(source)
  if (typeof text !== 'string') return lines
  const written = parse(text)
  return written.entries.length === entries.length ? written.lines : lines
}
