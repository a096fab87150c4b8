import type { GenericSchema } from 'valibot'
import {
  checkInput,
  compareInput,
  convertInput,
  describeInput,
  findInput,
  getInput,
  undoInput,
  writeInput,
} from './inputs.ts'
import {
  checkOutput,
  compareOutput,
  convertOutput,
  describeOutput,
  findOutput,
  getOutput,
  undoOutput,
  writeOutput,
} from './outputs.ts'

/** A tool for agents. All its texts are constants: no file of a workspace has a part in them. */
export interface AgentTool {
  readonly title: string
  /** For language models. */
  readonly description: string
  readonly input: GenericSchema
  readonly output: GenericSchema
  /** Whether it can change files. */
  readonly writes: boolean
}

/** The tools by their names, in the order in which an agent needs them. */
export const agentTools = {
  describe: {
    title: 'Describe domains',
    description:
      'Says what records can hold: without arguments all domains with their tags and the number of records of each (CONTROL:5), with domain its tags, with tag its fields, rules and an example, with tag and field the meaning of each value. Call it before you write records of a tag; never guess names of fields or values.',
    input: describeInput,
    output: describeOutput,
    writes: false,
  },
  find: {
    title: 'Find records',
    description:
      'Finds the records of a tag, as rows with their places; count_by, sum, min, max and avg count them instead, and due lists what is overdue in all tags. where is a condition: fields, ==, !=, <, &&, ||, !, in, has(field), title.contains("x"), title.startsWith("x"), lowerAscii(), size(), now, duration("30d"), timestamp("2026-07-01"), paths along references, such as severity == "high" && due < now + duration("30d") && control_ref.owner in ["CISO", "CTO"]. An empty cell is a field that is not there.',
    input: findInput,
    output: findOutput,
    writes: false,
  },
  get: {
    title: 'Get records',
    description: 'Returns records by their ids or places, with what they refer to and what refers to them.',
    input: getInput,
    output: getOutput,
    writes: false,
  },
  check: {
    title: 'Check records',
    description:
      'Lists the problems of files, or of a text that is not saved yet, among all records of the workspace, errors first. Where a problem has fixes, the action fix of write makes the certain ones, or with choose one of them.',
    input: checkInput,
    output: checkOutput,
    writes: false,
  },
  write: {
    title: 'Write records',
    description:
      'Adds records, sets values, removes, renames and moves records, imports a table into records that exist, and fixes problems, in one step: all changes or none. Without apply it is a dry run. Returns the diff, the ids, and the problems that the records have then. Refuses what adds errors, fields that the tag does not have, and references to records that do not exist. Write only what the source says; leave out what it does not say. Examples: {"action":"add","tag":"FINDING","values":{"severity":"high"}}, {"action":"set","id":"FND-1","values":{"status":"closed"},"expected":{"status":"open"}}, {"action":"set","tag":"FINDING","where":"due < now","values":{"owner":"CISO"}}, {"action":"fix","place":"f.rec:12","choose":"high"}.',
    input: writeInput,
    output: writeOutput,
    writes: true,
  },
  undo: {
    title: 'Undo the last change',
    description:
      'Takes the last change back that write has made, in all its files, if these still are as it left them. Call it again for the change before.',
    input: undoInput,
    output: undoOutput,
    writes: true,
  },
  compare: {
    title: 'Compare versions',
    description: 'Lists the records that differ between two git revisions, or between a revision and the files now.',
    input: compareInput,
    output: compareOutput,
    writes: false,
  },
  convert: {
    title: 'Convert data to records',
    description:
      'Turns CSV, a table or JSON into the text of records, with a field for each column that you can change with mapping. Writes nothing: pass the text to write as an addition.',
    input: convertInput,
    output: convertOutput,
    writes: false,
  },
} satisfies Readonly<Record<string, AgentTool>>

export type ToolName = keyof typeof agentTools

/** Whether a text is the name of a tool. */
export const isToolName = (name: string): name is ToolName => Object.hasOwn(agentTools, name)
