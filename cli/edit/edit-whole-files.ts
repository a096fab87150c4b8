import { editRecords } from '../../shared/edit/edit-records.ts'
import type { RecordEdit } from '../../shared/edit/record-edit.ts'
import type { Failure } from '../files/failure.ts'
import type { Plan } from '../plan/plan.ts'
import { AddedProblems, changeOfText, type EditedFiles, readToEdit } from './edited-files.ts'

/** Edits the records of files that are in memory as a whole. */
export async function editWholeFiles(plan: Plan, edit: RecordEdit, now: number): Promise<EditedFiles | Failure> {
  const { tag, where: evaluate, whereReads: reads } = edit
  const files = await readToEdit(plan, evaluate && reads && { tag, evaluate, reads })
  if ('failure' in files) return files
  const result = editRecords([...files.values()], edit, now)
  return {
    done: result,
    files: result.files.map(file => changeOfText(file, files.get(file.uri)!.read)),
    problems: new AddedProblems().add(result.problems),
  }
}
