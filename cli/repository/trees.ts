import { localize } from '../../shared/domains/localize.ts'
import type { Failure } from '../files/failure.ts'
import { readObjects } from './objects.ts'

/** A file of a tree, a symbolic link, or a submodule. */
export interface TreeEntry {
  /** The path from the top of the tree, with `/`. */
  readonly path: string
  readonly id: string
  readonly kind: 'file' | 'link' | 'submodule'
}

/**
 * Lists what a commit has, in all folders, in the order of git. One folder after the other would wait for git each
 * time, so all folders of one depth are read together.
 *
 * @param place as in `readObjects`
 * @param commit the id of the commit
 */
export async function entriesOfCommit(
  place: Parameters<typeof readObjects>[0],
  commit: string,
): Promise<TreeEntry[] | Failure> {
  const entries: TreeEntry[] = []
  let folders = [{ path: '', id: `${commit}^{tree}` }]
  while (folders.length > 0) {
    const below: typeof folders = []
    let isMissing = false
    const failure = await readObjects(
      place,
      folders.map(({ id }) => id),
      (tree, index) => {
        isMissing ||= tree?.type !== 'tree'
        for (const { mode, name, id } of tree?.type === 'tree'
          ? entriesOfFolder(tree.content, commit.length / 2)
          : []) {
          const path = folders[index]!.path + name
          const kind = kindOfMode[mode] ?? 'file'
          if (kind === 'folder') below.push({ path: `${path}/`, id })
          else entries.push({ path, id, kind })
        }
      },
    )
    if (failure) return failure
    if (isMissing)
      return {
        failure: localize('git does not have all folders of the commit {commit}; fetch them first.', {
          commit: commit.slice(0, 10),
        }),
      }
    folders = below
  }
  return entries.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** What entries are, by their modes. All others are files. */
const kindOfMode: Readonly<Record<string, TreeEntry['kind'] | 'folder'>> = {
  '40000': 'folder',
  '120000': 'link',
  '160000': 'submodule',
}

/**
 * The entries of a folder: for each its mode, a blank, its name, a zero byte, and the bytes of its id.
 *
 * @param idBytes the length of an id in bytes: 20 for SHA-1, 32 for SHA-256
 * @see https://git-scm.com/docs/gitformat-pack for the hashes; the form itself is as `git mktree` reads and writes it
 */
function* entriesOfFolder(
  tree: Buffer,
  idBytes: number,
): Generator<{ readonly mode: string; readonly name: string; readonly id: string }> {
  for (let position = 0; position < tree.length; ) {
    const blank = tree.indexOf(0x20, position)
    const zero = tree.indexOf(0, blank)
    if (blank < 0 || zero < 0) return
    const end = zero + 1 + idBytes
    yield {
      mode: tree.toString('latin1', position, blank),
      name: tree.toString('utf8', blank + 1, zero),
      id: tree.toString('hex', zero + 1, end),
    }
    position = end
  }
}
