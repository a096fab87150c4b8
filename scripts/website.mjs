// npm run website: builds the documentation as a site with search, and the playground in its folder `playground`, in
// dist/website. A broken link makes it fail.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deadLinks } from './dead-links.mjs'
import { noticesFile } from './notices.mjs'
import { buildPlayground } from './playground.mjs'
import { installDependencies, mustRun, root } from './project.mjs'

const website = join(root, 'website')
const pages = join(website, 'pages')

try {
  await installDependencies(website, ['--ignore-scripts'])
  // The generator needs the pages next to its packages.
  rmSync(pages, { recursive: true, force: true })
  mkdirSync(pages, { recursive: true })
  for (const part of ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'bench/README.md', 'images', 'docs'])
    cpSync(join(root, part), join(pages, part), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(pages, 'LICENSE.md'))
  // What is no page is copied as it is.
  mkdirSync(join(pages, 'public'))
  cpSync(join(root, noticesFile), join(pages, 'public', noticesFile))
  await buildPlayground(join(pages, 'public/playground'), '../docs/codes.html')
  rmSync(join(pages, 'docs/walkthrough'), { recursive: true, force: true })
  makeReadmeTheStart()
  await mustRun('npx', ['vitepress', 'build', '.'], { cwd: website })
  const dead = deadLinks(join(root, 'dist/website'), process.env.RECLINE_SITE_BASE)
  if (dead.length > 0) throw new Error(`The site has dead links:\n${dead.join('\n')}`)
  console.log(`  passed  the documentation as a site, in ${join(root, 'dist/website')}`)
} catch (error) {
  console.error(`  FAILED  ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

/** Makes the README the start page, and leads the links to it there. */
function makeReadmeTheStart() {
  renameSync(join(pages, 'README.md'), join(pages, 'index.md'))
  for (const name of readdirSync(pages, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.md')) continue
    const page = join(pages, name)
    const text = readFileSync(page, 'utf8')
    writeFileSync(page, text.replace(/(?<=\]\((?:\.\.\/)*)README\.md/g, 'index.md'))
  }
}
