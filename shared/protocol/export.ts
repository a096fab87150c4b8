import * as v from 'valibot'
import { type Exported, exportFormats } from '../convert/export-formats.ts'
import { inFile, request } from './request.ts'

/** Client to server: the records of an open file in another format; an empty list if there are none. */
export const exportRequest = request<readonly Exported[]>()(
  'recline/export',
  v.object({ ...inFile.entries, format: v.picklist(exportFormats) }),
)

export type { Exported } from '../convert/export-formats.ts'
