import pc from 'picocolors'
import type { Colors } from 'picocolors/types'
import { ruleCode, ruleCodePrefix } from '../../shared/check/declared/rule-settings.ts'
import { rulesThatRead } from '../../shared/check/declared/rule-text.ts'
import type { Severity } from '../../shared/check/rule.ts'
import { rules } from '../../shared/check/rules/index.ts'
import type { RuleSettings } from '../../shared/domains/descriptor.ts'
import { localize } from '../../shared/domains/localize.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { isOnlyInherited } from '../../shared/domains/practice.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import type { FieldOfTag } from '../../shared/domains/referrers.ts'
import { fieldOf, type Registry, withoutExtendedTags } from '../../shared/domains/registry.ts'
import type { TextLanguage } from '../../shared/domains/texts/languages.ts'
import { host } from '../host/host.ts'
import { type CodeSection, codeSections, isInheritedRule, ruleSections, sectionOfRule } from '../output/codes-page.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { fieldInText } from '../output/field-in-text.ts'
import { columnFor, entry, wrap } from '../output/layout.ts'
import { atLineStart, oneLine } from '../output/one-line.ts'

/**
 * Prints what a problem code or a rule means, or all codes with a sentence each. Says what may be meant by another
 * word.
 *
 * @param code a code, the id of a rule, or a field
 * @param configured the rules of the configuration
 * @param language the one of the titles of fields
 */
export function explainCode(
  code: string | undefined,
  registry: Registry,
  configured: RuleSettings['rules'],
  hasColors: boolean,
  language: TextLanguage | undefined,
): void {
  const sections = codeSections()
  if (code === undefined) {
    const codes = sections.map(section => section.code)
    const column = columnFor(codes, 0)
    host.stdout.write(
      sections
        .map(({ code, severity, summary }) => `${entry(code, `${severity}: ${summary}`, { indent: 0, column })}\n`)
        .join(''),
    )
    return
  }
  const ofField = fieldsNamed(code, registry)
  if (typeof ofField === 'string') {
    complain(ofField)
    host.exitCode = ExitCode.CouldNotRun
    return
  }
  if (ofField) {
    const colors = pc.createColors(hasColors)
    host.stdout.write(ofField.map(one => explainedField(one, registry, configured, colors, language)).join('\n'))
    return
  }
  const all = [...sections, ...ruleSections(registry, configured)]
  const meant = all.some(section => section.code === code) ? code : ruleCode({ id: code })
  const found = all.filter(section => section.code === meant)
  const isOfRecords = rules.some(rule => rule.code === meant) || meant.startsWith(ruleCodePrefix)
  if (found.length > 0)
    host.stdout.write(found.map(section => explanation(section, isOfRecords, pc.createColors(hasColors))).join('\n'))
  else {
    complain(
      unknownCodeSentence(
        code,
        all.map(section => section.code),
        registry,
      ),
    )
    host.exitCode = ExitCode.CouldNotRun
  }
}

/**
 * The fields that a word such as `CONTROL.status` or `core.legal.CLAUSE.section` names, in all domains that define
 * them; or a sentence that says what may be meant; undefined if the word has not the form of a field.
 */
function fieldsNamed(word: string, registry: Registry): FieldOfTag[] | string | undefined {
  const match = /^(?:([a-z0-9_.]+)\.)?([A-Za-z][A-Za-z0-9_]*)\.([\w-]+)$/.exec(word)
  if (!match) return undefined
  const [, domain, written = '', name = ''] = match
  const tag = written.toUpperCase()
  const isInDomain = (path: string): boolean => domain === undefined || path === domain || path === `core.${domain}`
  const tags = registry.tagsNamed(tag).filter(one => isInDomain(one.domain.path))
  if (tags.length === 0) {
    const [near] = nearest(
      tag,
      [...registry.tags.values()].map(one => one.name),
    )
    const advice =
      near === undefined
        ? localize('"recline descriptors list" lists all domains.')
        : localize('Did you mean {name}?', { name: `${near}.${name}` })
    const unknown = oneLine(domain === undefined ? tag : `${domain}.${tag}`)
    return `${localize('There is no tag {tag}.', { tag: unknown })} ${advice}`
  }
  const found = tags.flatMap(one => {
    const field = fieldOf(one, name)
    return field && !isOnlyInherited(one.domain, field) ? { tag: one, field } : []
  })
  if (found.length > 0) return found
  const [near] = nearest(
    name,
    tags.flatMap(one => [...one.fields.keys()]),
  )
  const advice =
    near === undefined
      ? localize('"{command}" lists its fields.', {
          command: `recline descriptors show ${tags[0]!.domain.path} ${tag}`,
        })
      : localize('Did you mean {name}?', { name: `${tag}.${near}` })
  return `${localize('{tag} has no field {field}.', { tag, field: oneLine(name) })} ${advice}`
}

/** A field, and all rules that read it, also those of extensions, each with a wrong and a right record. */
function explainedField(
  { tag, field }: FieldOfTag,
  registry: Registry,
  configured: RuleSettings['rules'],
  colors: Colors,
  language: TextLanguage | undefined,
): string {
  const inForce = { registry, ruleSettings: { rules: configured, severity: {} } }
  const rules = [
    ...rulesThatRead(field, tag, inForce),
    ...[...registry.tags.values()]
      .filter(one => one.domain.base === tag.domain && one.name === tag.name)
      .flatMap(one => {
        const same = fieldOf(one, field.name)
        const read = same ? rulesThatRead(same, one, inForce) : []
        return read.filter(({ rule, tag: owner }) => owner === one && !isInheritedRule(rule, one))
      }),
  ]
  const [first] = rules
  return `${[
    colors.bold(`${tag.domain.path} ${field.label}`),
    fieldInText(field, tag, columnFor([field.name], 2), language),
    ...rules.map(({ rule, severity, tag: owner }) =>
      meaningOfSection(
        sectionOfRule(
          { ...rule, severity },
          `${(isInheritedRule(rule, owner) ? rule.origin : undefined) ?? owner.domain.path}.${owner.name}`,
        ),
        colors,
      ),
    ),
    ...(first ? [colors.dim(inConfiguration(first.code, 'off'))] : []),
  ].join('\n\n')}\n`
}

/** What a user meant by a word that is no code: another code, or something that another command explains. */
function unknownCodeSentence(word: string, codes: readonly string[], { tagsNamed, domainNamed }: Registry): string {
  const [tag] = withoutExtendedTags(
    tagsNamed(word.toUpperCase()).filter(one => !isOnlyInherited(one.domain, one.descriptor)),
  )
  const path = tag ? `${tag.domain.path} ${tag.name}` : domainNamed(word)?.path
  if (path !== undefined)
    return localize('{word} is not a problem code; "{command}" explains it.', {
      word: oneLine(word),
      command: `recline descriptors show ${path}`,
    })
  const hasPrefix = word.startsWith(ruleCodePrefix)
  const [meant] = nearest(word, hasPrefix ? codes : codes.map(code => code.replace(ruleCodePrefix, '')))
  const advice =
    meant === undefined
      ? localize('"recline explain" lists all codes.')
      : localize('Did you mean {name}?', { name: meant })
  return `${localize('There is no problem code {code}.', { code: oneLine(word) })} ${advice}`
}

/**
 * The section on a problem code as text for a terminal, at most 80 columns wide but for its examples.
 *
 * @param isOfRecords whether it is a problem of records, which a comment can suppress
 */
export function explanation(
  { code, severity, isOff = false, source }: CodeSection,
  isOfRecords: boolean,
  colors: Colors,
): string {
  const change = inConfiguration(code, isOff ? 'warning' : 'off')
  const end = colors.dim(isOfRecords ? `${change}\n${inComment(code)}` : change)
  return `${meaningOfSection({ code, severity, isOff, source }, colors)}\n\n${end}\n`
}

/** A section without what to do about a problem that is none. */
function meaningOfSection(
  { code, severity, isOff = false, source }: Pick<CodeSection, 'code' | 'severity' | 'isOff' | 'source'>,
  colors: Colors,
): string {
  const color = colors[isOff ? 'dim' : severityColors[severity]]
  const parts = source
    .split(/^(```[^]*?^```)$/m)
    .map(part => part.trim())
    .filter(Boolean)
  return [
    `${colors.bold(code)}  ${color(isOff ? 'off' : severity)}`,
    ...parts.flatMap(part =>
      part.startsWith('```')
        ? [example(part, colors)]
        : part.split('\n\n').map(paragraph => wrap(plainProse(withPlaces(paragraph)), 0)),
    ),
  ].join('\n\n')
}

/** The message of a rule, with the values of a record between angle brackets, as a terminal has no marks for code. */
const withPlaces = (paragraph: string): string =>
  paragraph.startsWith(localize('Reported: {message}', { message: '' }))
    ? paragraph.replace(/`([^`]*)`/g, '<$1>')
    : paragraph

const severityColors = { error: 'red', warning: 'yellow', information: 'cyan' } as const satisfies Record<
  Severity,
  keyof Colors
>

/** An example, indented below a word on whether it has the problem. */
function example(fence: string, colors: Colors): string {
  const [info = '', ...lines] = fence.split('\n')
  const title = info.includes(' problem=') ? colors.red(localize('Wrong:')) : colors.green(localize('Right:'))
  return [title, ...lines.slice(0, -1).map(line => `    ${atLineStart(oneLine(line))}`.trimEnd())].join('\n')
}

const inConfiguration = (code: string, severity: string): string =>
  localize('To change its severity, write in recline.json:  {setting}', {
    setting: `"severity": { "${code}": "${severity}" }`,
  })

const inComment = (code: string): string =>
  localize('To ignore it once, write above the record:  {comment}', {
    comment: `# recline-disable-next-line ${code} -- reason`,
  })
