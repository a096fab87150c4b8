import { type CodeAction, type CodeActionContext, CodeActionKind, type Range } from 'vscode-languageserver-types'
import { unknownDomain } from '../../shared/check/rules/unknown-domain.ts'
import { changeDependency } from '../../shared/config/descriptors/dependency-text.ts'
import { namedDomains } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { KnownVersions } from '../../shared/registry/known-versions.ts'
import { offsetAt } from '../../shared/syntax/tree.ts'
import { toDiagnostic } from '../snapshot/diagnostics.ts'
import { type DescriptorText, descriptorEdits } from '../snapshot/json-snapshot.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'
import { editOf } from '../snapshot/workspace-edit.ts'

/** What quick fixes need to know of the places that domains come from. */
export interface KnownPlaces {
  /** The `recline.json` that counts for a file. */
  configOf(uri: string): DescriptorText | undefined
  /** What is known of these places beside a `recline.json`. */
  knownBeside(config: string): KnownVersions
}

/** Quick fixes of an unknown domain that a known place has: they name it in the `recline.json`, and fetch nothing. */
export function dependencyFixes(
  snapshot: Snapshot,
  range: Range,
  { only }: CodeActionContext,
  { configOf, knownBeside }: KnownPlaces,
): CodeAction[] {
  if (!snapshot.client.changesDependencies) return []
  if (only && !only.some(kind => kind === '' || kind === CodeActionKind.QuickFix)) return []
  const { tree } = snapshot.file
  const [start, end] = [offsetAt(tree, range.start), offsetAt(tree, range.end)]
  return problemsIn(snapshot).flatMap(problem => {
    const at = tree.starts[problem.entry]!
    if (problem.code !== unknownDomain.code || at + problem.start > end || at + problem.end < start) return []
    const record = tree.entries[problem.entry]!
    const named = record.kind === 'record' ? namedDomains(record, snapshot.registry) : []
    const name = named.find(one => one.start === problem.start)?.name
    const config = configOf(snapshot.uri)
    if (name === undefined || !config) return []
    const known = knownBeside(config.uri)
    return Object.entries(known).flatMap(([place, { domains }]): CodeAction[] => {
      const changes = Object.hasOwn(domains, name) ? changeDependency(config.text, name, place) : undefined
      return changes
        ? [
            {
              title: localize('Add dependency {domain} from {place}', { domain: shorten(name), place: shorten(place) }),
              kind: CodeActionKind.QuickFix,
              diagnostics: [toDiagnostic(snapshot, problem)],
              edit: editOf(snapshot.client, [descriptorEdits(config, changes)]),
            },
          ]
        : []
    })
  })
}
