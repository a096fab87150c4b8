import { existsSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Registry } from '../../shared/domains/registry.ts'
import { printed } from '../files/paths.ts'
import type { Input } from './batch.ts'
import { nameOf, stemOf } from './file-names.ts'
import { type Form, formOfName, isTable } from './forms.ts'
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
 * gets its own output; only tables with the same stem share one. Throws a `CannotConvert` if two outputs would be the
 * same file.
 */
export function jobsOf(
  inputs: readonly Input[],
  to: Form,
  output: string | undefined,
  registry: Registry,
): readonly Job[] {
  if (output === undefined) return [{ inputs, output: { kind: 'standard output' } }]
  if (!isFolder(output, to)) return [{ inputs, output: { kind: 'file', path: output } }]
  const groups = new Map<string, Input[]>()
  for (const input of inputs) {
    const group = join(dirname(input.source.path ?? ''), stemOf(input.source.file, registry))
    groups.set(group, [...(groups.get(group) ?? []), input])
  }
  const byStem = new Map<string, Job>()
  for (const group of groups.values()) {
    const {
      source: { file },
    } = group[0]!
    const stem = stemOf(file, registry)
    const other = byStem.get(stem)?.inputs[0]
    const path = join(output, nameOf(stem, to))
    if (other)
      throw new CannotConvert([
        `${other.source.file} and ${file} would both become ${printed(path)}; convert them one by one.`,
      ])
    byStem.set(stem, {
      inputs: group,
      output: isOfTables(to) ? { kind: 'tables', folder: output, stem } : { kind: 'file', path },
    })
  }
  return [...byStem.values()]
}

/** Whether a file of this form holds the records of one tag only. */
const isOfTables = (form: Form): boolean => isTable(form) && form !== 'markdown'

/**
 * Whether the output is a folder: it exists as a folder, or ends with a slash. If the form needs a file per tag, a new
 * path without the extension of the form is a folder too.
 */
function isFolder(output: string, to: Form): boolean {
  if (output.endsWith('/') || output.endsWith(sep)) return true
  return existsSync(output) ? statSync(output).isDirectory() : isOfTables(to) && formOfName(output) !== to
}
