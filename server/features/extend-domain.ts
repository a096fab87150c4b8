import { type CodeAction, type CodeActionContext, CodeActionKind, type Range } from 'vscode-languageserver-types'
import { sectionAt } from '../../shared/check/check.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { notInEnum } from '../../shared/check/rules/not-in-enum.ts'
import { unknownField } from '../../shared/check/rules/unknown-field.ts'
import { unknownTag } from '../../shared/check/rules/unknown-tag.ts'
import { addToDescriptor, type NewField } from '../../shared/config/descriptor-edits.ts'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import type { DomainPart } from '../../shared/domains/descriptor.ts'
import { shorten, show } from '../../shared/domains/message-text.ts'
import { type Field, fieldType, isFieldName, type RecordNode, tagName, valueText } from '../../shared/syntax/nodes.ts'
import { offsetAt } from '../../shared/syntax/tree.ts'
import { typeNamed } from '../../shared/syntax/type-words.ts'
import { toDiagnostic } from '../snapshot/diagnostics.ts'
import { type DescriptorText, descriptorEdits } from '../snapshot/json-snapshot.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'
import { editOf } from '../snapshot/workspace-edit.ts'

/**
 * Quick fixes that add an unknown tag, field or value to the user's own domain.
 *
 * @param descriptorOf finds the descriptor of a domain in the workspace; undefined for a built-in domain
 */
export function domainFixes(
  snapshot: Snapshot,
  range: Range,
  { only }: CodeActionContext,
  descriptorOf: (domain: string) => DescriptorText | undefined,
): CodeAction[] {
  if (only && !only.some(kind => kind === '' || kind === CodeActionKind.QuickFix)) return []
  const { tree } = snapshot.file
  const [start, end] = [offsetAt(tree, range.start), offsetAt(tree, range.end)]
  return problemsIn(snapshot)
    .filter(({ entry, ...span }) => tree.starts[entry]! + span.start <= end && tree.starts[entry]! + span.end >= start)
    .flatMap(problem =>
      additionsFor(snapshot, problem).flatMap(({ title, part, fields }): CodeAction[] => {
        const descriptor = descriptorOf(part.domain)
        const changes = descriptor && addToDescriptor(descriptor.text, part, fields)
        if (!changes) return []
        return [
          {
            title,
            kind: CodeActionKind.QuickFix,
            diagnostics: [toDiagnostic(snapshot, problem)],
            edit: editOf(snapshot.client, [descriptorEdits(descriptor, changes)]),
          },
        ]
      }),
    )
}

/** Something to add to a descriptor. */
interface Addition {
  readonly title: string
  readonly part: DomainPart
  readonly fields: readonly NewField[]
}

function additionsFor({ file }: Snapshot, problem: Problem): Addition[] {
  const record = file.tree.entries[problem.entry]!
  if (record.kind !== 'record') return []
  const { tag } = file.entries[problem.entry]!
  const field = record.fields.find(({ nameStart, value, nameEnd }) => {
    const last = value?.end ?? nameEnd
    return nameStart <= problem.start && problem.start <= last
  })
  if (problem.code === unknownTag.code) return newTags(file, problem.entry, record)
  if (!tag || !field) return []
  const part = { domain: tag.domain.path, tag: tag.name, field: field.name }
  if (problem.code === unknownField.code)
    return [
      {
        title: `Add the field ${shorten(field.name)} to ${tag.name}`,
        part,
        fields: [newField(record, field)],
      },
    ]
  if (problem.code !== notInEnum.code || !field.value) return []
  const value = valueText(record, field.value)
  return [{ title: `Allow ${show(value)} in ${tag.name}.${field.name}`, part: { ...part, value }, fields: [] }]
}

/** A new tag can be in each of the user's own domains in force. */
function newTags(file: Snapshot['file'], entry: number, record: RecordNode): Addition[] {
  const tag = tagName(record)
  if (tag === undefined) return []
  const names = new Set<string>()
  const fields = record.fields.flatMap(field => {
    if (names.has(field.name) || !isFieldName(field.name)) return []
    names.add(field.name)
    return { ...newField(record, field), isRequired: field.name === 'rid' }
  })
  return sectionAt(file, entry)
    .domains.filter(({ written }) => !builtinDescriptors.includes(written))
    .map(({ path }) => ({ title: `Add the tag ${tag} to ${path}`, part: { domain: path, tag }, fields }))
}

function newField(record: RecordNode, field: Field): NewField {
  const type = fieldType(record, field)
  return { name: field.name, type: (type === undefined ? undefined : typeNamed(type)) ?? 'string' }
}
