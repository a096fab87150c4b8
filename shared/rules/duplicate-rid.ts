import { definitionRule } from '../rule.ts'
import { show } from '../values.ts'

/**
 * An id that another record of the same tag and domain has. In one file it is the later record that is reported; of
 * records in several files, each file's, as none of them comes first.
 */
export const duplicateRid = definitionRule('duplicate-rid', 'error', ({ definition, count, isLater, isElsewhere, others, report }) => {
  if (!isLater && !isElsewhere()) return
  const { tag, id } = definition
  report(`${tag} ${show(id)} is there ${count === 2 ? 'twice' : `${count} times`}; an id stands for one record of its tag, so give one of them another.`, {
    related: others().map(at => ({ at, message: `Another ${tag} ${show(id)}.` })),
  })
})
