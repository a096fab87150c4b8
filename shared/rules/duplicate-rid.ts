import { definitionRule } from '../rule.ts'
import { show } from '../values.ts'

/** An id that another record of the same tag and domain has, in any file. */
export const duplicateRid = definitionRule('duplicate-rid', 'error', ({ definition, count, others, report }) => {
  if (count < 2) return
  const { tag, id } = definition
  report(`${count} records are ${tag} ${show(id)}; an id stands for one record of its tag, so give this one or the other${count > 2 ? 's' : ''} another.`, {
    related: others().map(at => ({ at, message: `Another ${tag} ${show(id)}.` })),
  })
})
