import { stat } from 'node:fs/promises'
import { counted } from '../../shared/basics/text.ts'
import type { Severity } from '../../shared/check/rule.ts'
import type { DescriptorDraft } from '../../shared/config/descriptor-rule.ts'
import { arrayItems, propertyOf, propertyValue, spanOf } from '../../shared/config/json.ts'
import { type DomainChange, withoutAllowed } from '../../shared/evolution/change.ts'
import type { ChangeEffect } from '../../shared/evolution/kinds.ts'
import type { Span } from '../../shared/syntax/nodes.ts'
import type { Failure } from '../files/failure.ts'
import { allAtOnce, type FileResult, type PlacedProblem } from '../output/file-result.ts'
import { type FormatName, formats } from '../output/formats/index.ts'
import { placesInText, spanBetween } from '../output/places.ts'
import { type ReportOptions, report } from '../output/report.ts'
import { BrokenRecords } from './broken-records.ts'
import { type ComparedDomain, compareDomains } from './compared-domains.ts'
import { type DescriptorVersion, readDescriptorVersion } from './descriptor-versions.ts'

export interface BreakingOptions {
  readonly against: string
  readonly records?: readonly string[]
  readonly for: 'records' | 'readers' | 'both'
  readonly format: FormatName
  readonly output?: string
  readonly descriptors: readonly string[]
}

/** Lists the changes of descriptors that break records or readers, as the problems of the new descriptors. */
export async function breaking(paths: readonly string[], options: BreakingOptions, how: ReportOptions): Promise<void> {
  const { output } = options
  const format = await formats[options.format]()
  await report(resultsOf(paths, options), format, { ...how, ...(output !== undefined && { output }) })
}

async function* resultsOf(paths: readonly string[], options: BreakingOptions): AsyncGenerator<FileResult | Failure> {
  const versions = await bothVersions(paths, options.against)
  if ('failure' in versions) return yield versions
  const compared = await compareDomains(versions.old, versions.now, options.descriptors)
  if ('failure' in compared) return yield compared
  const broken = options.records && (await BrokenRecords.find(options.records, compared))
  for (const failure of broken?.failures ?? []) yield failure
  for (const domain of compared.domains) yield resultOf(domain, options.for, broken)
}

async function bothVersions(
  paths: readonly string[],
  against: string,
): Promise<{ readonly old: DescriptorVersion; readonly now: DescriptorVersion } | Failure> {
  const now = await together(paths)
  if ('failure' in now) return now
  const isNamed = against.includes(':') || (await stat(against).catch(() => undefined)) !== undefined
  const old = await together(isNamed ? [against] : paths.map(path => `${against}:./${path}`), !isNamed)
  return 'failure' in old ? old : { old, now }
}

/** @param mayLack whether a file that does not exist is left out, because it is new */
async function together(names: readonly string[], mayLack = false): Promise<DescriptorVersion | Failure> {
  const all = new Map<string, ReturnType<DescriptorVersion['get']> & object>()
  for (const name of names) {
    const version = await readDescriptorVersion(name)
    if ('failure' in version) {
      if (mayLack && version.isOfNoFiles) continue
      return version
    }
    for (const [domain, descriptor] of version) {
      const other = all.get(domain)
      if (other) return { failure: `${descriptor.name} and ${other.name} both define ${domain}; name one of them.` }
      all.set(domain, descriptor)
    }
  }
  return all
}

function resultOf(
  domain: ComparedDomain,
  wanted: BreakingOptions['for'],
  broken: BrokenRecords | undefined,
): FileResult {
  const { file, after } = domain
  const { parts } = file.file
  const { changes, unused } = withoutAllowed(domain.changes, after?.written.allowedChanges)
  const found = changes.flatMap(change => problemOf(domain, change, wanted, broken, parts))
  const exceptions = parts && propertyValue(parts.root.node, 'allowedChanges')
  for (const id of unused)
    found.push({
      code: 'unused-exception',
      severity: 'warning',
      message: `allowedChanges allows ${id}, and there is no such change; remove it.`,
      ...spanOf(propertyOf(exceptions!, id)!),
    })
  found.sort((one, other) => one.start - other.start)
  const placeOf = placesInText(
    file.text,
    found.flatMap(({ start, end }) => [start, end]),
  )
  return {
    file: file.name,
    records: after?.descriptor.records.length ?? 0,
    bytes: Buffer.byteLength(file.text),
    problems: allAtOnce(
      found.map(
        ({ start, end, code, severity, message, tag = null, field = null }): PlacedProblem => ({
          code,
          severity,
          message,
          ...spanBetween(placeOf(start), placeOf(end)),
          domain: domain.path,
          tag,
          field,
          identity: { record: [domain.path, tag].filter(Boolean).join('.'), value: field ?? '' },
        }),
      ),
    ),
  }
}

interface PlacedChange extends Span {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  readonly tag?: string | undefined
  readonly field?: string | undefined
}

/** A change as a problem; none if it breaks nothing. */
function problemOf(
  domain: ComparedDomain,
  change: DomainChange,
  wanted: BreakingOptions['for'],
  broken: BrokenRecords | undefined,
  parts: DescriptorDraft | undefined,
): PlacedChange[] {
  const count = broken?.countOf(domain.path, change)
  // What records show goes before what could happen to some.
  const shown = count && count.broken > 0 ? 'breaking' : 'compatible'
  const ofRecords = count ? shown : change.records
  const records = wanted === 'readers' ? 'compatible' : ofRecords
  const readers = wanted === 'records' ? 'compatible' : change.readers
  const effects: readonly ChangeEffect[] = [records, readers]
  if (effects.every(effect => effect === 'compatible')) return []
  const severity = effects.includes('breaking') ? 'error' : 'warning'
  const says = [
    records === 'breaking' && (count ? `it breaks ${count.text}` : 'it breaks records'),
    records === 'possibly' && 'it may break records',
    count && count.broken === 0 && wanted !== 'readers' && `it breaks none of ${counted(count.records, 'record')}`,
    readers === 'breaking' && 'it breaks readers',
    readers === 'possibly' && 'it may break readers',
  ].filter(part => typeof part === 'string')
  const { kind: code, message, tag, field } = change
  return [
    {
      code,
      severity,
      message: `${message.replace(/\.$/, '')}; ${says.join(', and ')}.`,
      tag,
      field,
      ...placeOfChange(parts, change),
    },
  ]
}

/** Where a change is in the new descriptor: its field, rule or tag, or what is left of the place where it was. */
function placeOfChange(parts: DescriptorDraft | undefined, { tag, field, rule }: DomainChange): Span {
  if (!parts) return { start: 0, end: 0 }
  const record = parts.records.find(one => one.tag === tag)
  const ofField = record?.fields.find(one => one.field === field)
  const rules = arrayItems(record && propertyValue(record.node, 'rules'))
  const ofRule = rules.find(one => rule !== undefined && propertyValue(one, 'id')?.value === rule)
  const name =
    (ofField && propertyValue(ofField.node, 'name')) ??
    (ofRule && propertyValue(ofRule, 'id')) ??
    (record && propertyValue(record.node, 'tag')) ??
    propertyValue(parts.root.node, 'domain')
  return spanOf(name ?? parts.root.node)
}
