import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The command line as it is shipped, which editors start the language server with. */
export const recline = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

/** What is shipped for an editor. */
export const shippedFor = (editor: string): string => fileURLToPath(new URL(`../../editors/${editor}`, import.meta.url))

/**
 * Two files of records in a new folder. Editors recognize it as a project.
 *
 * @param prefix what the name of the folder starts with
 * @param suffix what the names of the files `controls` and `evidence` have before `.compliance.rec`
 * @returns the folder, and what removes it
 */
export async function makeWorkspace(
  prefix = 'recline-workspace-',
  suffix = '',
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), prefix)))
  await mkdir(join(folder, '.git'))
  await writeFile(join(folder, `controls${suffix}.compliance.rec`), controls)
  await writeFile(join(folder, `evidence${suffix}.compliance.rec`), evidence)
  return { folder, remove: () => rm(folder, { recursive: true }) }
}

export const controls = `# Access management
@CONTROL rid=CTL-1 | title="Access review" | status="tested" | maturity:int=9
@FINDING rid=FND-1 | control_ref=CTL-1 | severity="high" | status="opened"
`

export const evidence = `@EVIDENCE control_ref="CTL-1" | type="report" | collected:ts=2026-03-31 | collector="Audit"
`

/** Records and lines of every kind, to see colors on. */
export const colorful = `@CONTROL rid=C-1 | title="a\\n b=c" | level:int=3 | on=true
# note | a=1
@BEGIN x
@T a=1
@END y
@DOC domain=hr
`
