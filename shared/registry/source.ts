import { localize } from '../domains/localize.ts'
import { cutTo } from '../domains/message-text.ts'
import { isVersionInRange, parseRange } from './versions.ts'

/** Where a descriptor comes from, as `dependencies` of a `recline.json` say it. */
export type DescriptorSource = RegistrySource<'folder'> | RegistrySource<'web'> | PackageSource | GitSource

/** A registry: a folder, or the address of one. */
interface RegistrySource<Kind extends 'folder' | 'web'> {
  readonly kind: Kind
  /** The path as it is written, or the address without a `/` at its end. */
  readonly at: string
  /** The versions that are meant, as `parseRange` reads them; undefined for all. */
  readonly range: string | undefined
}

/** A package of npm. */
interface PackageSource {
  readonly kind: 'npm'
  /** The package with its versions, such as `@acme/audit@^2`. */
  readonly at: string
}

/** A branch, tag or commit of a git repository. */
export interface GitSource {
  readonly kind: 'git'
  /** The address for git, without `git+`. */
  readonly at: string
  /** The branch, tag or commit; undefined for the default branch. */
  readonly ref: string | undefined
}

/**
 * Reads a source: `../registry`, `https://example.com/registry`, both with `#1.x` for some versions,
 * `npm:@acme/audit@^2` or `git+https://example.com/lab.git#v1.3`.
 *
 * @returns the source, or why the text is none, as a sentence
 */
export function parseSource(text: string): DescriptorSource | { readonly reason: string } {
  const source = cutTo(100, text)
  if (text.startsWith('npm:')) return packageSource(text.slice('npm:'.length), source)
  if (text.startsWith('git+')) return gitSource(text.slice('git+'.length), source)
  const [at, range] = splitAtHash(text)
  if (range !== undefined && !parseRange(range))
    return {
      reason: localize('The source "{source}" has the versions "{range}"; write them as 2.1, 2.x or =2.1.', {
        source,
        range: cutTo(100, range),
      }),
    }
  if (/^https?:\/\//i.test(at)) {
    const [, host = ''] = /^https?:\/\/([^/]*)/i.exec(at)!
    if (host === '' || /[\s\\]/.test(at))
      return {
        reason: localize('The source "{source}" is no web address; write it as https://example.com/registry.', {
          source,
        }),
      }
    if (host.includes('@'))
      return {
        reason: localize('The source "{source}" has a user name in it, which everybody could read; leave it out.', {
          source,
        }),
      }
    if (at.includes('?'))
      return {
        reason: localize(
          'The source "{source}" has a question mark in it; write the address of the folder of the registry.',
          { source },
        ),
      }
    return { kind: 'web', at: at.replace(/\/+$/, ''), range }
  }
  if (/^(\.{1,2}([\\/]|$)|[\\/]|[a-z]:[\\/])/i.test(at)) return { kind: 'folder', at, range }
  return {
    reason: localize('The source "{source}" starts with none of {starts}; write one of them before it.', {
      source,
      starts: { and: ['./', '../', '/', 'https://', 'npm:', 'git+'] },
    }),
  }
}

/** Whether two sources are the same place, whatever versions of it they mean. */
export const isSamePlace = (one: string, other: string): boolean =>
  placeWithoutVersion(one) === placeWithoutVersion(other)

function placeWithoutVersion(text: string): string {
  const source = parseSource(text)
  if ('reason' in source) return text
  return `${source.kind} ${source.kind === 'npm' ? source.at.replace(/(?<=.)@.*$/, '') : source.at}`
}

/** Whether a source is a path of one machine, which others who have the same configuration lack. */
export const isOfOneMachine = (source: DescriptorSource): boolean =>
  (source.kind === 'folder' && !source.at.startsWith('.')) || (source.kind === 'git' && /^file:/i.test(source.at))

/** What is wrong with a source that is a path of one machine: a sentence. */
export const oneMachineWarning = (source: string): string =>
  localize(
    '"{source}" is a path of this machine, which others who use the recline.json do not have; write it as ../registry, or take an address.',
    { source },
  )

/** Whether the versions behind a source allow one. */
export function isAllowedBy(source: string, version: string): boolean {
  const read = parseSource(source)
  const range = 'range' in read && read.range !== undefined ? parseRange(read.range) : undefined
  return !range || isVersionInRange(version, range)
}

/**
 * Why a newer version cannot be had, as a part of a sentence.
 *
 * @param isDependency whether the configuration names the domain; else another domain says which versions it extends
 */
export const notAllowedBy = (source: string, isDependency: boolean): string =>
  isDependency
    ? localize('"{source}" in recline.json does not allow it', { source })
    : localize('the domain that extends it does not allow it')

function packageSource(at: string, source: string): PackageSource | { readonly reason: string } {
  const form = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~][\w.~-]*(@[\w.^~*<>=| +-]+)?$/i
  if (form.test(at)) return { kind: 'npm', at }
  return {
    reason: localize('The source "{source}" names no package; write it as npm:@acme/audit@^2.', { source }),
  }
}

function gitSource(text: string, source: string): GitSource | { readonly reason: string } {
  const [at, ref] = splitAtHash(text)
  if (!/^(https?|ssh|file):\/\/[^-]/i.test(at) || /\s/.test(at))
    return {
      reason: localize(
        'The source "{source}" has no address that git can use; write it as git+https://, git+ssh:// or git+file://.',
        { source },
      ),
    }
  if (ref !== undefined && !/^[\w.][\w./+-]*$/.test(ref))
    return {
      reason: localize('The source "{source}" has "{ref}", which is no branch, tag or commit; write one of these.', {
        source,
        ref: cutTo(100, ref),
      }),
    }
  return { kind: 'git', at, ref }
}

function splitAtHash(text: string): readonly [before: string, after: string | undefined] {
  const hash = text.lastIndexOf('#')
  return hash < 0 ? [text, undefined] : [text.slice(0, hash), text.slice(hash + 1)]
}

/** A source without the versions of a registry: what two dependencies have in common that come from the same place. */
export const placeOfSource = (text: string): string => {
  const source = parseSource(text)
  return 'reason' in source || source.kind === 'npm' || source.kind === 'git' ? text : source.at
}
