import { control } from '../../../shared/syntax/controls.ts'
import { allowedInXml } from '../../../shared/syntax/xml-text.ts'
import type { PlacedProblem } from '../file-result.ts'
import { oneLine } from '../one-line.ts'
import type { Format } from './format.ts'
import { wholeMessage } from './whole-message.ts'

/**
 * JUnit XML with a suite for each file. Only problems with the severity `error` are failures; anything that could not
 * be checked is an error. The number of tests stands at the start of a suite, so a file whose problems arrive in chunks
 * has a suite for each chunk.
 */
export const junit: Format = {
  details: { related: true },
  async *output({ results, failures }) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="recline check">\n'
    for await (const { file, problems } of results) {
      let isClean = true
      for await (const some of problems) {
        if (some.length === 0) continue
        isClean = false
        yield suite(
          file,
          some.map(problem => caseOf(file, problem)),
          { failures: some.filter(({ severity }) => severity === 'error').length },
        )
      }
      if (isClean) yield suite(file, [testCase({ name: 'no problems', classname: file, file })], {})
    }
    if (failures.size > 0) yield suite('recline', Array.from(failures, couldNotRun), { errors: failures.size })
    yield '</testsuites>\n'
  },
}

function caseOf(file: string, problem: PlacedProblem): string {
  const { line, column, code, severity } = problem
  const message = wholeMessage(file, problem)
  const attributes = { name: `${line}:${column} ${code}`, classname: oneLine(file), file, line }
  const text = `${severity}: ${message}`
  if (severity !== 'error') return testCase(attributes, `<system-out>${escapeXml(text)}</system-out>`)
  return testCase(
    attributes,
    `<failure${writtenAttributes({ type: code, message })}>${escapeXml(`${oneLine(file)}:${line}:${column} ${text}`)}</failure>`,
  )
}

const couldNotRun = (sentence: string): string =>
  testCase(
    { name: sentence, classname: 'recline' },
    `<error${writtenAttributes({ type: 'recline', message: sentence })}/>`,
  )

type Attributes = Readonly<Record<string, string | number>>

const suite = (name: string, cases: readonly string[], { failures = 0, errors = 0 }): string =>
  `  <testsuite${writtenAttributes({ name, tests: cases.length, failures, errors, skipped: 0 })}>\n${cases.join('')}  </testsuite>\n`

const testCase = (attributes: Attributes, content?: string): string =>
  content === undefined
    ? `    <testcase${writtenAttributes(attributes)}/>\n`
    : `    <testcase${writtenAttributes(attributes)}>\n      ${content}\n    </testcase>\n`

const writtenAttributes = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')

/**
 * Escapes text for an XML element or attribute, and what controls a terminal too. Characters that XML does not allow
 * become U+FFFD.
 */
const escapeXml = (text: string): string =>
  allowedInXml(text).replace(xmlSpecial, character => `&#${character.charCodeAt(0)};`)

const xmlSpecial = new RegExp(`[&<>"]|${control.source}`, 'gu')
