import { existsSync } from 'node:fs'
import { isCancel, multiselect, select } from '@clack/prompts'
import { localize } from '../../shared/domains/localize.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import { printed } from '../files/paths.ts'
import type { Beginning } from './first-files.ts'

/**
 * Asks for the domain, unless it is given, and for the files to write. Returns undefined if the user cancels.
 *
 * @param filesFor returns the files to choose from for a domain
 */
export async function ask(
  domains: readonly Domain[],
  given: Domain | undefined,
  filesFor: (domain: Domain) => readonly Beginning[],
): Promise<readonly Beginning[] | undefined> {
  const domain =
    given ??
    (await select({
      message: localize('What are the records about?'),
      options: domains.map(domain => ({
        value: domain,
        label: domain.path,
        hint: plainProse(domain.descriptor.meta?.tagline ?? domain.descriptor.description),
      })),
      maxItems: 12,
    }))
  if (isCancel(domain)) return undefined
  const files = filesFor(domain)
  const chosen = await multiselect({
    message: localize('Which files should be written?'),
    options: files.map(file => ({
      value: file,
      label: printed(file.path),
      hint: isThere(file) ? localize('already exists') : file.purpose,
      disabled: isThere(file),
    })),
    initialValues: files.filter(file => !isThere(file) && file.onlyWith === undefined),
    required: false,
  })
  return isCancel(chosen) ? undefined : chosen
}

const isThere = ({ path }: Beginning): boolean => existsSync(path)
