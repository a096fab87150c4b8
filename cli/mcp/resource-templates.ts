/** The addresses of resources, for programs that build them themselves, and what stands in their braces. */
export const resourceTemplates = [
  {
    uriTemplate: 'recline://file/{+path}',
    name: 'file',
    description: 'The text of a file with records, by its path.',
    of: 'path',
  },
  {
    uriTemplate: 'recline://record/{id}',
    name: 'record',
    description: 'The text of the records with an id.',
    of: 'id',
  },
  {
    uriTemplate: 'recline://domain/{name}',
    name: 'domain',
    description: 'The tags of a domain, such as core.compliance.',
    of: 'domain',
  },
  {
    uriTemplate: 'recline://tag/{tag}',
    name: 'tag',
    description: 'The definition of a tag, such as core.compliance.CONTROL.',
    of: 'tag',
  },
] as const
