/// <reference path="./raw-text.d.ts" />
import type { Registry } from '../../../shared/domains/registry.ts'
// The bundler needs the attribute, and the test runner needs the query, to import the file as text.
import content from './content.css?raw' with { type: 'text' }
import { domainPage } from './domain-page.ts'
import frame from './frame.css?raw' with { type: 'text' }
import { domainFile } from './links.ts'
import media from './media.css?raw' with { type: 'text' }
import { searchIndex } from './search-index.ts'
import script from './site.js?raw' with { type: 'text' }
import { startPage } from './start-page.ts'

/**
 * The reference site of all domains: the text of each file by its path in the site's folder. The same domains always
 * give the same text.
 */
export const siteFiles = (registry: Registry): ReadonlyMap<string, string> =>
  new Map([
    ['index.html', startPage(registry)],
    ...[...registry.domains.values()].map((domain): [string, string] => [
      domainFile(domain.path),
      domainPage(registry, domain),
    ]),
    ['search-index.js', searchIndex(registry)],
    ['site.js', script],
    ['style.css', [frame, content, media].join('\n')],
  ])
