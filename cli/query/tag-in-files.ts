import { tagsOfRule } from '../../shared/check/declared/declared-rules.ts'
import { tagOfName } from '../../shared/check/tag-of-name.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import { queryPlan } from '../../shared/query/query-plan.ts'
import type { Plan } from '../plan/plan.ts'
import { findRecords } from './find-records.ts'

/**
 * The name of a tag with its domain, if several domains have the tag and the files have records of one of these only;
 * otherwise the name as it is.
 */
export async function tagInFiles(name: string, plan: Plan, domains: readonly string[]): Promise<string> {
  if (!('problem' in tagOfName(name, plan.registry, domains))) return name
  const present: string[] = []
  for (const tag of tagsOfRule(name, plan.registry)) if (await hasRecord(plan, tag)) present.push(tag.fullName.path)
  return present.length === 1 ? present[0]! : name
}

async function hasRecord(plan: Plan, tag: Tag): Promise<boolean> {
  const query = queryPlan({ tag: tag.fullName.path, format: 'rec' }, plan.registry, [])
  if ('problem' in query) return false
  // The query itself tells which files cannot be read.
  for await (const _ of findRecords(plan, query, 0, () => undefined)) return true
  return false
}
