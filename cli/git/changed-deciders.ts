import { readFile, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { compareText } from '../../shared/basics/text.ts'
import { type Config, configFileName } from '../../shared/config/config.ts'
import { readConfigFile } from '../../shared/config/config-file.ts'
import { moreFilesInWords } from '../../shared/domains/counts-in-words.ts'
import { localize } from '../../shared/domains/localize.ts'
import { lockFileName } from '../../shared/registry/lock.ts'
import type { Failure } from '../files/failure.ts'
import { oneLine } from '../output/one-line.ts'
import { contentsOf } from '../repository/contents.ts'
import type { Revision } from '../repository/revision.ts'

/**
 * Says which files differ from those of a revision that decide who must look at a change: the roles and domains of a
 * `recline.json`, and descriptors. Whoever changes them changes the list of approvals.
 *
 * @param used the paths of the configurations and descriptors that count now
 * @returns undefined if all are as they were; a failure if git cannot read those of the revision
 */
export async function changedDeciders(base: Revision, used: readonly string[]): Promise<string | undefined | Failure> {
  const inRepository = await Promise.all(used.map(path => placeIn(base, path)))
  const now = new Set(inRepository.filter(path => path !== undefined))
  const before = base.files.filter(({ path, isLink }) => !isLink && (now.has(path) || isDecider(path)))
  const contents = await contentsOf(before, base.folder)
  if ('failure' in contents) return contents
  const old = new Map(before.map(({ path }, index) => [path, contents[index]!.toString()]))
  const changed: string[] = []
  for (const path of [...new Set([...now, ...old.keys()])].sort(compareText)) {
    const text = await readFile(join(base.top, path), 'utf8').catch(() => undefined)
    if (decidedBy(path, text) !== decidedBy(path, old.get(path))) changed.push(path)
  }
  const [first, second, third, ...others] = changed
  if (first === undefined) return undefined
  const named = [first, second, third].filter(path => path !== undefined).map(oneLine)
  const names = [...named, ...(others.length > 0 ? [moreFilesInWords(others.length)] : [])].join(', ')
  return localize('What decides who must look is changed too: {names}; look at that first.', { names })
}

/** The path of a file in the repository of a revision, with `/`; undefined for one elsewhere, and for none. */
async function placeIn({ top }: Revision, path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined)
  const place = real === undefined ? '' : relative(top, real)
  return place === '' || place.startsWith('..') ? undefined : place.split(sep).join('/')
}

/** Whether a file can decide by its name, though nothing of now uses it. */
const isDecider = (path: string): boolean =>
  new RegExp(`(^|/)(${configFileName}|${lockFileName}|[^/]*\\.domain\\.json)$`).test(path)

/** A text that is the same for files that decide the same. */
function decidedBy(path: string, text: string | undefined): string {
  if (text === undefined) return ''
  const { config } = path.endsWith(configFileName) ? readConfigFile(text) : {}
  return config ? JSON.stringify(decidingParts(config)) : text.replaceAll('\r\n', '\n')
}

/** What of a configuration says which records count, what they are, and who must look. */
const decidingParts = ({ severity: _severity, format: _format, rules: _rules, ...deciding }: Config): Partial<Config> =>
  deciding
