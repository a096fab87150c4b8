import type { PromptReference, ResourceTemplateReference } from '@modelcontextprotocol/server'
import type { agentCompletionRequest } from '../../shared/protocol/agents.ts'
import type { ParamsOf } from '../../shared/protocol/request.ts'
import { valuesOfArgument } from './prompts.ts'
import { resourceTemplates } from './resource-templates.ts'

/** What the values of an argument are of a prompt or of a template; undefined if nobody knows them. */
export function completedValues(
  ref: PromptReference | ResourceTemplateReference,
  argument: string,
): ParamsOf<typeof agentCompletionRequest>['of'] | undefined {
  if (ref.type === 'ref/prompt') return valuesOfArgument(ref.name, argument)
  return resourceTemplates.find(({ uriTemplate }) => uriTemplate === ref.uri)?.of
}
