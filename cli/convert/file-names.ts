import { basename } from 'node:path'
import { isTag } from '../../shared/convert/plain-record.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { type Form, formOfName, forms, isTable } from './forms.ts'

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
export const tagInName = (file: string, registry: Registry): string | undefined => partsOf(file, registry).tag

/**
 * The name of a file without its extension, and without the tag of a table. Files with the same stem belong together.
 */
export const stemOf = (file: string, registry: Registry): string => partsOf(file, registry).stem

function partsOf(file: string, registry: Registry): NameParts {
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
export const nameOf = (stem: string, form: Form, tag?: string): string =>
  `${stem}${tag === undefined ? '' : `.${tag}`}${forms[form][0]}`
