import { type CheckedFile, checkFile, problemsOf } from '../../check/check.ts'
import { builtinDescriptors } from '../../domains/built-in.ts'
import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { createRegistry } from '../../domains/registry.ts'
import { parse, positionIn } from '../../syntax/tree.ts'
import type { DescriptorRule } from '../descriptors/descriptor-rule.ts'
import { changeFix, propertyValue } from '../json.ts'
import { onOneLine } from './example.ts'

export const descriptorUseCase: DescriptorRule = {
  code: 'descriptor-use-case',
  severity: 'warning',
  summary: 'The example of a use case has a problem, or `tags_used` does not list its tags.',
  check({ domain, records, useCases, isPartial }, report) {
    // An example can need what is left out because of an error.
    if (domain === undefined || isPartial || useCases.length === 0) return
    const own = { domain, version: '', description: '', records: records.map(({ value }) => value) }
    const registry = createRegistry([...builtinDescriptors.filter(other => other.domain !== domain), own])
    for (const part of useCases) {
      const { id, example, tags_used } = part.useCase
      const file = checkFile(parse(example), { registry, fileName: '', settingDomains: [domain] })
      const problem = problemIn(file, shorten(id))
      const tags = distinctTags(file)
      if (problem !== undefined) {
        report(part, 'example', problem)
      } else if (isDifferent(tags, tags_used)) {
        const message = localize('tags_used of the use case {id} must list the tags of its example: {tags}.', {
          id: shorten(id),
          tags: tags.length > 0 ? { list: tags } : '[]',
        })
        const fix = changeFix(propertyValue(part.node, 'tags_used')!, JSON.stringify(tags))
        report(part, 'tags_used', message, { fixes: () => [{ ...fix, isSafe: true }] })
      }
    }
  },
}

/** How many problems an example has, and the first of them; undefined without one. Matters of form do not count. */
function problemIn(file: CheckedFile, id: string): string | undefined {
  const [first, ...others] = problemsOf(file).filter(({ severity }) => severity !== 'information')
  if (!first) return undefined
  const line = positionIn(file.tree, first.entry, first.start).line + 1
  const problem = onOneLine(first.message)
  if (others.length === 0)
    return localize('The example of the use case {id} has a problem in line {line}: {problem}', { id, line, problem })
  return localize('The example of the use case {id} has {count} problems, the first in line {line}: {problem}', {
    id,
    count: others.length + 1,
    line,
    problem,
  })
}

/** The tags of the records, each once, in their order. */
const distinctTags = ({ entries }: CheckedFile): string[] => [...new Set(entries.flatMap(({ tag }) => tag?.name ?? []))]

const isDifferent = (one: readonly string[], other: readonly string[]): boolean =>
  [...new Set(one)].sort().join() !== [...new Set(other)].sort().join()
