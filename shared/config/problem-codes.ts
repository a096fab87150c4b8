import type { ProblemCode } from '../check/rule.ts'
import { rules } from '../check/rules/index.ts'
import { configCodes } from './config-codes.ts'
import { descriptorCodes } from './descriptor-rules/index.ts'

/** All problem codes, by what has the problem. */
export const problemCodes = {
  ofRecords: rules as readonly ProblemCode[],
  ofDescriptors: descriptorCodes,
  ofConfig: Object.values(configCodes) as readonly ProblemCode[],
}
