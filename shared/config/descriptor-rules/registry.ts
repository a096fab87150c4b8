import type { Node } from 'jsonc-parser'
import { localize } from '../../domains/localize.ts'
import type { DescriptorRule } from '../descriptors/descriptor-rule.ts'
import { changeFix, propertyValue, showNode, spanOf } from '../json.ts'

export const descriptorRegistry: DescriptorRule = {
  code: 'descriptor-registry',
  severity: 'warning',
  summary: '`registry` says something else than the rest of the descriptor.',
  needsNoBase: true,
  check({ domain, root }, report) {
    const at = (...path: string[]): Node | undefined =>
      path.reduce((node: Node | undefined, key) => node && propertyValue(node, key), root.node)
    const expect = (path: readonly string[], right: unknown, where: string): void => {
      const written = at('registry', ...path)
      if (!written || !['string', 'null'].includes(written.type) || written.value === right) return
      const name = ['registry', ...path].join('.')
      const message = localize('{name} is {written}, and {where} is {right}; write the same in both.', {
        name,
        written: showNode(written),
        where,
        right: JSON.stringify(right),
      })
      report(root, 'registry', message, {
        at: spanOf(written),
        fixes: () => [{ ...changeFix(written, JSON.stringify(right)), isSafe: true }],
      })
    }
    if (domain !== undefined) {
      expect(['domain', 'path'], domain, 'domain')
      expect(['namespace', 'path'], domain.split('.')[0], localize('the namespace of the domain'))
    }
    for (const key of ['state', 'notice']) {
      const own = at(key)
      if (own && ['string', 'null'].includes(own.type)) expect(['domain', key], own.value, key)
    }
  },
}
