import { show } from '../../domains/message-text.ts'
import { identityEdit } from '../edits.ts'
import type { DefinitionContext, Fix, Rule } from '../rule.ts'

/**
 * An id that another record of the same tag and domain has. In one file it is the later record that is reported; of
 * records in several files, each file's, as none of them comes first.
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
      `${tag} ${show(id)} exists ${count === 2 ? 'twice' : `${count} times`}; an id must be unique among the records of its tag, so change one of them.`,
      {
        related: () => others().map(at => ({ at, message: `Another ${tag} ${show(id)}.` })),
        fixes: () => takeNextId(context),
      },
    )
  },
}

/** References stay with the records that keep the id. */
function takeNextId({ record, definition, nextId }: DefinitionContext): Fix[] {
  const id = nextId()
  return !record || id === undefined
    ? []
    : [{ title: `Change to ${id}`, edits: [identityEdit(record, definition, id)] }]
}
