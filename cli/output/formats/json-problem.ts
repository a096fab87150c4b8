import type { PlacedProblem } from '../file-result.ts'

/** The properties of a problem in `json` and `ndjson`, in their order. Other properties are for other formats. */
export const problemAsJson = ({
  code,
  severity,
  message,
  line,
  column,
  endLine,
  endColumn,
  domain,
  tag,
  field,
  related,
}: PlacedProblem): object => ({
  code,
  severity,
  message,
  line,
  column,
  endLine,
  endColumn,
  domain,
  tag,
  field,
  related,
})
