import { existsSync } from 'node:fs'
import { compareText } from '../../shared/basics/text.ts'
import { checkFile } from '../../shared/check/check.ts'
import { changesOf } from '../../shared/diff/changes.ts'
import { saidBy } from '../../shared/diff/record-fields.ts'
import { renamedFiles } from '../../shared/diff/renamed-files.ts'
import { type Unit, unitsOf } from '../../shared/diff/units.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { fieldOf, type Tag } from '../../shared/domains/registry.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { lineBreakOf, parse } from '../../shared/syntax/tree.ts'
import { readCompared } from '../diff/compared.ts'
import type { Failure } from '../files/failure.ts'
import { keptOfRecord, WholeFiles } from '../files/memory.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { print } from '../output/output.ts'
import { Configs } from '../plan/configs.ts'
import { domainsOfRun } from '../plan/registry.ts'
import { changedDeciders } from './changed-deciders.ts'
import type { ApprovalsOptions, NeededApproval } from './needed-approval.ts'
import { approversIn } from './reviews.ts'

/**
 * Prints which changes of records need the approval of whom, and sets the exit code: with names of approvers or
 * reviews, it is 1 if somebody is missing.
 *
 * @param names the versions as in `recline diff`; `A...` is from where the branch left A to the files of the work tree
 */
export async function listApprovals(names: readonly string[], options: ApprovalsOptions): Promise<void> {
  const given = await approversOf(options)
  if (given && 'failure' in given) return failApprovals(given)
  const approvers = given && new Set(given.names.map(comparedName))
  const needed = await neededApprovals(names, options, approvers)
  if ('failure' in needed) return failApprovals(needed)
  const { approvals, isComplete } = needed
  const isCheck = approvers !== undefined
  const notes = [...needed.notes, ...(given?.stale ?? [])]
  await print((await import('./approvals-output.ts')).approvalsIn(options.format, { ...needed, notes }, isCheck))
  for (const sentence of [...notes, ...rolesWithoutPeople(approvals)]) complain(sentence)
  const missing = approvals.filter(({ approvedBy }) => approvedBy.length === 0).length
  if (isCheck && approvals.length > 0)
    complain(
      approvals.length === 1
        ? localize('1 approval needed, {missing} missing.', { missing })
        : localize('{count} approvals needed, {missing} missing.', { count: approvals.length, missing }),
    )
  const outcome = isCheck && missing > 0 ? ExitCode.Errors : ExitCode.Clean
  host.exitCode = isComplete ? outcome : ExitCode.CouldNotRun
}

function failApprovals({ failure }: Failure): void {
  complain(failure)
  host.exitCode = ExitCode.CouldNotRun
}

/** Those who approved; undefined if nobody asks for approvals. */
async function approversOf({
  approved,
  reviews,
}: ApprovalsOptions): Promise<Awaited<ReturnType<typeof approversIn>> | undefined> {
  if (approved === undefined && reviews === undefined) return undefined
  const ofFile = reviews === undefined ? { names: [], stale: [] } : await approversIn(reviews)
  return 'failure' in ofFile ? ofFile : { ...ofFile, names: [...(approved ?? []), ...ofFile.names] }
}

/** A name of a person without the `@` and in lower case, as servers of git compare them. */
const comparedName = (name: string): string => name.replace(/^@/, '').toLowerCase()

/** Finds the changes that bring a record into a state that needs approval. */
async function neededApprovals(
  names: readonly string[],
  { exclude, descriptors }: ApprovalsOptions,
  approvers: ReadonlySet<string> | undefined,
): Promise<NeededApprovals | Failure> {
  if (names.length === 2 && names.every(name => existsSync(name) || name.includes(':') || name === '-'))
    return {
      failure: localize('Approvals are of changes since a revision; write it before the paths, such as HEAD.'),
    }
  const [, left] = /^(.+)\.{3}$/.exec(names[0] ?? '') ?? []
  const versions =
    left === undefined
      ? await readCompared(names, undefined, exclude)
      : await readCompared(names.slice(1), left, exclude)
  if ('failure' in versions) return versions
  const { before, after, base } = versions
  const kept = new WholeFiles(keptOfRecord.compared)
  for (const [name, text] of [...before.files, ...after.files]) {
    const failure = kept.add(oneLine(name), text)
    if (failure) return failure
  }
  const configs = new Configs()
  const settings = new Map<string, Awaited<ReturnType<Configs['settingsOf']>>>()
  for (const name of after.files.keys()) settings.set(name, await configs.settingsOf({ file: name, path: name }))
  const { registry, paths, failures, warnings } = await domainsOfRun(descriptors, configs)
  for (const sentence of [...warnings, ...failures.map(({ failure }) => failure)]) complain(sentence)
  const newNames = new Map(Array.from(renamedFiles(before.files, after.files), ([name, old]) => [old, name]))
  const old = inOrderOfNames(before.files).flatMap(([name, text]) => {
    const tree = parse(text)
    return unitsOf(tree, registry, lineBreakOf(tree), newNames.get(name) ?? name)
  })
  const tags = new Map<RecordNode, Tag>()
  const now = inOrderOfNames(after.files).flatMap(([name, text]) => {
    const context = { registry, fileName: name, ...domainSettings(settings.get(name)!), onlyNames: true }
    const { tree, entries } = checkFile(parse(text), context)
    for (const [index, { tag }] of entries.entries()) {
      const node = tree.entries[index]!
      if (node.kind === 'record' && tag?.descriptor.approval) tags.set(node, tag)
    }
    return unitsOf(tree, registry, lineBreakOf(tree), name)
  })
  const approvals: NeededApproval[] = []
  for (const { before: was, after: unit } of changesOf(old, now, registry)) {
    const tag = unit?.record && tags.get(unit.record)
    if (!tag) continue
    const config = await configs.configFor(unit.file)
    // A record with another id is another record, so it comes into all of its states.
    const same = was?.key === unit.key ? was : undefined
    for (const state of newStates(tag, same, unit))
      approvals.push(neededApproval(unit, state, config?.config.roles ?? {}, approvers))
  }
  const changed = base && (await changedDeciders(base, [...configs.paths, ...paths]))
  if (typeof changed === 'object') return changed
  return { approvals, registry, notes: changed === undefined ? [] : [changed], isComplete: failures.length === 0 }
}

/** The approvals that changes need. */
type NeededApprovals = Parameters<typeof import('./approvals-output.ts').approvalsIn>[1] & {
  /** Whether all configurations and descriptors could be read. */
  readonly isComplete: boolean
}

const inOrderOfNames = (files: ReadonlyMap<string, string>): (readonly [string, string])[] =>
  [...files].sort(([one], [other]) => compareText(one, other))

type NewState = Pick<NeededApproval, 'field' | 'value' | 'before'> & { readonly roles: readonly string[] }

/** The states of a record that need approval, and that it did not have before. */
function newStates(tag: Tag, was: Unit | undefined, { record }: Unit): NewState[] {
  const [old, now] = [was?.record ? saidBy(was.record) : new Map<string, string>(), saidBy(record!)]
  return Object.entries(tag.descriptor.approval ?? {}).flatMap(([field, states]) => {
    const isList = fieldOf(tag, field)?.list === true
    const before = old.get(field)
    const had = partsOfState(before, isList)
    return partsOfState(now.get(field), isList)
      .filter(value => Object.hasOwn(states, value) && !had.includes(value))
      .map(value => ({ field, value, before, roles: states[value]! }))
  })
}

function partsOfState(value: string | undefined, isList: boolean): readonly string[] {
  if (value === undefined) return []
  return isList ? [...new Set(value.split(',').map(item => item.trim()))] : [value]
}

function neededApproval(
  unit: Unit,
  { roles, ...state }: NewState,
  people: Readonly<Record<string, readonly string[]>>,
  approvers: ReadonlySet<string> | undefined,
): NeededApproval {
  const withPeople = roles.map(role => ({ role, people: Object.hasOwn(people, role) ? people[role]! : [] }))
  const all = [...new Set(withPeople.flatMap(one => one.people))]
  return { unit, ...state, roles: withPeople, approvedBy: all.filter(name => approvers?.has(comparedName(name))) }
}

/** Which roles nobody has, as sentences. */
function rolesWithoutPeople(approvals: readonly NeededApproval[]): string[] {
  const first = new Map<string, Unit>()
  for (const { unit, roles } of approvals)
    for (const { role, people } of roles) if (people.length === 0 && !first.has(role)) first.set(role, unit)
  return Array.from(first, ([role, { file, line }]) =>
    localize(
      'Nobody has the role {role}, which {place} needs; write people into "roles" of the recline.json of that file.',
      { role: shorten(role), place: `${file}:${line + 1}` },
    ),
  )
}
