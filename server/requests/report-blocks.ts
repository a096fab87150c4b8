import { type Html, html, printHtml } from '../../shared/basics/html.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { FilledBlocks, filledBlocksRequest } from '../../shared/protocol/report-blocks.ts'
import type { ParamsOf } from '../../shared/protocol/request.ts'
import { foundRecords } from '../../shared/query/run-query.ts'
import { readCount } from '../../shared/reports/count-in-text.ts'
import type { FilledReport } from '../../shared/reports/filled-report.ts'
import { fillParts } from '../../shared/reports/report.ts'
import type { ProblemInReport, ReportSource } from '../../shared/reports/report-source.ts'
import { tableMarkup } from '../../shared/reports/table-markup.ts'
import { readBlock, type TemplatePart, type TemplateProblem } from '../../shared/reports/template.ts'
import { withVisibleControls } from '../../shared/reports/visible-controls.ts'
import { itemAt } from '../../shared/syntax/list.ts'
import { positionAt } from '../../shared/syntax/tree.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'

/** The records of the workspace. */
interface RecordsForBlocks {
  readonly registry: Registry
  readonly loaded: {
    /** The files that have records of some tags; null if that was cancelled. */
    load(
      paths: readonly string[],
      token: CancelToken,
    ): Promise<{ readonly snapshots: readonly Snapshot[]; readonly left: number } | null>
  }
  /** All files, checked. */
  all(): AsyncIterable<Snapshot>
  /** The name of a file for the user. */
  nameOf(uri: string): string
  /** In milliseconds since 1970. */
  readonly now: number
}

interface CancelToken {
  readonly isCancellationRequested: boolean
}

/** Blocks and numbers of a page as HTML, as `recline report` fills them; null if that was cancelled. */
export async function filledBlocks(
  records: RecordsForBlocks,
  { uri, blocks, counts }: ParamsOf<typeof filledBlocksRequest>,
  token: CancelToken,
): Promise<FilledBlocks | null> {
  const addresses = new Map<string, string>()
  const source = sourceOfBlocks(records, addresses, token)
  const filled: { readonly blocks: string[]; readonly counts: string[] } = { blocks: [], counts: [] }
  for (const content of blocks) {
    const mistakes: TemplateProblem[] = []
    const block = readBlock(content, 0, mistakes)
    const result = await fillParts([block], source, mistakes)
    filled.blocks.push(printHtml(blockMarkup(result, file => hrefBetween(uri, addresses.get(file)))))
    if (token.isCancellationRequested) return null
  }
  for (const written of counts) {
    const count = readCount(written, 0)
    const isWrong = 'problem' in count
    const parts: TemplatePart[] = isWrong ? [] : [count]
    const result = await fillParts(parts, source, isWrong ? [{ line: 0, message: count.problem }] : [])
    filled.counts.push(printHtml(countMarkup(result, written)))
    if (token.isCancellationRequested) return null
  }
  return filled
}

type Filled = FilledReport | { readonly problems: readonly TemplateProblem[] }

/** @param hrefOf the address of a file by its name */
function blockMarkup(filled: Filled, hrefOf: (file: string) => string | undefined): Html {
  if ('problems' in filled)
    return html`<div class="report-block">
${filled.problems.map(({ message }) => html`<p class="mistake">${messageWithoutExcerpt(message)}</p>`)}</div>
`
  const places = new Map(filled.records.map(({ key, file, line }) => [key, { file, line }]))
  return html`${filled.parts.map(part =>
    typeof part === 'string'
      ? part
      : tableMarkup(part, key => {
          const place = places.get(key)
          const href = place && hrefOf(place.file)
          return href === undefined ? undefined : `${href}#L${place!.line}`
        }),
  )}`
}

function countMarkup(filled: Filled, written: string): Html {
  if ('problems' in filled)
    return html`<span class="report-count" title="${filled.problems.map(({ message }) => messageWithoutExcerpt(message)).join(' ')}">${withVisibleControls(written)}</span>`
  const notes = filled.notes.map(withVisibleControls).join(' ')
  return html`<span class="report-count"${notes !== '' && html` title="${notes}"`}>${filled.parts.join('')}</span>`
}

/** A message without the excerpt below it. */
const messageWithoutExcerpt = (message: string): string => withVisibleControls(message.split('\n')[0]!)

/** @param addresses gets the addresses of files by the names that records have of them */
function sourceOfBlocks(
  { registry, loaded, all, nameOf, now }: RecordsForBlocks,
  addresses: Map<string, string>,
  token: CancelToken,
): ReportSource {
  let problems: Promise<readonly ProblemInReport[]> | undefined
  const fileNamed = ({ uri, file }: Snapshot): { readonly name: string; readonly file: Snapshot['file'] } => {
    const name = nameOf(uri)
    addresses.set(name, uri)
    return { name, file }
  }
  return {
    registry,
    domains: [],
    now,
    find: async (plan, notes) => {
      const paths = new Set([...plan.followed].map(([{ nameOfRecords }]) => nameOfRecords.path))
      const found = await loaded.load([...paths], token)
      if (!found) return []
      if (found.left > 0)
        notes.unread =
          found.left === 1
            ? localize('1 record is missing: its file is too large to be read here; recline report reads it.')
            : localize(
                '{count} records are missing: the files are too large to be read here; recline report reads them.',
                { count: found.left },
              )
      return foundRecords(found.snapshots.map(fileNamed), plan, { time: now, isDate: false }, notes)
    },
    problems: () => {
      problems ??= problemsOfFiles(all(), nameOf)
      return problems
    },
    overTime: async () => ({
      problem: localize(
        'Numbers over time come from earlier commits; recline report reads them and writes this block.',
      ),
    }),
    changes: async () => ({
      problem: localize('Changes come from earlier commits; recline report --since reads them and writes this block.'),
    }),
  }
}

async function problemsOfFiles(
  snapshots: AsyncIterable<Snapshot>,
  nameOf: (uri: string) => string,
): Promise<ProblemInReport[]> {
  const all: ProblemInReport[] = []
  for await (const snapshot of snapshots) {
    const { uri, file } = snapshot
    for (const { severity, code, message, entry, start } of problemsIn(snapshot)) {
      const tag = itemAt(file.list, entry)?.tag?.name ?? null
      const { line } = positionAt(file.tree, file.tree.startOf(entry) + start)
      all.push({ severity, code, message, tag, file: nameOf(uri), line: line + 1 })
    }
  }
  return all
}

/** The address of a file as a link of another one has it, relative to its folder; undefined for one without address. */
function hrefBetween(from: string, to: string | undefined): string | undefined {
  if (to === undefined) return undefined
  const [start, end] = [from.split('/'), to.split('/')]
  const shared = start.findIndex((part, index) => index === start.length - 1 || part !== end[index])
  // A file of another scheme or host cannot be reached from the page.
  if (shared < 3) return undefined
  return [...start.slice(shared, -1).map(() => '..'), ...end.slice(shared)].join('/')
}
