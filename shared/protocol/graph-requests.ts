import * as v from 'valibot'

/** The form of what is asked about graphs, for `parse` of valibot: a request of another form is refused. */
export const graphParams = v.object({
  uri: v.optional(v.string()),
  line: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  depth: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))),
})
