import type { Command, Option } from 'commander'

/**
 * Ends the run where an option of a command, or of a command below it, is given twice. Commander would keep the last
 * value and drop the others without a word. An option whose description says that it can be repeated is left alone.
 */
export function refuseRepeated(command: Command): void {
  for (const option of command.options) {
    if (!option.required || option.description.includes('can be repeated')) continue
    let isGiven = false
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`error: option '${option.flags}' can be given only once; ${adviceFor(option)}`)
      isGiven = true
    })
  }
  for (const below of command.commands) refuseRepeated(below)
}

/** What to do instead, by what the option takes. */
function adviceFor({ flags }: Option): string {
  if (/<(?:expression|condition)>/.test(flags)) return 'join the conditions with &&'
  return flags.includes('<expressions>') ? 'separate the expressions with commas' : 'leave one of them out'
}
