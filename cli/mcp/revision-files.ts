import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { RevisionFiles } from '../../shared/protocol/agents.ts'
import { contentsOf } from '../repository/contents.ts'
import { openRevision } from '../repository/revision.ts'

/** The files with records below a folder as a git revision has them. */
export async function filesOfRevision(name: string, folderUri: string): Promise<RevisionFiles> {
  const folder = fileURLToPath(folderUri)
  const revision = await openRevision(name, 'exact', [folder])
  if ('failure' in revision) return { failure: revision.failure }
  const below = relative(revision.top, folder).replaceAll(sep, '/')
  const wanted = revision.files.filter(
    ({ path, isLink }) => !isLink && /\.rec$/i.test(path) && (below === '' || path.startsWith(`${below}/`)),
  )
  const contents = await contentsOf(wanted, revision.folder)
  if ('failure' in contents) return { failure: contents.failure }
  return {
    texts: wanted.map(({ path }, index) => [
      pathToFileURL(join(revision.top, path)).href,
      new TextDecoder().decode(contents[index]),
    ]),
  }
}
