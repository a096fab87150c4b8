import type { ParameterInformation, Position, SignatureHelp } from 'vscode-languageserver-types'
import { localTemplate } from '../../shared/domains/localize.ts'
import { parametersOf, signatureOf } from '../../shared/expression/functions/function.ts'
import { callAt } from '../../shared/expression/help/signature.ts'
import { cursorInExpression, type JsonSnapshot } from '../snapshot/json-snapshot.ts'
import { markup } from '../snapshot/markup.ts'

/** The characters that open signature help: they begin an argument. */
export const callTriggers = ['(', ','] as const

/** The signature of the function whose arguments are at a position. */
export function expressionSignatureHelp(snapshot: JsonSnapshot, position: Position): SignatureHelp | null {
  const cursor = cursorInExpression(snapshot, position)
  const call = cursor && callAt(cursor.expression.read.source, cursor.offset)
  if (!call) return null
  const { called, argument } = call
  const label = signatureOf(called)
  let end = label.indexOf('(')
  const parameters = parametersOf(called).map((parameter): ParameterInformation => {
    const start = label.indexOf(parameter, end)
    end = start + parameter.length
    return { label: snapshot.client.hasLabelOffsets ? [start, end] : parameter }
  })
  return {
    signatures: [{ label, documentation: markup(localTemplate(called.description), snapshot.client), parameters }],
    activeSignature: 0,
    activeParameter: argument,
  }
}
