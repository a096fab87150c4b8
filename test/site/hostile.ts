import type { Descriptor } from '../../shared/domains/descriptor.ts'

/**
 * Text that would run as a script if it were used as markup: as an element, in an attribute or inside a script.
 */
const attack = `</script></code>"'><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`

/** A descriptor in which everything that can be text is an attack. It loads, as a descriptor from anywhere might. */
export const hostileDescriptor: Descriptor = {
  domain: `acme.../../${attack}`,
  version: attack,
  description: attack,
  records: [
    {
      tag: attack,
      description: `${attack} and \`${attack}\``,
      fields: [
        {
          name: attack,
          type: 'string',
          required: true,
          enum: [attack, '__proto__', 'constructor'],
          enumDescriptions: { [attack]: attack },
          unit: attack,
          pattern: attack,
          ref: attack,
          example: attack,
          description: `hostile ${attack}`,
        },
        { name: 'plain', type: 'int' },
      ],
    },
    { tag: 'constructor', fields: [] },
  ],
  meta: {
    tagline: attack,
    highlights: [attack, 'absent'],
    links: [
      { url: 'javascript:document.title="taken"', type: attack, label: `no address ${attack}` },
      { url: 'http://example.com/', type: 'reference', label: 'not encrypted' },
      { url: `https://example.com/"onmouseover="document.title='taken'`, type: 'reference', label: attack },
    ],
    related: [{ domain: attack, reason: attack, relationship: attack }],
    tag_context: { [attack]: { purpose: attack, when_to_use: attack, related_standards: [attack] } },
    use_cases: [
      {
        id: attack,
        title: attack,
        description: attack,
        tags: [attack],
        tags_used: [attack],
        steps: [attack],
        example: `@A b="${attack}\n${attack}`,
      },
    ],
  },
}
