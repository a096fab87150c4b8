import { relative, sep } from 'node:path'
import { withoutIdents } from '../files/idents.ts'
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
 * The texts of files of the work tree as git would commit them: `core.autocrlf` and the attributes `text` and `eol` say
 * which files have other line ends in the work tree, and `ident` in which ones `$Id$` has an object id. Git is asked
 * only about files that it may have changed. Those in another encoding (`working-tree-encoding`) are no UTF-8, which
 * whoever reads them says.
 *
 * @param top the folder of the repository, without symbolic links
 */
export async function textsToCommit(files: readonly ComparedFile[], top: string): Promise<string[]> {
  const hasOtherEnds = ({ text, committed }: ComparedFile): boolean =>
    text.includes('\r\n') && committed !== undefined && !committed.includes('\r\n')
  const hasOtherIds = ({ text, committed }: ComparedFile): boolean =>
    committed !== undefined && text !== committed && withoutIdents(text) !== text
  const odd = files.filter(file => hasOtherEnds(file) || hasOtherIds(file))
  if (odd.length === 0) return files.map(({ text }) => text)
  const [isAutomatic, attributes] = await Promise.all([
    convertsByDefault(top),
    attributesOf(
      odd.map(({ path }) => relative(top, path).split(sep).join('/')),
      top,
    ),
  ])
  const texts = new Map(
    odd.map((file, index) => {
      const { ident, ...ends } = attributes[index]!
      const text = ident === 'set' ? withoutIdents(file.text) : file.text
      const isOther = hasOtherEnds(file) && isConverted(text, ends, isAutomatic)
      return [file, isOther ? text.replaceAll('\r\n', '\n') : text]
    }),
  )
  return files.map(file => texts.get(file) ?? file.text)
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

/** What the attributes of a file say about its conversions. */
interface ConversionAttributes extends LineEndAttributes {
  readonly ident: string
}

async function attributesOf(paths: readonly string[], top: string): Promise<ConversionAttributes[]> {
  const input = paths.map(path => `${path}\0`).join('')
  const listed = await git(['-C', top, 'check-attr', '-z', '--stdin', 'text', 'eol', 'ident'], input)
  // For each path and each attribute: the path, the attribute and its value.
  const words = 'failure' in listed ? [] : listed.toString().split('\0')
  return paths.map((_, index) => ({
    text: words[index * 9 + 2] ?? 'unspecified',
    eol: words[index * 9 + 5] ?? 'unspecified',
    ident: words[index * 9 + 8] ?? 'unspecified',
  }))
}

/** @see https://git-scm.com/docs/gitattributes#_effects */
function isConverted(text: string, { text: attribute, eol }: LineEndAttributes, isAutomatic: boolean): boolean {
  if (attribute === 'unset') return false
  const isSaid = attribute === 'set' || (attribute !== 'auto' && (eol === 'lf' || eol === 'crlf'))
  // What is converted without being said must look like text.
  return isSaid || ((attribute === 'auto' || isAutomatic) && !/\0|\r(?!\n)/.test(text))
}
