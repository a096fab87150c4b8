import * as v from 'valibot'
import { inFile, request } from './request.ts'

/** Client to server: the records of an open file in another format; an empty list if there are none. */
export const exportRequest = request<readonly Exported[]>()(
  'recline/export',
  v.object({ ...inFile.entries, format: v.picklist(['csv', 'json', 'ndjson', 'markdown']) }),
)

/** Records in another format. A CSV has the records of one tag, so there is one for each tag. */
export interface Exported {
  /** The tag of the records; null if the text has the records of all tags. */
  readonly tag: string | null
  readonly records: number
  readonly text: string
}
