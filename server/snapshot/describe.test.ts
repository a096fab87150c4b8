import fc from 'fast-check'
import { expect, test } from 'vitest'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { createRegistry, type Domain } from '../../shared/domains/registry.ts'
import { seen } from '../../test/markdown.ts'
import {
  code,
  describeDomain,
  describeField,
  describeTag,
  describeValues,
  escapeMarkdown,
  markdownProse,
  paragraphs,
} from './describe.ts'

test('escaped text shows in Markdown as it is', () => {
  expect(escapeMarkdown('*a* _b_ `c` [d](e) <f> g|h ~i~ & # + - !')).toBe(
    '\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<f> g\\|h \\~i\\~ & # + - \\!',
  )
  expect(escapeMarkdown('not-started, control_ref (2) &c &amp; {x}')).toBe(
    'not-started, control_ref (2) \\&c \\&amp; {x}',
  )
  expect(escapeMarkdown('- a')).toBe('\\- a')
  expect(escapeMarkdown('# a')).toBe('\\# a')
  expect(escapeMarkdown('one\r\n\r\ntwo\n# three')).toBe('one two # three')
})

test('the fence of code is longer than any fence inside', () => {
  expect(code('x')).toBe('`x`')
  expect(code('a`b')).toBe('`` a`b ``')
  expect(code('``')).toBe('``` `` ```')
  expect(code('a\nb')).toBe('`a b`')
})

test('any text and code is one line', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(escapeMarkdown(text)).not.toMatch(/[\r\n]/)
      expect(code(text)).not.toMatch(/[\r\n]/)
    }),
  ))

test('words between backticks are code, and nothing else in a text is Markdown', () => {
  expect(markdownProse('Compare `a*b` with *c*.')).toBe('Compare `a*b` with \\*c\\*.')
  expect(markdownProse('One ` alone, ``two``, `a``b`')).toBe('One \\` alone, \\`\\`two\\`\\`, \\`a\\`\\`b\\`')
  expect(markdownProse('`<img>` <img> `[x](command:y)` [x](command:y)')).toBe(
    '`<img>` \\<img> `[x](command:y)` \\[x\\](command:y)',
  )
  expect(markdownProse(' a `b\nc`\n\n# d ')).toBe('a `b c` # d')
})

test('a standard is a link where a text names it first, and only if its address is secure', () => {
  const links = [
    { url: 'https://example.com/a)b', type: 'standard', label: 'ISO [1], records' },
    { url: 'https://example.com/long', type: 'standard', label: 'ISO [1] Annex' },
    { url: 'javascript:alert(1)', type: 'standard', label: 'EVIL' },
    { url: 'https://[', type: 'standard', label: 'BROKEN' },
  ]
  const domain = domainOf({ domain: 'core.z', version: '1', description: '', meta: { links }, records: [] })
  expect(markdownProse('ISO [1] Annex, ISO [1], ISO [1] and `ISO [1]`; EVIL, BROKEN', domain)).toBe(
    '[ISO \\[1\\] Annex](https://example.com/long), [ISO \\[1\\]](https://example.com/a%29b), ' +
      'ISO \\[1\\] and `ISO [1]`; EVIL, BROKEN',
  )
})

test('any text of a descriptor is words and code, and all of it is seen', () => {
  const unit = fc.constantFrom('`', 'b', '<', '>', '*', '_', '[', ']', '(', ')', '!', '\\', ' ', '&', '\n', '#', '|')
  fc.assert(
    fc.property(fc.string({ unit }), text => {
      const { parts, text: shown } = seen(`x ${markdownProse(text)} x`)
      expect(parts.filter(part => part !== 'code_inline')).toEqual(['paragraph_open', 'inline', 'paragraph_close'])
      const without = (all: string): string => all.replace(/[`\s]/g, '')
      expect(without(shown)).toBe(without(`x${text}x`))
    }),
  )
})

test('empty paragraphs are left out', () => expect(paragraphs('a', '', 'b')).toBe('a\n\nb'))

test('a hostile descriptor is shown, not obeyed', () => {
  const domain = domainOf({
    domain: 'x.y',
    version: '1*',
    description: '<script>',
    records: [
      {
        tag: 'T',
        description: '[a](command:b)',
        fields: [
          {
            name: 'f',
            type: 'string',
            description: '**bold**',
            unit: 'a|b',
            enum: ['_x_', 'constructor'],
            enumDescriptions: { _x_: '<b>' },
            transitions: { _x_: ['constructor'] },
          },
          { name: 'g', type: 'string', pattern: '`+|x', example: '`' },
        ],
      },
    ],
  })
  const tag = domain.tags.get('T')!
  expect(describeDomain(domain)).toBe('**x.y** · version 1\\*\n\n\\<script>\n\nTags: T')
  expect(describeTag(tag)).toContain('\\[a\\](command:b)')
  expect(describeTag(tag)).toContain('- **f**: \\*\\*bold\\*\\*\n- **g**\n')
  expect(describeField(tag.fields.get('f')!, tag, { current: '_x_' })).toBe(
    '**T.f** · `string` · a\\|b\n\n\\*\\*bold\\*\\*\n\n- **\\_x\\_** ←: \\<b> *(then constructor)*\n- constructor',
  )
  expect(describeField(tag.fields.get('g')!, tag)).toBe('**T.g** · `string`\n\nPattern: `` `+|x ``\n\nExample: `` ` ``')
})

test('a list is described by its items', () => {
  const service = createRegistry(builtinDescriptors).domains.get('core.infrastructure')!.tags.get('SERVICE')!
  const dependencies = service.fields.get('dependencies')!
  expect(describeField(dependencies, service)).toMatch(
    /^\*\*SERVICE\.dependencies\*\* · `string` · items between commas · refers to SERVICE\n/,
  )
  expect(describeValues(dependencies)).toBe('list, refers to SERVICE')
})

test('the descriptions of a tag and of its fields say which values no two records share', () => {
  const field = (name: string) => ({ name, type: 'string' as const })
  const unique = [['a', 'b'], ['c']]
  const domain = domainOf({
    domain: 'core.z',
    version: '2.0',
    description: '',
    records: [{ tag: 'T', fields: ['a', 'b', 'c', 'd'].map(field), unique }],
  })
  const tag = domain.tags.get('T')!
  expect(describeTag(tag)).toContain('\n\nNo two records have the same a and b. No two records have the same c.')
  expect(describeField(tag.fields.get('b')!, tag)).toContain('No two records have the same a and b.')
  expect(describeField(tag.fields.get('d')!, tag)).not.toContain('No two records')
})

test('the description names a catalog of the descriptor', () => {
  const meta = {
    tagline: 'Short and good',
    use_cases: [{ title: 'One' }, { title: 'Two' }],
    tag_context: { T: { when_to_use: 'Now and then.', related_standards: ['ISO 1', 'ISO 2'] } },
  }
  const domain = domainOf({
    domain: 'core.z',
    version: '2.0',
    description: 'Long',
    meta,
    records: [{ tag: 'T', description: 'A tag', fields: [] }],
  })
  expect(describeDomain(domain)).toBe('**core.z** · version 2.0\n\nShort and good\n\nTags: T\n\nUsed for: One; Two')
  expect(describeTag(domain.tags.get('T')!)).toBe('**T** · core.z\n\nA tag\n\nNow and then.\n\nStandards: ISO 1, ISO 2')
})

test.each([
  ['RFC 1035', 'RFC 1035, domain names', 'the label starts with the name'],
  ['ISO 26324:2025', 'DOI System, ISO 26324:2025', 'the label has the name in it'],
  ['Directive 2014/65/EU, Article 27', 'Directive 2014/65/EU, MiFID II', 'the name is a part of what the label names'],
])('%s is a link labeled "%s": %s', (name, label) => {
  expect(standardsLine([name], [label])).toBe(`Standards: [${escapeMarkdown(name)}](https://example.com/0)`)
})

test.each([
  ['NIST SP 800-53', 'NIST SP 800-53A'],
  ['NIST SP 800-53A', 'NIST SP 800-53'],
  ['RFC 1035', 'RFC 103'],
  ['ISO 1', 'Domain names, ISO 10'],
  ['ISO 1', ''],
])('%s is not the standard of the label "%s"', (name, label) => {
  expect(standardsLine([name], [label])).toBe(`Standards: ${escapeMarkdown(name)}`)
})

test('a label with the whole name comes before one that names the whole of it', () => {
  expect(standardsLine(['Rules, Rule 26'], ['Rules, all of them', 'Rules, Rule 26'])).toBe(
    'Standards: [Rules, Rule 26](https://example.com/1)',
  )
})

test('the address of a standard cannot end its link', () => {
  const address = 'https://example.com/a)![x](https://example.com/track.png "y" [z]\\*_`!'
  const meta = {
    tag_context: { T: { related_standards: ['S'] } },
    links: [{ url: address, type: 'standard', label: 'S' }],
  }
  const records = [{ tag: 'T', fields: [] }]
  const domain = domainOf({ domain: 'core.z', version: '1.0', description: '', meta, records })
  expect(describeTag(domain.tags.get('T')!).split('\n').at(-1)).toBe(
    'Standards: [S](https://example.com/a%29%21%5Bx%5D%28https://example.com/track.png%20%22y%22%20%5Bz%5D/%2A_%60%21)',
  )
})

/** The line of standards in the description of a tag, where the link with index n leads to https://example.com/n. */
function standardsLine(names: readonly string[], labels: readonly string[]): string {
  const meta = {
    tag_context: { T: { related_standards: names } },
    links: labels.map((label, index) => ({ url: `https://example.com/${index}`, type: 'standard', label })),
  }
  const domain = domainOf({
    domain: 'core.z',
    version: '1.0',
    description: '',
    meta,
    records: [{ tag: 'T', fields: [] }],
  })
  return describeTag(domain.tags.get('T')!).split('\n').at(-1)!
}

/** The domain that a descriptor makes, of which only what is shown is given. */
function domainOf(descriptor: object): Domain {
  return [...createRegistry([descriptor as Descriptor]).domains.values()][0]!
}
