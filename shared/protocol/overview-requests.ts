import * as v from 'valibot'

/** The forms of what is asked about overviews, for `parse` of valibot: a request of another form is refused. */
export const overviewParams = v.object({ uri: v.optional(v.string()) })

export const overviewRecordsParams = v.object({ ...overviewParams.entries, key: v.string() })
