import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { groupBy } from '../../shared/basics/group.ts'
import { isTag } from '../../shared/convert/plain-record.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { printed } from '../files/paths.ts'
import { splitGlob } from '../files/search.ts'
import type { Input } from './batch.ts'
import { type Form, formOfName, forms, isOfOneTag, isTable } from './forms.ts'
import { CannotConvert } from './problems.ts'

/** The inputs of one output. */
export interface Job {
  readonly inputs: readonly Input[]
  readonly output: Output
}

export type Output =
  | { readonly kind: 'standard output' }
  | { readonly kind: 'file'; readonly path: string }
  /** One file per tag in the folder, named after the stem and the tag. */
  | { readonly kind: 'tables'; readonly folder: string; readonly stem: string }

/**
 * Assigns the inputs to outputs. If the output is a file, it gets all inputs. If the output is a folder, each input
 * gets its own output, in the same subfolder; only tables with the same stem share one. Throws a `CannotConvert` if two
 * outputs would be the same file.
 *
 * @param paths the files, folders and globs that the inputs come from
 */
export function jobsOf(
  inputs: readonly Input[],
  to: Form,
  output: string | undefined,
  registry: Registry,
  paths: readonly string[],
): readonly Job[] {
  if (output === undefined) return [{ inputs, output: { kind: 'standard output' } }]
  if (!isFolder(output, to)) return [{ inputs, output: { kind: 'file', path: output } }]
  const groups = groupBy(inputs, ({ source }) => join(dirname(source.path ?? ''), stemOf(source.file, registry)))
  const tops = paths.map(topFolderOf)
  const byPath = new Map<string, Job>()
  for (const group of groups.values()) {
    const { file, path: inputPath } = group[0]!.source
    const stem = stemOf(file, registry)
    const folder = join(output, inputPath === undefined ? '' : subfolderOf(inputPath, tops))
    const path = join(folder, outputName(stem, to))
    const other = byPath.get(path)?.inputs[0]
    if (other)
      throw new CannotConvert([
        localize('{file} and {other} would both become {name}; convert them one by one.', {
          file: other.source.file,
          other: file,
          name: printed(path),
        }),
      ])
    byPath.set(path, {
      inputs: group,
      output: isOfOneTag(to) ? { kind: 'tables', folder, stem } : { kind: 'file', path },
    })
  }
  return [...byPath.values()]
}

/** The folder that a path of the command line stands for; of a file, the one that it is in. */
function topFolderOf(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
  return resolve(isFolder ? path : (splitGlob(path)?.folder ?? dirname(path)))
}

/** The folder of a file below the nearest one of some folders. */
function subfolderOf(path: string, tops: readonly string[]): string {
  const subfolders = tops
    .map(top => relative(top, dirname(resolve(path))))
    .filter(below => !/^\.\.(?:$|[/\\])/.test(below))
  return subfolders.reduce(
    (shortest, below) => (below.length < shortest.length ? below : shortest),
    subfolders[0] ?? '',
  )
}

/**
 * Whether the output is a folder: it exists as a folder, or ends with a slash. If the form needs a file per tag, a new
 * path without the extension of the form is a folder too.
 */
function isFolder(output: string, to: Form): boolean {
  if (output.endsWith('/') || output.endsWith(sep)) return true
  return existsSync(output) ? statSync(output).isDirectory() : isOfOneTag(to) && formOfName(output) !== to
}

/**
 * The parts of a file name without the extension. For example, `q1.compliance.CONTROL.csv` has the stem `q1.compliance`
 * and the tag `CONTROL`.
 */
interface NameParts {
  readonly stem: string
  readonly tag: string | undefined
}

/**
 * The tag in the name of a table: the last part of the name. It must be written as a tag; if it is the only part, a
 * domain must define it.
 */
export const tagInName = (file: string, registry: Registry): string | undefined => namePartsOf(file, registry).tag

/**
 * The name of a file without its extension, and without the tag of a table. Files with the same stem belong together.
 */
export const stemOf = (file: string, registry: Registry): string => namePartsOf(file, registry).stem

function namePartsOf(file: string, registry: Registry): NameParts {
  const name = file === '-' ? 'records' : basename(file)
  const form = formOfName(name)
  const ending = form && forms[form].find(one => name.toLowerCase().endsWith(one))
  const whole = ending ? name.slice(0, -ending.length) : name
  const dot = whole.lastIndexOf('.')
  const last = whole.slice(dot + 1)
  if (!form || !isTable(form) || !isTag(last) || (dot < 0 && registry.tagsNamed(last).length === 0))
    return { stem: whole, tag: undefined }
  return { stem: dot < 0 ? last : whole.slice(0, dot), tag: last }
}

/** The name of a file with a stem, a form and, for a table, a tag. */
export const outputName = (stem: string, form: Form, tag?: string): string =>
  `${stem}${tag === undefined ? '' : `.${tag}`}${forms[form][0]}`
