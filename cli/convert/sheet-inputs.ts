import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { plainNote } from '../../shared/convert/foreign-tables/table-notes.ts'
import { isTag } from '../../shared/convert/plain-record.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten, show } from '../../shared/domains/message-text.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { unreadable } from '../files/failure.ts'
import { type Source, sourceName } from '../files/read-text.ts'
import { host } from '../host/host.ts'
import type { Input } from './batch.ts'
import { CannotConvert } from './problems.ts'
import type { TableSheet } from './workbook/table-sheet.ts'

/** A sheet that is read, and the tag that the workbook tells for it. */
interface ChosenSheet extends TableSheet {
  readonly ownTag: string | undefined
}

/** The sheets of a workbook that are read. */
interface ChosenSheets {
  readonly sheets: readonly ChosenSheet[]
  /** What is told about the others, as sentences. */
  readonly notes: readonly string[]
}

/**
 * Chooses the sheets of a workbook: those with the names that the user says, or else all that are not hidden. If some
 * of them are of the tag that is wanted, the others are left out. Throws a `CannotConvert` if the workbook cannot be
 * read, or if it has no such sheet.
 */
export async function chosenSheets(
  source: Source,
  registry: Registry,
  { sheet: wanted = [], tag }: { readonly sheet?: readonly string[]; readonly tag?: string | undefined },
): Promise<ChosenSheets> {
  const all = (await sheetsOf(source)).filter(sheet => sheet.tag !== '')
  if (all.length === 0 && wanted.length === 0) return { sheets: [], notes: [] }
  const names = all.map(({ name }) => name)
  const unknown = wanted.find(name => !names.includes(name))
  const similar = unknown === undefined ? [] : nearest(unknown, names)
  const said = { file: source.file, name: show(unknown ?? '') }
  if (unknown !== undefined)
    throw new CannotConvert([
      similar.length === 0
        ? localize('{file} has no sheet {name}; there are {sheets}.', { ...said, sheets: { list: names } })
        : localize('{file} has no sheet {name}; did you mean {names}?', {
            ...said,
            names: { or: similar.map(shorten) },
          }),
    ])
  const isNamed = ({ name }: TableSheet): boolean => wanted.includes(name)
  const hidden = wanted.length > 0 ? [] : all.filter(({ isHidden, tag: own }) => isHidden && own === undefined)
  const shown = (wanted.length > 0 ? all.filter(isNamed) : all.filter(sheet => !hidden.includes(sheet))).map(sheet => ({
    ...sheet,
    ownTag: sheet.tag ?? (isTag(sheet.name) && registry.tagsNamed(sheet.name).length > 0 ? sheet.name : undefined),
  }))
  const ofTag = shown.filter(({ ownTag }) => tag !== undefined && ownTag === tag)
  const sheets = ofTag.length > 0 ? ofTag : shown
  if (sheets.length === 0)
    throw new CannotConvert([
      localize('{file} has no sheet that is not hidden; name one with --sheet.', { file: source.file }),
    ])
  const others = shown.filter(sheet => !sheets.includes(sheet))
  return {
    sheets,
    notes: [
      ...namesIfAny(hidden).map(sheets =>
        hidden.length === 1
          ? localize('The sheet {sheets} is left out, because it is hidden; name it with --sheet.', { sheets })
          : localize('The sheets {sheets} are left out, because they are hidden; name them with --sheet.', { sheets }),
      ),
      ...namesIfAny(others).map(sheets =>
        others.length === 1
          ? localize('The sheet {sheets} is left out, because it is not of {tag}.', { sheets, tag: tag! })
          : localize('The sheets {sheets} are left out, because they are not of {tag}.', { sheets, tag: tag! }),
      ),
    ],
  }
}

const namesIfAny = (sheets: readonly TableSheet[]): { readonly and: readonly string[] }[] =>
  sheets.length === 0 ? [] : [{ and: sheets.map(({ name }) => show(name)) }]

/** The inputs that the sheets of a workbook are; of another input, itself. */
export async function inputsOfSheets(input: Input, wanted: readonly string[]): Promise<readonly Input[]> {
  if (input.form !== 'xlsx') return [input]
  const { tag, source, context } = input
  const { sheets, notes } = await chosenSheets(source, context.registry, { sheet: wanted, tag })
  return sheets.map(({ name, table, ownTag }, index) => ({
    ...input,
    tag: tag ?? ownTag,
    sheet: { name, table, notes: index === 0 ? notes.map(plainNote) : [] },
  }))
}

/** All sheets of a workbook. Code for workbooks is loaded only here, because it is large. */
async function sheetsOf({ file, path }: Source): Promise<readonly TableSheet[]> {
  const { openSheets } = await import('./workbook/workbook.ts')
  const name = sourceName({ file, path })
  const bytes = await (path === undefined ? buffer(host.stdin) : readFile(path)).catch((error: unknown) => {
    throw new CannotConvert([unreadable(name, error).failure])
  })
  const orThrow = <Result>(read: Result | { readonly refusal: string }): Result => {
    if (typeof read === 'object' && read !== null && 'refusal' in read)
      throw new CannotConvert([`${name} ${read.refusal}.`])
    return read
  }
  return orThrow(openSheets(bytes)).map(sheet => ({ ...sheet, table: header => orThrow(sheet.table(header)) }))
}
