import { Writable } from 'node:stream'
import { checkFiles } from '../../cli/check/check-files.ts'
import { readText, textOfRecords } from '../../cli/files/read-text.ts'
import { host, withHost } from '../../cli/host/host.ts'
import { type Plan, planRun } from '../../cli/plan/plan.ts'
import { counted } from '../../shared/basics/text.ts'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import type { Files, Options, Severity } from '../options.ts'

/** Files and folders for programs in Node, found and read as `recline check` does it. Nothing is written. */

/** What decides how files are read, before every `recline.json`. */
export interface FolderOptions {
  /** The domains of records whose file names none, such as `compliance`. */
  readonly domain?: string | readonly string[]
  /** The severity of problems by their code, such as `{ notation: 'off' }`. */
  readonly severity?: Readonly<Record<string, Severity | 'off'>>
  /** What `now` means in rules. By default the time of the call. */
  readonly now?: Date
}

/** A problem in a file. Lines and columns count from 1, columns in Unicode characters, and the end is exclusive. */
export interface FileProblem {
  /** The path of the file, relative to the working directory. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  /** What kind of problem it is, such as `out-of-range`. */
  readonly code: string
  readonly severity: Severity
  /** One sentence for people. */
  readonly message: string
  /** The domain, the tag and the field that it is about; undefined if it is about none. */
  readonly domain: string | undefined
  readonly tag: string | undefined
  readonly field: string | undefined
}

/** The result of a check. */
export interface CheckedFolders {
  /** In the order of the files, and of their places in them. */
  readonly problems: readonly FileProblem[]
  /** How many files and records were checked. */
  readonly files: number
  readonly records: number
  /** Sentences about what was left out or could not be read. If there are any, the check may not be complete. */
  readonly notes: readonly string[]
}

/**
 * Checks files together, as references lead from one to another: with the `recline.json`, the descriptors and the
 * `.gitignore` that count for each.
 *
 * @param paths files, folders and globs, relative to the working directory
 * @returns all problems; what cannot be read is in the notes, and no error
 * @example
 * await checkFolders('audit', { severity: { notation: 'off' } })
 * // { problems: [], files: 2, records: 31, notes: [] }
 */
export const checkFolders = (paths: string | readonly string[], options: FolderOptions = {}): Promise<CheckedFolders> =>
  withNotes(async notes => {
    const plan = await planOf(paths, options, notes)
    const problems: FileProblem[] = []
    let [files, records] = [0, 0]
    for await (const result of checkFiles(plan, {})) {
      if ('failure' in result) {
        notes.push(result.failure)
        continue
      }
      files++
      for await (const some of result.problems)
        for (const { code, severity, message, domain, tag, field, ...place } of some) {
          const { line, column, endLine, endColumn } = place
          problems.push({
            ...{ file: result.file, line, column, endLine, endColumn, code, severity, message },
            ...{ domain: domain ?? undefined, tag: tag ?? undefined, field: field ?? undefined },
          })
        }
      records += result.records
    }
    return { problems, files, records, notes }
  })

/** Files for the functions of `recline`. */
export interface ReadFolders {
  /** The texts by the paths of their files, relative to the working directory. */
  readonly files: Files
  /** With the descriptors of the folders, and the settings that count for all files. Pass it to each function. */
  readonly options: Options
  /** Sentences about what was left out, could not be read, or is set for some files only. */
  readonly notes: readonly string[]
}

/**
 * Reads files for the functions of `recline`, such as `query` and `diff`, with the descriptors that count for them.
 * A `recline.json` can set domains and severities for each folder, and rules; the options have what is the same for all
 * files, and a note says what they leave out. `checkFolders` leaves out nothing.
 *
 * @param paths files, folders and globs, relative to the working directory
 * @example
 * const { files, options } = await readFolders('audit')
 * query(files, { tag: 'FINDING', where: 'severity == "critical"' }, options)
 */
export const readFolders = (paths: string | readonly string[], given: FolderOptions = {}): Promise<ReadFolders> =>
  withNotes(async notes => {
    const plan = await planOf(paths, given, notes)
    const files: Record<string, string> = {}
    for (const { source } of plan.files) {
      const read = await readText(source)
      if ('failure' in read) notes.push(read.failure)
      else files[source.file] = textOfRecords(source.file, read).text
    }
    return { files, options: { ...optionsOf(plan, notes), ...(given.now && { now: given.now }) }, notes }
  })

/** The settings that are the same for all files of a plan. Notes what is not. */
function optionsOf({ files, registry }: Plan, notes: string[]): Options {
  const same = <Value>(what: string, settingOf: (file: Plan['files'][number]) => Value): Value | undefined => {
    const byText = new Map(files.map(file => [JSON.stringify(settingOf(file)), settingOf(file)]))
    if (byText.size < 2) return byText.values().next().value
    notes.push(`The files have ${counted(byText.size, 'setting')} of ${what}, so the options have none of them.`)
    return undefined
  }
  const severity = same('severities', ({ settings }) => settings.severity)
  const domain = same('domains', ({ settings }) => settings.settingDomains)
  const rules = new Set(files.flatMap(({ settings }) => settings.ruleSettings?.rules ?? []))
  if (rules.size > 0)
    notes.push(
      `${counted(rules.size, 'rule')} of a recline.json cannot be part of the options; checkFolders checks them.`,
    )
  const descriptors = [...registry.domains.values()].flatMap(({ written }) =>
    builtinDescriptors.includes(written) ? [] : [written],
  )
  return { descriptors, ...(severity && { severity }), ...(domain && domain.length > 0 && { domain }) }
}

async function planOf(
  paths: string | readonly string[],
  { domain = [], severity = {}, now }: FolderOptions,
  notes: string[],
): Promise<Plan> {
  const domains = typeof domain === 'string' ? [domain] : domain
  const choices = { descriptors: [], domain: domains, rule: severity, ...(now && { now: now.getTime() }) }
  const plan = await planRun(typeof paths === 'string' ? [paths] : paths, choices)
  const unknown = domains.find(name => !plan.registry.domainNamed(name))
  if (unknown !== undefined) throw new Error(`There is no domain ${JSON.stringify(unknown)}.`)
  notes.push(...plan.failures.map(({ failure }) => failure), ...plan.warnings)
  return plan
}

/** Runs one call after the other. What the command line would print as a warning becomes a note. */
function withNotes<Result>(work: (notes: string[]) => Promise<Result>): Promise<Result> {
  const notes: string[] = []
  const stderr = new Writable({
    write(line, _, done) {
      notes.push(
        String(line)
          .replace(/^recline: /, '')
          .trimEnd(),
      )
      done()
    },
  })
  const run = (): Promise<Result> => withHost({ ...streams, env: host.env, argv: host.argv, stderr }, () => work(notes))
  const result = last.then(run, run)
  last = result
  return result
}

/** The call before; there is one host of a run at a time. */
let last: Promise<unknown> = Promise.resolve()

const streams = { stdin: process.stdin, stdout: process.stdout }
