import { patchOf } from '../shared/diff/patch.ts'
import { readPatch } from '../shared/diff/read-patch.ts'
import { unitsOf } from '../shared/diff/units.ts'
import { applyHunks } from '../shared/merge/apply-patch.ts'
import { parse } from '../shared/syntax/tree.ts'
import { builtinRegistry } from './records.ts'

/** The patch from one text to another. */
export function patch(before: string, after: string): string {
  const [one, other] = [before, after].map(text => ({
    name: 'a.rec',
    units: unitsOf(parse(text), builtinRegistry, /\r\n|\r|\n/.exec(before + after)?.[0] ?? '\n'),
    hasLastLineEnd: text === '' || /[\r\n]$/.test(text),
  }))
  return patchOf(one!, other!)
}

/** The text after a patch, or why it cannot be applied. */
export function applied(text: string, patchText: string): string {
  const files = readPatch(patchText)
  if ('line' in files) return `line ${files.line}`
  const result = applyHunks(text, files[0]?.hunks ?? [], {
    context: { registry: builtinRegistry, fileName: 'a.rec', settingDomains: [] },
    isStrict: false,
    markerSize: 7,
    ours: 'file',
    theirs: 'patch',
  })
  return 'reason' in result ? result.reason : result.text
}
