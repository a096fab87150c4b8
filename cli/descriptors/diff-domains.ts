import { localize } from '../../shared/domains/localize.ts'
import { changeId, type DomainChange } from '../../shared/evolution/change.ts'
import { versionStep } from '../../shared/evolution/version-step.ts'
import { jsonText } from '../../shared/syntax/controls.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { print } from '../output/output.ts'
import { type ComparedDomain, compareNamed } from './compared-domains.ts'

export interface DescriptorsDiffOptions {
  readonly format: 'text' | 'json' | 'markdown'
  readonly descriptors: readonly string[]
}

/** Prints what differs between two versions of domains. */
export async function diffDomains(oldName: string, newName: string, options: DescriptorsDiffOptions): Promise<void> {
  const compared = await compareNamed(oldName, newName, options.descriptors)
  if ('failure' in compared) {
    complain(compared.failure)
    host.exitCode = ExitCode.CouldNotRun
    return
  }
  const { domains } = compared
  if (options.format === 'json') await print([`${jsonText(domains.map(asJson))}\n`])
  else await print([domains.map(options.format === 'text' ? asText : asMarkdown).join('\n')])
}

const asJson = (domain: ComparedDomain): object => ({
  domain: domain.path,
  before: domain.before?.descriptor.version ?? null,
  after: domain.after?.descriptor.version ?? null,
  step: versionStep(domain.changes),
  changes: domain.changes.map(change => ({ id: changeId(change), ...change })),
})

const comparedVersions = ({ path, before, after }: ComparedDomain): string =>
  `${path} ${before?.descriptor.version ?? noVersion()} -> ${after?.descriptor.version ?? noVersion()}`

const noVersion = (): string => localize('(none)')

/** Who a change breaks, in a few words. */
function effectOf({ records, readers }: DomainChange): string {
  const names = [[localize('records'), records] as const, [localize('readers'), readers] as const]
  const those = (effect: string): string[] => names.flatMap(([name, one]) => (one === effect ? name : []))
  const [breaks, may] = [those('breaking'), those('possibly')] as const
  const effects = [
    ...(breaks.length > 0 ? [localize('breaks {things}', { things: { and: breaks } })] : []),
    ...(may.length > 0 ? [localize('may break {things}', { things: { and: may } })] : []),
  ]
  return effects.length === 0 ? localize('compatible') : effects.join(', ')
}

function asText(domain: ComparedDomain): string {
  const { changes } = domain
  if (changes.length === 0) return `${localize('{versions}: no changes.', { versions: comparedVersions(domain) })}\n`
  const lines = changes.map(change => `  ${effectOf(change)}: ${change.message} [${changeId(change)}]\n`)
  return `${stepText(domain)}\n${lines.join('')}`
}

function stepText(domain: ComparedDomain): string {
  const { length: count } = domain.changes
  const places = {
    versions: comparedVersions(domain),
    changes: count === 1 ? localize('1 change') : localize('{count} changes', { count }),
  }
  switch (versionStep(domain.changes)) {
    case 'major':
      return localize('{versions}: {changes}; the new version needs a higher first number.', places)
    case 'minor':
      return localize('{versions}: {changes}; the new version needs a higher second number.', places)
    case 'patch':
      return localize('{versions}: {changes}; a higher third number is enough for the new version.', places)
  }
}

const markdownCell = (text: string): string =>
  text.replace(/[|\\]/g, '\\$&').replace(/[<&]/g, one => (one === '<' ? '&lt;' : '&amp;'))

function asMarkdown(domain: ComparedDomain): string {
  const rows = domain.changes.map(
    change => `| ${markdownCell(change.message)} | ${effectOf(change)} | \`${changeId(change)}\` |\n`,
  )
  const table = rows.length === 0 ? 'No changes.\n' : `| change | effect | id |\n| --- | --- | --- |\n${rows.join('')}`
  return `### ${markdownCell(comparedVersions(domain))}\n\n${table}`
}
