import { expect, test } from 'vitest'
import { expectLinearSteps } from '../../../test/count-steps.ts'
import { createRegistry } from '../../domains/registry.ts'
import { readDescriptorFile } from './descriptor-file.ts'
import { descriptorRuleProblems, foreignReferenceProblems } from './descriptor-set.ts'

test('a descriptor with many tags that refer to one another, and replace one another', () =>
  expectLinearSteps(2500, size => {
    const records = Array.from({ length: size }, (_, index) => ({
      tag: `T${index}`,
      deprecated: { use: `T${(index + 1) % size}` },
      fields: [
        { name: 'rid', type: 'string' },
        { name: 'next_ref', type: 'string', ref: `T${(index + 1) % size}` },
        { name: 'other_ref', type: 'string', ref: `acme.big.T${(index * 7) % size}`, deprecated: { use: 'next_ref' } },
      ],
    }))
    const text = JSON.stringify({ domain: 'acme.big', version: '1.0', description: '', records })
    return () => {
      const file = readDescriptorFile(text)
      const registry = createRegistry([file.descriptor ?? []].flat())
      const problems = [
        ...file.problems,
        ...foreignReferenceProblems(file, registry),
        ...descriptorRuleProblems(file, registry),
      ]
      expect(problems).toEqual([])
    }
  }))
