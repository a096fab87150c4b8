import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { identityEdit } from '../fixes/edits.ts'
import type { DefinitionContext, Fix, Rule } from '../rule.ts'

/**
 * In one file, the later record has the problem. If the records are in several files, the rule reports a record in each
 * file, because no file comes first.
 */
export const duplicateRid: Rule = {
  code: 'duplicate-rid',
  severity: 'error',
  summary: 'Two records of the same domain and tag have the same id.',
  definition: context => {
    const {
      definition: { tag, id },
      count,
      isLater,
      isElsewhere,
      others,
      report,
    } = context
    if (!isLater && !isElsewhere()) return
    report(
      count === 2
        ? localize(
            '{tag} {id} exists twice; an id must be unique among the records of its tag, so change one of them.',
            {
              tag,
              id: show(id),
            },
          )
        : localize(
            '{tag} {id} exists {count} times; an id must be unique among the records of its tag, so change one of them.',
            { tag, id: show(id), count },
          ),
      {
        related: () => others().map(at => ({ at, message: localize('Another {tag} {id}.', { tag, id: show(id) }) })),
        fixes: () => takeNextId(context),
      },
    )
  },
}

/** References are not changed: they now mean the record that keeps the id. */
function takeNextId({ record, definition, nextId }: DefinitionContext): Fix[] {
  const id = nextId()
  return !record || id === undefined
    ? []
    : [{ title: localize('Change to {text}', { text: id }), edits: [identityEdit(record, definition, id)] }]
}
