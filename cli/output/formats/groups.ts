import { ProblemGroups } from '../problem-groups.ts'
import type { Format } from './format.ts'
import { closing } from './plain.ts'

/** Text for people: a line for each code, tag and field that has problems, with their number. It is for `--group`. */
export const groups: Format = {
  details: { fixability: true },
  async *output({ results, colors }) {
    const found = new ProblemGroups()
    for await (const { file, problems } of results) for await (const some of problems) found.add(file, some)
    yield found.lines(colors.bold).join('')
  },
  closing,
}
