import { basename } from 'node:path'
import { isTag } from '../../shared/convert/plain-record.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { type Form, formOfName, forms, isTable } from './forms.ts'

/**
 * What a file's name says besides its form: `q1.compliance.CONTROL.csv` is the table of CONTROL among those that belong
 * to `q1.compliance`.
 */
interface NameParts {
  readonly stem: string
  readonly tag: string | undefined
}

/**
 * The tag that the name of a table says: its last part, if that is written as a tag and follows another, or is known.
 */
export const tagInName = (file: string, registry: Registry): string | undefined => partsOf(file, registry).tag

/** What files have in common that become one: the name without its form, and without its tag for a table. */
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

/** The name of a file of a form; of a table with its tag. */
export const nameOf = (stem: string, form: Form, tag?: string): string =>
  `${stem}${tag === undefined ? '' : `.${tag}`}${forms[form][0]}`
