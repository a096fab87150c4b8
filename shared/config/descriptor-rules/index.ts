import type { ProblemCode } from '../../check/rule.ts'
import type { DescriptorRule } from '../descriptors/descriptor-rule.ts'
import { schemaCodes } from '../descriptors/descriptor-schema.ts'
import { descriptorApproval } from './approval.ts'
import { descriptorCount } from './count.ts'
import { descriptorDefault } from './default.ts'
import { descriptorDeprecated } from './deprecated.ts'
import { descriptorDue } from './due.ts'
import { descriptorDuplicate } from './duplicate.ts'
import { descriptorEnum } from './enum.ts'
import { descriptorExample } from './example.ts'
import { descriptorExpression } from './expression.ts'
import { descriptorExtends, descriptorWidens } from './extends.ts'
import { descriptorFileField } from './file.ts'
import { descriptorFormat } from './format.ts'
import { descriptorHash } from './hash.ts'
import { descriptorList } from './list.ts'
import { descriptorPattern } from './pattern.ts'
import { descriptorRange } from './range.ts'
import { descriptorRef } from './ref.ts'
import { descriptorRegistry } from './registry.ts'
import { descriptorRenamed } from './renamed.ts'
import { descriptorTransitions } from './transitions.ts'
import { descriptorUnique } from './unique.ts'
import { descriptorUseCase } from './use-case.ts'

/** The rules that a schema cannot express. Examples come last: they are checked against what the other rules left. */
export const descriptorRules: readonly DescriptorRule[] = [
  descriptorDuplicate,
  descriptorCount,
  descriptorEnum,
  descriptorPattern,
  descriptorRange,
  descriptorList,
  descriptorFormat,
  descriptorDue,
  descriptorFileField,
  descriptorDefault,
  descriptorRef,
  descriptorTransitions,
  descriptorUnique,
  descriptorApproval,
  descriptorDeprecated,
  descriptorRenamed,
  descriptorExpression,
  descriptorExample,
  descriptorUseCase,
  descriptorRegistry,
  descriptorHash,
  descriptorExtends,
  descriptorWidens,
]

/** The codes of the problems of descriptor files. */
export const descriptorCodes: readonly ProblemCode[] = [...Object.values(schemaCodes), ...descriptorRules]
