import { confirm, intro, isCancel, note, outro, select, text } from '@clack/prompts'
import { chosenFieldForm, writeChosenField } from '../../shared/convert/foreign-tables/chosen-fields.ts'
import type { ForeignTable } from '../../shared/convert/foreign-tables/foreign-table.ts'
import {
  type ForeignRecords,
  fieldsOfTag,
  readForeignTable,
  tagsByFit,
} from '../../shared/convert/foreign-tables/records.ts'
import { dateOrders, decimalMarks } from '../../shared/convert/foreign-tables/value-choices.ts'
import { domainsOfFile } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { host } from '../host/host.ts'
import type { Input, InputChoices } from './batch.ts'

/** What the user has decided about how data become records. */
export interface AskedMapping {
  readonly tag: string
  readonly choices: InputChoices
  /** Where the mapping is saved; undefined if it is not. */
  readonly saveMapping: string | undefined
}

/** Standard output is for the records. */
const output = host.stderr

/**
 * Asks on a terminal how the data of an input become records: shows the proposed field of each column with its first
 * values, and asks what is uncertain. Returns undefined if the user cancels.
 *
 * @param readTable reads the data
 */
export async function askMapping(
  input: Input,
  readTable: (input: Input) => Promise<ForeignTable>,
): Promise<AskedMapping | undefined> {
  intro(localize('How should {file} become records?', { file: input.source.file }), { output })
  const form = await askForm(input, readTable)
  if (!form) return undefined
  const { table } = form
  const tag = await askTag(table, input)
  if (tag === undefined) return undefined
  let { choices } = form
  for (;;) {
    const read = readForeignTable(table, tag, input.context, choices)
    const decided =
      read.doubts.length > 0 ? await askDoubt(read, choices) : await askColumns(read, table, tag, input, choices)
    if (decided === undefined) return undefined
    if (decided === 'done') break
    choices = decided
  }
  const path = await text({
    message: localize('Save these choices in a file for the next time? (empty: no)'),
    placeholder: 'mapping.json',
    output,
  })
  if (isCancel(path)) return undefined
  const saveMapping = path?.trim() || undefined
  outro(
    saveMapping === undefined
      ? localize('The records get the tag {tag}.', { tag })
      : localize('The next time: {option}', { option: `--mapping ${saveMapping}` }),
    { output },
  )
  return { tag, choices, saveMapping }
}

/** Asks where the names of columns and the records are, if that is uncertain. */
async function askForm(
  input: Input,
  readTable: (input: Input) => Promise<ForeignTable>,
): Promise<{ readonly table: ForeignTable; readonly choices: InputChoices } | undefined> {
  let { choices } = input
  for (;;) {
    const table = await readTable({ ...input, choices })
    const problem = table.problems.find(({ about }) => about !== undefined)
    if (!problem?.about) return { table, choices }
    const decided = await askAbout(problem.about, problem.message, choices)
    if (!decided) return undefined
    choices = decided
  }
}

async function askAbout(
  about: 'header' | 'nested' | 'records',
  message: string,
  choices: InputChoices,
): Promise<InputChoices | undefined> {
  if (about === 'nested') {
    const isFlattened = await confirm({
      message: `${message} ${localize('Make fields of the parts of all objects?')}`,
      output,
    })
    return isCancel(isFlattened) || !isFlattened ? undefined : { ...choices, isFlattened }
  }
  const isOfHeader = about === 'header'
  const answer = await text({
    message: isOfHeader
      ? `${message} ${localize('In which line of the file do the names of the columns stand? (none: in no line)')}`
      : `${message} ${localize('Which one has the records?')}`,
    validate: (value = '') =>
      !isOfHeader || /^(?:none|[1-9]\d*)$/.test(value) ? undefined : localize('Write a number, or none.'),
    output,
  })
  if (isCancel(answer)) return undefined
  if (!isOfHeader) return { ...choices, records: answer }
  return { ...choices, header: answer === 'none' ? 'none' : Number(answer) }
}

async function askTag({ names, tag }: ForeignTable, { context }: Input): Promise<string | undefined> {
  const { domains } = domainsOfFile(context)
  const tags = tagsByFit(names, domains, context)
  const chosen = await select({
    message: localize('What are the records?'),
    options: tags.map(({ tag: value, fit }) => ({
      value,
      label: value,
      hint: hintOfTag(domains.find(({ tags: own }) => own.has(value))!.path, fit, names.length),
    })),
    ...(tag !== undefined && { initialValue: tag }),
    maxItems: 10,
    output,
  })
  return isCancel(chosen) ? undefined : chosen
}

const hintOfTag = (domain: string, count: number, all: number): string =>
  all === 1
    ? localize('{domain}, has {count} of 1 column', { domain, count })
    : localize('{domain}, has {count} of {all} columns', { domain, count, all })

async function askDoubt({ doubts }: ForeignRecords, choices: InputChoices): Promise<InputChoices | undefined> {
  const { about, message } = doubts[0]!
  const words: readonly string[] = about === 'dateOrder' ? dateOrders : decimalMarks
  const answer = await select({ message, options: words.map(value => ({ value, label: value })), output })
  return isCancel(answer) ? undefined : { ...choices, [about]: answer }
}

/** Shows the fields of all columns until the user agrees or changes one. */
async function askColumns(
  { found, missing, problems }: ForeignRecords,
  table: ForeignTable,
  tag: string,
  { context }: Input,
  choices: InputChoices,
): Promise<InputChoices | 'done' | undefined> {
  const { fields } = fieldsOfTag(tag, context)
  const keysOf = (index: number): string[] =>
    found.flatMap(one => (one.index === index && one.key !== undefined ? writeChosenField(one) : []))
  const isField = (key: string): boolean => fields.includes(key.replace(/[:(].*/, ''))
  const shownKeys = (index: number): string => {
    const keys = keysOf(index).map(key =>
      isField(key) ? key : localize('{field} (no field of {tag})', { field: key, tag }),
    )
    return keys.length === 0 ? localize('(left out)') : keys.join(', ')
  }
  const lines = table.names.map((name, index) => [shorten(name), shownKeys(index), columnExamples(table, index)])
  const widthOf = (place: number): number => Math.max(...lines.map(line => line[place]!.length))
  const [first, second] = [widthOf(0), widthOf(1)]
  const shown = lines.map(
    ([name = '', keys = '', examples = '']) => `${name.padEnd(first)} → ${keys.padEnd(second)}  ${examples}`,
  )
  const warnings = [...(missing === undefined ? [] : [missing]), ...problems.slice(0, 5).map(({ message }) => message)]
  note(
    [...shown, ...(warnings.length > 0 ? ['', ...warnings] : [])].join('\n'),
    localize('Columns as fields of {tag}', { tag }),
    {
      output,
    },
  )
  const column = await select<number>({
    message: localize('Is this right?'),
    options: [
      ...(problems.length === 0 ? [{ value: -1, label: localize('Yes, convert') }] : []),
      ...table.names.map((name, value) => ({
        value,
        label: localize('Change {column}', { column: shorten(name) }),
        hint: shownKeys(value),
      })),
    ],
    maxItems: 12,
    output,
  })
  if (isCancel(column)) return undefined
  if (column < 0) return 'done'
  const name = table.names[column]!
  const keys = await text({
    message: localize(
      'Which field does {column} become? Several with commas; nothing leaves it out. Fields: {fields}',
      { column: shorten(name), fields: fields.join(', ') },
    ),
    initialValue: keysOf(column).join(','),
    validate: (value = '') => {
      const wrong = value === '' ? undefined : value.split(',').find(key => !chosenFieldForm.test(key.trim()))
      return wrong === undefined ? undefined : localize('"{name}" cannot be the name of a field.', { name: wrong })
    },
    output,
  })
  if (isCancel(keys)) return undefined
  const chosen = (keys ?? '').split(',').map(key => key.trim())
  return { ...choices, fields: new Map([...choices.fields, [name, chosen.join(',')]]) }
}

function columnExamples({ rows }: ForeignTable, column: number): string {
  const examples: string[] = []
  for (const cells of rows) {
    const cell = cells[column]
    if (cell !== undefined) examples.push([...shorten(cell)].slice(0, 20).join(''))
    if (examples.length === 3) break
  }
  return examples.join(', ')
}
