import type { Registry } from '../../shared/domains/registry.ts'
import { draftDescriptor } from '../../shared/draft/draft-descriptor.ts'
import { baseOfTables, type DraftTable, draftDataIn, draftDataOf, newDomainPath } from '../../shared/draft/tables.ts'
import { tableIn } from '../../shared/import/data-to-import.ts'
import type { DraftedDescriptor, draftDescriptorRequest } from '../../shared/protocol/draft.ts'
import type { ParamsOf } from '../../shared/protocol/request.ts'

/** A descriptor that files of data suggest. */
export function draftedDescriptor(
  { files, extends: path }: ParamsOf<typeof draftDescriptorRequest>,
  registry: Registry,
): DraftedDescriptor {
  const tables: DraftTable[] = []
  const problems: string[] = []
  for (const { name, data } of files) {
    const read =
      typeof data === 'string'
        ? draftDataIn(data, name, { registry, fileName: name, settingDomains: [] })
        : draftDataOf(tableIn(data), name, { tag: data.tag })
    if ('problems' in read) problems.push(`${name}: ${read.problems[0]}`)
    else tables.push(...read.tables)
  }
  const base = path === null ? baseOfTables(tables) : registry.domainNamed(path)
  const wanted = newDomainPath(base, files[0]?.name ?? 'data')
  let domain = wanted
  for (let number = 2; registry.domains.has(domain); number++) domain = `${wanted}${number}`
  const { text, reasons } = draftDescriptor(domain, tables, base)
  const fileName = `${domain.slice(domain.indexOf('.') + 1)}.domain.json`
  return { fileName, text: problems.length > 0 ? '' : text, reasons, problems }
}
