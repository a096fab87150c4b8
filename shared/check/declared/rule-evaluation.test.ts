import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reachable } from '../../../test/expressions.ts'
import { runs } from '../../../test/property-values.ts'
import { ruledLine, ruledRegistry, ruleSettings } from '../../../test/ruled-files.ts'
import type { Tag } from '../../domains/registry.ts'
import { ParsedRecord } from '../../expression/run/parsed-record.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import { parse } from '../../syntax/tree.ts'
import { type FollowedRecord, FollowedRecords, followedFields, followedRecord } from './followed-records.ts'
import { acrossEvaluator, acrossRuleFindings } from './rule-evaluation.ts'

const rules = { registry: ruledRegistry, ruleSettings }
const now = { time: ruleSettings.now!, isDate: false }

interface TaggedRecord {
  readonly tag: Tag
  readonly node: RecordNode
  readonly record: ParsedRecord
}

const recordsIn = (text: string): TaggedRecord[] =>
  parse(text).entries.flatMap(node => {
    if (node.kind !== 'record') return []
    const [tag] = ruledRegistry.tagsNamed(node.text.slice(node.tagStart, node.tagEnd)).toReversed()
    return tag ? { tag, node, record: new ParsedRecord(node) } : []
  })

const texts = fc.array(ruledLine, { maxLength: 20 }).map(lines => lines.join(''))

/** The store of the editor with the values of some records, and these values. */
function stored(records: readonly TaggedRecord[]) {
  const all = new FollowedRecords()
  const values = records.map(({ tag, record }): FollowedRecord => {
    const one = followedRecord(followedFields(rules).get(tag) ?? [], record)
    all.add(tag.fullName.path, one)
    return one
  })
  return { all, values }
}

test('stored values break the same rules as the records themselves, in any order of tags', () =>
  fc.assert(
    fc.property(texts, text => {
      const records = recordsIn(text)
      const { all, values } = stored(records)
      const isBroken = acrossEvaluator(rules, all, now)
      const context = { ...rules, fileName: 'a.rec', settingDomains: [] }
      expect(records.map(({ tag }, index) => isBroken(values[index]!, tag))).toEqual(
        records.map(({ tag, node }) => acrossRuleFindings(node, tag, context, reachable(records)).length > 0),
      )
    }),
    { numRuns: runs(60) },
  ))
