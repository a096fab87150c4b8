import { type Command, Option } from 'commander'

/** Words of SQL that are no options, and what to do instead. */
const advice = {
  'order-by': 'write --sort',
  'group-by': 'write --count-by',
  columns: 'write --select',
  distinct: 'to list each value once, write --count-by',
  offset: 'rows cannot be skipped; sort the other way with --sort, or leave out --limit and skip rows of the result',
  having: 'groups cannot be filtered; print them with --format json, csv or parquet, and filter the result',
}

/** Answers options that someone who knows SQL may write with what to do instead. `--help` does not show them. */
export function answerSqlOptions(command: Command): Command {
  for (const [name, instead] of Object.entries(advice)) {
    command.addOption(new Option(`--${name} [value]`).hideHelp())
    command.on(`option:${name}`, () => command.error(`error: there is no option --${name}; ${instead}`))
  }
  return command
}
