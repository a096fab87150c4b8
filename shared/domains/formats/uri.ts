import { localize } from '../localize.ts'

/** What is wrong with a text as a URI of RFC 3986 with a scheme, as a clause; undefined if it is one. */
export function uriProblem(text: string): string | undefined {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)
  if (!scheme) return localize('it starts with no scheme, such as https:')
  const wrong = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/u.exec(text)
  if (wrong)
    return wrong[0].trim() === ''
      ? localize('a blank must be written with %')
      : localize('{character} must be written with %', { character: wrong[0] })
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return localize('two hexadecimal digits must follow %')
  if (text.split('#').length > 2) return localize('it has two #')
  const rest = text.slice(scheme[0].length)
  if (rest === '') return localize('nothing follows its scheme')
  if (/^https?$/i.test(scheme[1]!) && !/^\/\/[^/?#]+/.test(rest))
    return localize('// and a host must follow its scheme')
  return undefined
}

/** What is wrong with a text as a package URL (ECMA-427), as a clause; undefined if it is one. */
export function purlProblem(text: string): string | undefined {
  if (!text.startsWith('pkg:')) return localize('it must start with pkg:')
  const [path = ''] = text.slice(4).replace(/^\/+/, '').split(/[?#]/)
  const [type = '', ...segments] = path.split('/')
  if (!/^[a-z][a-z0-9.-]*$/i.test(type)) return localize('the type of the package must follow pkg:')
  const name = segments.at(-1)?.replace(/@[^@]*$/, '') ?? ''
  if (name === '') return localize('it has no name behind its type')
  if (segments.some(segment => segment === '')) return localize('a part between two / is empty')
  if (/[\s"<>\\^`{|}]/.test(text) || /%(?![0-9A-Fa-f]{2})/.test(text))
    return localize('special characters must be written with %')
  const qualifiers = /\?([^#]*)/.exec(text)?.[1]
  if (qualifiers !== undefined && !qualifiers.split('&').every(one => /^[A-Za-z0-9._-]+=.+$/.test(one)))
    return localize('behind ? must be names with values')
  return undefined
}
