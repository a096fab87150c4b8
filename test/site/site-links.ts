import { dirname, join } from 'node:path/posix'
import { expect } from 'vitest'

/** The text of each file of a site by its path in the site's folder. */
type SiteText = ReadonlyMap<string, string>

/** The pages of a site. */
const pagesOf = (site: SiteText): [string, string][] => [...site].filter(([file]) => file.endsWith('.html'))

/** The ids of the elements of a page. */
export const idsIn = (page: string): string[] => [...page.matchAll(/ id="([^"]*)"/g)].map(match => match[1]!)

/** Expects that no page has an id twice, and that each link leads to a file of the site, or to another site. */
export function expectLinks(site: SiteText): void {
  for (const [file, page] of pagesOf(site)) {
    expect(new Set(idsIn(page)).size, file).toBe(idsIn(page).length)
    for (const [, href, external] of page.matchAll(/(?:href|src)="([^"]*)"( rel=)?/g)) {
      if (external) expect(href).toMatch(/^https:\/\/[^"]+$/)
      else expectTarget(site, file, href!)
    }
  }
}

function expectTarget(site: SiteText, from: string, href: string): void {
  const [path, anchor] = href.split('#') as [string, string?]
  const target = site.get(path === '' ? from : join(dirname(from), path))
  expect(target, `${href} on ${from}`).toBeDefined()
  if (anchor !== undefined) expect(idsIn(target!), `${href} on ${from}`).toContain(anchor)
}

/** All different start tags of a site, without the values of attributes. */
export function elementsIn(site: SiteText): string[] {
  const elements = pagesOf(site).flatMap(([, page]) => page.match(/<[^/][^>]*>/g) ?? [])
  return [...new Set(elements.map(element => element.replace(/="[^"]*"/g, '')))].sort()
}
