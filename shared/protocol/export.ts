import * as v from 'valibot'
import { type Exported, textForms } from '../convert/text-forms.ts'
import { inFile, request } from './request.ts'

/** Client to server: the records of an open file in another format; an empty list if there are none. */
export const exportRequest = request<readonly Exported[]>()(
  'recline/export',
  v.object({ ...inFile.entries, format: v.picklist(textForms) }),
)

export type { Exported } from '../convert/text-forms.ts'
