// Links of a site that lead to no file. The generator of the site looks only at links between its pages.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * @param {string} site the folder of the site
 * @param {string} base the path of the site on its host, with a slash at both ends
 * @returns {string[]} each link with the page that has it
 */
export function deadLinks(site, base = '/') {
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.html'))
  return pages.sort().flatMap(page => {
    const found = readFileSync(join(site, page), 'utf8').matchAll(/\s(?:href|src)="([^"#?]+)[^"]*"/g)
    const links = new Set(Array.from(found, ([, link = '']) => decodeURI(link)).filter(link => !isElsewhere(link)))
    return [...links].filter(link => !isThere(site, targetOf(link, page, base))).map(link => `${page}: ${link}`)
  })
}

/** @param {string} link */
const isElsewhere = link => /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(link)

/**
 * @param {string} link
 * @param {string} page
 * @param {string} base
 * @returns {string | undefined} the path of its target in the site; undefined if it leads out of it
 */
function targetOf(link, page, base) {
  if (link.startsWith('/')) return `${link}/`.startsWith(base) ? link.slice(base.length) : undefined
  const target = posix.join(posix.dirname(page.replaceAll('\\', '/')), link)
  return target.startsWith('..') ? undefined : target
}

/**
 * @param {string} site
 * @param {string | undefined} target
 */
function isThere(site, target) {
  if (target === undefined) return false
  const place = join(site, target)
  const isFile = existsSync(place) && statSync(place).isFile()
  return isFile || existsSync(`${place.replace(/\/$/, '')}.html`) || existsSync(join(place, 'index.html'))
}
