// Holds the scanner of bytes against the check of text.
import { expect } from 'vitest'
import { type CheckedEntry, type CheckedFile, checkFile } from '../shared/check/check.ts'
import { checkSome } from '../shared/check/check-some.ts'
import { hasAnswer, hasSafeFix } from '../shared/check/fixes/fixes.ts'
import type { Finding } from '../shared/check/problem.ts'
import type { FileContext } from '../shared/domains/domains-in-force.ts'
import type { Domain, Registry } from '../shared/domains/registry.ts'
import { utf8Of } from '../shared/scan/bytes/utf8.ts'
import { doubtChecker } from '../shared/scan/doubt-findings.ts'
import { NameHasher } from '../shared/scan/names.ts'
import { type Part, startOfFile } from '../shared/scan/part.ts'
import type { PartNames } from '../shared/scan/part-reading.ts'
import { readPart } from '../shared/scan/read-part.ts'
import { withScan } from '../shared/scan/record-scan.ts'
import { Scanner } from '../shared/scan/scanner.ts'
import { scanTables } from '../shared/scan/tables.ts'
import { allItems } from '../shared/syntax/list.ts'
import { parse } from '../shared/syntax/tree.ts'

const hasher = new NameHasher({ low: 0x12345678, high: 0x9abcdef0 })

/** Text as a part of a file. */
function partOf(text: string): Part {
  const textEnd = utf8Of(text).length
  const end = /[\r\n]$/.test(text) ? textEnd : textEnd + 1
  const bytes = utf8Of(end > textEnd ? `${text}\n` : text, 4)
  return { bytes, end, textEnd, decode: (from, to) => Buffer.from(bytes.subarray(from, to)).toString() }
}

/** What a scanner says of one text: whether it is certain of all of it, and what it noted. */
function scan(text: string, domains: readonly Domain[], registry: Registry) {
  const { bytes, end } = partOf(text)
  const scanner = new Scanner(bytes, tablesOf(domains, registry))
  return { isCertain: scanner.scan(0, end) === end, scanner }
}

/** What is found in one record that is read as a part, and its names. */
function read(text: string, header: string | undefined, context: FileContext) {
  const findings: (Record<string, unknown> & { readonly start: number })[] = []
  let isDoubtful = false
  const { names, counts } = readPart(
    partOf(text),
    { ...startOfFile, header: header === undefined ? undefined : { text: header, line: 0 } },
    context,
    { tablesOf: domains => tablesOf(domains, context.registry), hasher, hasNames: true },
    {
      check: ({ entries, places, header }) => {
        const above = header === undefined ? [] : [header]
        const lines = places.map(({ line }) => line)
        const own = checkSome(above, entries, lines, context).entries.slice(above.length)
        findings.push(...own.flatMap(({ findings }) => findings.map(inField)))
        return own
      },
      checkDoubts: doubtful => {
        isDoubtful = true
        checkDoubts(doubtful, context, (finding, start) =>
          findings.push({
            ...finding,
            related: finding.related?.(),
            start: finding.start + start,
            end: finding.end + start,
          }),
        )
        return true
      },
    },
  )
  // The command line puts all problems of a part in order.
  findings.sort((one, other) => one.start - other.start)
  return { findings, isDoubtful, names: hashesOf(names), counts: [...counts] }
}

/** A finding as it is in a field that is checked alone. */
const inField = ({ fixes, related, ...finding }: Finding) => ({
  ...finding,
  related: related?.(),
  hasSafeFix: hasSafeFix({ ...finding, fixes }),
  hasAnswer: hasAnswer({ ...finding, fixes }),
})

/** As in use, it remembers: what it found in one record must be what it would find in the next. */
const checkDoubts = doubtChecker()

/** As in use, the tables are made once: what they learn from one record must not mislead them in the next. */
function tablesOf(domains: readonly Domain[], registry: Registry) {
  const id = domains.map(({ path }) => path).join()
  const held = tables.get(domains[0]!)?.get(id)
  if (held) return held
  const made = scanTables(domains, hasher, { registry })
  tables.set(domains[0]!, (tables.get(domains[0]!) ?? new Map()).set(id, made))
  return made
}

const tables = new WeakMap<Domain, Map<string, ReturnType<typeof scanTables>>>()

/**
 * Holds what the scanner says of each entry of a file against what the check finds. Says of how many entries it was
 * certain, but for some fields or of all.
 */
export function expectAgreement(
  text: string,
  registry: Registry,
  settingDomains: readonly string[] = [],
): { certain: number; doubtful: number; problems: number } {
  const context: FileContext = { registry, fileName: 'test.rec', settingDomains }
  const file = checkFile(parse(text), context)
  expectSameResults(text, { ...context, isIndexed: true })
  let certain = 0
  let doubtful = 0
  let problems = 0
  file.tree.entries.forEach((entry, index) => {
    const { domains, header } = file.sections.findLast(({ first }) => first <= index)!
    const checked = file.entries[index]!
    problems += checked.findings.length
    if (entry.kind === 'record' && !checked.candidates) {
      const { isDoubtful, ...found } = read(entry.text, header === entry ? undefined : header?.text, context)
      expect(found).toEqual({
        findings: checked.findings.map(inField),
        names: namesOf(checked),
        counts: checked.tag ? [[checked.tag.domain.path, 1]] : [],
      })
      if (isDoubtful) doubtful++
    }
    const { isCertain, scanner } = scan(entry.text, domains, registry)
    if (!isCertain) return
    certain++
    expect(checked.findings).toEqual([])
    expect(checked.candidates).toBeUndefined()
    expect(scanner.records).toBe(entry.kind === 'record' ? 1 : 0)
    expect(scanner.lines).toBe(entry.lineBreaks + (/[\r\n]$/.test(entry.text) ? 0 : 1))
    expect([...scanner.countTags()]).toEqual(checked.tag ? [[checked.tag, 1]] : [])
    expect(namesIn(scanner)).toEqual(namesOf(checked))
  })
  return { certain, doubtful, problems }
}

/** Holds the check of records one at a time against the check without the scanner. */
export function expectSameResults(text: string, context: FileContext): void {
  const tree = parse(text)
  expect(resultsOf(checkFile(tree, withScan(context)))).toEqual(resultsOf(checkFile(tree, context)))
}

const resultsOf = ({ entries, marks, counts }: CheckedFile): object => ({
  entries: entries.map(({ tag, findings, identity, followed, candidates, isAmbiguous }) => ({
    tag,
    findings: findings.map(({ fixes, related, ...finding }) => ({
      ...finding,
      fixes: fixes?.(),
      related: related?.(),
    })),
    identity: identity && {
      title: identity.title,
      definition: identity.definition,
      references: identity.references,
      keys: identity.keys,
    },
    followed,
    candidates,
    isAmbiguous,
  })),
  marks: allItems(marks),
  counts,
})

const namesIn = ({ definitions, references }: Scanner): number[][] =>
  hashesOf({ definitions: definitions.taken(), references: references.taken() })

const hashesOf = ({ definitions, references }: PartNames): number[][] =>
  [definitions, references].map(numbers => [...numbers].filter((_, index) => index % 4 < 2))

const namesOf = ({ identity }: CheckedEntry): number[][] =>
  [[...(identity?.definition ? [identity.definition] : []), ...(identity?.keys ?? [])], identity?.references ?? []].map(
    names =>
      names.flatMap(name => {
        const { low, high } = hasher.of(name)
        return [low, high]
      }),
  )
