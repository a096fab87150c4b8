import { sensitiveFieldsOf } from '../../shared/domains/sensitive.ts'
import type { AgentCompletions, agentCompletionRequest } from '../../shared/protocol/agents.ts'
import type { ParamsOf } from '../../shared/protocol/request.ts'
import { type AgentContext, pathOf } from './context.ts'

/** The most values of an answer, by the Model Context Protocol. */
const mostValues = 100

/** What can be written at the end of a text: what begins with it, and then what has it in it, in the order of texts. */
export function completionsFor(
  context: AgentContext,
  { of, text }: ParamsOf<typeof agentCompletionRequest>,
): AgentCompletions {
  const wanted = text.toLowerCase()
  const matches = [...new Set(candidates(context, of))].flatMap(value => {
    const at = value.toLowerCase().indexOf(wanted)
    return at < 0 ? [] : [{ value, isStart: at === 0 }]
  })
  matches.sort((one, other) => Number(other.isStart) - Number(one.isStart) || (one.value < other.value ? -1 : 1))
  return { values: matches.slice(0, mostValues).map(({ value }) => value), total: matches.length }
}

function candidates(context: AgentContext, of: ParamsOf<typeof agentCompletionRequest>['of']): Iterable<string> {
  const { registry, index } = context
  switch (of) {
    case 'domain':
      return registry.domains.keys()
    case 'tag': {
      const tags = [...registry.tags.values()]
      const named = tags.filter(({ name }) => registry.tagsNamed(name).length === 1)
      return [...named.map(({ name }) => name), ...registry.tags.keys()]
    }
    case 'path':
      return Array.from(index.uris(), uri => pathOf(context, uri))
    case 'id': {
      const tags = [...registry.tags.values()].filter(tag => !sensitiveFieldsOf(tag).has(tag.identityField))
      const names = new Map(tags.map(({ nameOfRecords }) => [nameOfRecords.path, nameOfRecords]))
      return [...names.values()].flatMap(name => [...index.idsOf(name)])
    }
  }
}
