import { relative, sep } from 'node:path'
import { git } from './git.ts'

/** A file of the work tree, beside what a revision has of it. */
interface ComparedFile {
  /** The absolute path. */
  readonly path: string
  readonly text: string
  /** The text in the revision; undefined if it does not have the file. */
  readonly committed: string | undefined
}

/**
 * The texts of files of the work tree as git would commit them: `core.autocrlf`, `core.eol` and the attributes `text`
 * and `eol` say which files have other line ends in the work tree. Git is asked only about files whose line ends
 * differ.
 *
 * @param top the folder of the repository, without symbolic links
 */
export async function textsToCommit(files: readonly ComparedFile[], top: string): Promise<string[]> {
  const isOdd = ({ text, committed }: ComparedFile): boolean =>
    text.includes('\r\n') && committed !== undefined && !committed.includes('\r\n')
  const odd = files.filter(isOdd)
  if (odd.length === 0) return files.map(({ text }) => text)
  const [isAutomatic, attributes] = await Promise.all([
    convertsByDefault(top),
    attributesOf(
      odd.map(({ path }) => relative(top, path).split(sep).join('/')),
      top,
    ),
  ])
  const converted = new Set(odd.filter(({ text }, index) => isConverted(text, attributes[index]!, isAutomatic)))
  return files.map(file => (converted.has(file) ? file.text.replaceAll('\r\n', '\n') : file.text))
}

/** Whether git converts the line ends of a text where no attribute says anything. */
async function convertsByDefault(top: string): Promise<boolean> {
  const setting = await git(['-C', top, 'config', '--get', 'core.autocrlf'])
  return !('failure' in setting) && /^(?:true|yes|on|1|input)$/i.test(setting.toString().trim())
}

/** What the attributes `text` and `eol` say about a file. */
interface LineEndAttributes {
  readonly text: string
  readonly eol: string
}

async function attributesOf(paths: readonly string[], top: string): Promise<LineEndAttributes[]> {
  const input = paths.map(path => `${path}\0`).join('')
  const listed = await git(['-C', top, 'check-attr', '-z', '--stdin', 'text', 'eol'], input)
  // For each path and each attribute: the path, the attribute and its value.
  const words = 'failure' in listed ? [] : listed.toString().split('\0')
  return paths.map((_, index) => ({
    text: words[index * 6 + 2] ?? 'unspecified',
    eol: words[index * 6 + 5] ?? 'unspecified',
  }))
}

/** @see https://git-scm.com/docs/gitattributes#_effects */
function isConverted(text: string, { text: attribute, eol }: LineEndAttributes, isAutomatic: boolean): boolean {
  if (attribute === 'unset') return false
  const isSaid = attribute === 'set' || (attribute !== 'auto' && (eol === 'lf' || eol === 'crlf'))
  // What is converted without being said must look like text.
  return isSaid || ((attribute === 'auto' || isAutomatic) && !/\0|\r(?!\n)/.test(text))
}
