import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localize } from '../../shared/domains/localize.ts'
import type { Redactor } from '../../shared/domains/redact.ts'
import { isMarkdownFile, onlyRecords, withRecords } from '../../shared/markdown/record-fences.ts'
import type { Failure } from '../files/failure.ts'
import { isFileAt } from '../files/paths.ts'
import { readText, type Source } from '../files/read-text.ts'
import { onInterrupt } from '../output/exit.ts'

/**
 * Runs some work on copies of files in which the values of sensitive fields are withheld, so that no part of it can
 * show them. The copies are there only during the run.
 *
 * @param run gets a function that returns the copy of a file, under the name of the file, and one that returns the file
 *   as it was read: what can be read only once, such as standard input, is another copy
 * @returns the result of the run, or why a file cannot be read
 */
export async function withRedacted<Result>(
  sources: readonly Source[],
  redactor: Redactor,
  run: (copyOf: (source: Source) => Source, writtenOf: (source: Source) => Source) => Promise<Result>,
): Promise<Result | Failure> {
  const folder = await mkdtemp(join(tmpdir(), 'recline-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const stopCleaning = onInterrupt(remove)
  try {
    const copies = new Map<string, Source>()
    const written = new Map<string, Source>()
    for (const [index, source] of sources.entries()) {
      const read = await readText(source)
      if ('failure' in read) return read
      const path = join(folder, `${index}.rec`)
      const redacted = redactedText(source.file, read.text, redactor)
      if (typeof redacted !== 'string') return redacted
      await writeFile(path, redacted)
      copies.set(source.file, { file: source.file, path })
      if (source.path !== undefined && isFileAt(source.path)) continue
      const asWritten = join(folder, `${index}-written.rec`)
      await writeFile(asWritten, read.text)
      written.set(source.file, { file: source.file, path: asWritten })
    }
    return await run(
      ({ file }) => copies.get(file)!,
      source => written.get(source.file) ?? source,
    )
  } finally {
    stopCleaning()
    remove()
  }
}

/** The text of a file without the values of sensitive fields; of Markdown, the prose stays as it is. */
export function redactedText(file: string, text: string, redactor: Redactor): string | Failure {
  const redacted = redactor.redact(onlyRecords(file, text))
  if (!isMarkdownFile(file)) return redacted
  return (
    withRecords(text, redacted) ?? {
      failure: localize('{file} has a damaged fence, so its values cannot be withheld.', { file }),
    }
  )
}

/** What `--redact` did, and what it leaves. */
export function redactionNote({ values, records }: Redactor): string {
  if (records === 0)
    return values === 1
      ? localize(
          '1 value of sensitive fields is withheld, also from conditions, orders and totals. Comments, blocks and other fields are shown as they are.',
        )
      : localize(
          '{count} values of sensitive fields are withheld, also from conditions, orders and totals. Comments, blocks and other fields are shown as they are.',
          { count: values },
        )
  const damaged = records === 1 ? localize('1 damaged record') : localize('{count} damaged records', { count: records })
  return values === 1
    ? localize(
        '1 value of sensitive fields is withheld, and {records} as a whole, also from conditions, orders and totals. Comments, blocks and other fields are shown as they are.',
        { records: damaged },
      )
    : localize(
        '{count} values of sensitive fields are withheld, and {records} as a whole, also from conditions, orders and totals. Comments, blocks and other fields are shown as they are.',
        { count: values, records: damaged },
      )
}
