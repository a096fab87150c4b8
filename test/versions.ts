import fc from 'fast-check'
import { damagedFiles } from './damaged.ts'

/** Three versions of a file, for laws of merge; the first two also for laws of diff. */
export interface GeneratedVersions {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** Generates a file and two changed versions of it. */
export const versionsOfFiles = (): fc.Arbitrary<GeneratedVersions> =>
  fc.tuple(fc.array(pieces, { maxLength: 7 }), edits, edits).map(([some, ours, theirs]) => {
    const base = some.flat()
    const apply = (all: readonly Edit[]): string => joined(all.reduce<Lines>((lines, edit) => edit(lines), base))
    return { base: joined(base), ours: apply(ours), theirs: apply(theirs) }
  })

/** Generates files with every kind of damage, of which two are changed copies of the first. */
export const damagedVersions = (): fc.Arbitrary<GeneratedVersions> =>
  fc.tuple(damagedFiles(), damagedFiles(), edits, edits).map(([one, other, ours, theirs]) => {
    const base = `${one}${other}`.split(/(?<=\n)/)
    const apply = (all: readonly Edit[]): string => joined(all.reduce<Lines>((lines, edit) => edit(lines), base))
    return { base: joined(base), ours: apply(ours), theirs: apply(theirs) }
  })

/** Lines with their line ends. */
type Lines = readonly string[]
type Edit = (lines: Lines) => Lines

const joined = (lines: Lines): string => lines.join('')

const ids = fc.constantFrom('1', '2', '3', '4', '5')
const tags = fc.constantFrom('CONTROL', 'FINDING', 'SERVICE', 'NOTE')
const values = fc.constantFrom('"a"', '"b"', '"open"', '"closed"', '"Ann"', '"a, b"', '"a, c"', '3', '"1"', '"2"')
const names = fc.constantFrom('status', 'owner', 'title', 'control_ref', 'dependencies', 'x')
const fields = fc.tuple(names, values).map(([name, value]) => `${name}=${value}`)
const separators = fc.constantFrom(' | ', ' | ', ' | ', '\n  | ', '|')

const records = fc
  .tuple(tags, fc.option(ids), fc.uniqueArray(fc.tuple(fields, separators), { maxLength: 4, selector: nameOf }))
  .map(([tag, id, some]) => {
    const all = [...(id === null ? [] : [[`rid=${id}`, ' | '] as const]), ...some]
    return `@${tag}${all.map(([field, separator], index) => (index === 0 ? ' ' : separator) + field).join('')}\n`
  })

function nameOf([field]: readonly [string, string]): string {
  return field.slice(0, field.indexOf('='))
}

const pieces = fc.oneof(
  { weight: 5, arbitrary: records.map(record => record.split(/(?<=\n)(?! )/)) },
  fc.constantFrom(
    ['# a comment\n'],
    ['\n'],
    ['# apart\n', '\n'],
    ['@DOC domain=compliance\n'],
    ['@BEGIN\n', 'text\n', '@END\n'],
    ['# recline-disable-next-line missing-field\n'],
  ),
)

const edits = fc.array(
  fc.tuple(fc.nat(), fc.nat(), pieces, fields, fc.nat(6)).map(
    ([place, target, piece, field, kind]): Edit =>
      lines => {
        if (lines.length === 0) return piece
        const index = place % lines.length
        const line = lines[index]!
        const rest = lines.toSpliced(index, 1)
        const at = target % (rest.length + 1)
        const name = field.slice(0, field.indexOf('='))
        switch (kind) {
          case 0:
            return lines.toSpliced(index, 0, ...piece)
          case 1:
            return rest
          case 2:
            return rest.toSpliced(at, 0, line)
          case 3:
            return lines.with(index, line.replace(/( ?\|| )[^|]*\n$/, '\n'))
          case 4:
            return line.startsWith('@')
              ? lines.with(index, line.replace(/\n$/, ` | ${name}${target % 3}="new"\n`))
              : lines
          default:
            return lines.with(index, line.replace(new RegExp(`\\b${name}=("[^"]*"|\\w+)`), field))
        }
      },
  ),
  { maxLength: 4 },
)
