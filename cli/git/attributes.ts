import { readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { localize } from '../../shared/domains/localize.ts'
import { exclusively } from '../files/exclusive.ts'
import { reasonOf, unreadable } from '../files/failure.ts'
import { replaceWhole } from '../files/write-pieces.ts'
import { host } from '../host/host.ts'
import { git } from '../repository/git.ts'

/** The line of an attributes file that gives `.rec` files to the drivers. */
const attributeLine = '*.rec merge=recline diff=recline'

/** What is above that line. */
const attributeComment = '# Recline merges and compares records. "recline git install" tells git how.'

/** Adds the line to the attributes of this repository, or of this user, and says so. */
export async function addAttribute(isGlobal: boolean, say: (sentence: string) => void): Promise<void> {
  const path = await attributesFile(isGlobal)
  const text = await readLatin1(path)
  if (hasAttribute(text)) return say(localize('{file} already has "{text}".', { file: path, text: attributeLine }))
  const gap = text === '' || text.endsWith('\n') ? '' : '\n'
  await writeText(path, text, `${text}${gap}${attributeComment}\n${attributeLine}\n`)
  const added = localize('Added "{text}" to {file}.', { text: attributeLine, file: path })
  say(isGlobal ? added : `${added} ${localize('Commit this file.')}`)
}

/**
 * Removes the line from the attributes. A line that is committed is for all clones, so it stays.
 *
 * @param withCommitted also removes a line that is committed
 * @param removed says what was removed
 * @param kept says what was not
 */
export async function removeAttribute(
  isGlobal: boolean,
  withCommitted: boolean,
  removed: (sentence: string) => void,
  kept: (sentence: string) => void,
): Promise<void> {
  const path = await attributesFile(isGlobal)
  const text = await readLatin1(path)
  const left = text
    .split(/(?<=\n)/)
    .filter(line => ![attributeLine, attributeComment].includes(line.trimEnd()))
    .join('')
  if (left === text) return
  if (!isGlobal && !withCommitted && (await isCommitted()))
    return kept(
      localize(
        '{file} is committed, for all clones, so it keeps "{text}"; "recline git uninstall --attributes" removes it.',
        { file: path, text: attributeLine },
      ),
    )
  if (left === '') await rm(path)
  else await writeText(path, text, left)
  removed(
    left === ''
      ? localize('Removed {file}.', { file: path })
      : localize('Removed "{text}" from {file}.', { text: attributeLine, file: path }),
  )
}

/** Whether git has the line in the index or in the last commit. */
async function isCommitted(): Promise<boolean> {
  for (const object of [':.gitattributes', 'HEAD:.gitattributes']) {
    const content = await git(['cat-file', 'blob', object])
    if (!('failure' in content) && hasAttribute(content.toString('latin1'))) return true
  }
  return false
}

const hasAttribute = (text: string): boolean => text.split(/\r?\n/).includes(attributeLine)

async function attributesFile(isGlobal: boolean): Promise<string> {
  if (!isGlobal) return join(await gitOutput(['rev-parse', '--show-toplevel']), '.gitattributes')
  const set = await git(['config', '--global', '--type=path', 'core.attributesFile'])
  if (!('failure' in set)) return set.toString().trim()
  return join(host.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', 'attributes')
}

/** The text of a file, a character for each byte so that none is lost; empty if it does not exist. */
export async function readLatin1(path: string): Promise<string> {
  try {
    return await readFile(path, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new Error(unreadable(path, error).failure)
  }
}

/**
 * Writes a file, unless it has changed since it was read. Throws an error with a sentence for the user if it cannot.
 *
 * @param before what `readLatin1` read
 * @param encoding that of the new text, by default the same
 */
export async function writeText(
  path: string,
  before: string,
  text: string,
  encoding: BufferEncoding = 'latin1',
): Promise<void> {
  try {
    await exclusively(path, async () => {
      if ((await readLatin1(path)) !== before)
        throw new Error(localize('another program has changed it in the meantime; run the command again'))
      await replaceWhole(path, to => writeFile(to, text, encoding))
    })
  } catch (error) {
    throw new Error(localize('{file} could not be written: {reason}.', { file: path, reason: reasonOf(error) }))
  }
}

/** The output of git on one line. Throws an error with a sentence for the user if git fails. */
export async function gitOutput(args: readonly string[]): Promise<string> {
  const output = await git(args)
  if ('failure' in output) throw new Error(output.failure)
  return output.toString().trim()
}
