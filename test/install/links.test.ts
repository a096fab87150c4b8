import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { cleanFolder, root } from './clean-folder.ts'

/** What the packages contain. */
const { at, run, recline } = cleanFolder()

test('the archive installs without other packages, and no link of its README leads nowhere', async () => {
  const archive = (await run('node', [join(root, 'scripts/package-npm.mjs'), at('.')])).trim()
  await run('npm', ['install', '--global', '--offline', at(archive)])
  expect(await recline('explain', 'notation')).toMatch(/^notation/)
  const own = at('global/lib/node_modules/recline')
  expect(await readdir(own)).not.toContain('node_modules')
  expect(linksOf(readFileSync(join(own, 'README.md'), 'utf8')).filter(link => !existsSync(join(own, link)))).toEqual([])
})

test('no link of a page of the extension leads to a page that the package lacks', async () => {
  await run('node', [join(root, 'scripts/package-vscode.mjs'), at('recline.vsix')])
  const files = Object.entries(unzipSync(readFileSync(at('recline.vsix'))))
  // The package has README.md and CHANGELOG.md in small letters.
  const names = new Set(files.map(([name]) => name.toLowerCase()))
  const pages = files.filter(([name]) => /^extension\/(?:readme|docs\/[^/]*)\.md$/i.test(name))
  const dead = pages.flatMap(([name, bytes]) =>
    linksOf(strFromU8(bytes))
      .filter(link => link.endsWith('.md') && !names.has(posix.join(posix.dirname(name), link).toLowerCase()))
      .map(link => `${name}: ${link}`),
  )
  expect(pages.length).toBeGreaterThan(20)
  expect(dead).toEqual([])
})

/** The files that a text in Markdown links. */
const linksOf = (text: string): string[] => [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link!)
