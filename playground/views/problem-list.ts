import type { Diagnostic } from 'vscode-languageserver-types'
import { element } from '../../client/webviews/dom.ts'
import { countedWithCommas } from '../../shared/basics/text.ts'
import { type FoundProblems, messageElement, severityName } from '../editor/problems.ts'
import type { Project, ProjectFile } from '../files/project.ts'

/** How many problems are listed; more would only be slow. The heading counts all of them. */
const mostShownInList = 200

/** The problems of all files, below the editor. */
export class ProblemList {
  private readonly heading = element('h2', { text: 'Problems', attributes: { 'aria-live': 'polite' } })
  private readonly list = element('ul')
  readonly view = element(
    'section',
    { class: 'problems', attributes: { 'aria-label': 'Problems', tabindex: '-1' } },
    this.heading,
    this.list,
  )

  /**
   * @param go shows a problem in the editor
   * @param fix lets the user choose a fix of a problem
   */
  constructor(
    private readonly project: Project,
    private readonly problems: FoundProblems,
    private readonly go: (file: ProjectFile, problem: Diagnostic) => void,
    private readonly fix: (file: ProjectFile, problem: Diagnostic) => void,
  ) {}

  /** Shows the problems as they are now. */
  draw(): void {
    const { files } = this.project
    const all = files.flatMap(file => this.problems.of(file.uri).map(problem => ({ file, problem })))
    const left = all.length - mostShownInList
    this.heading.textContent = all.length === 0 ? 'No problems' : countedWithCommas(all.length, 'problem')
    this.list.replaceChildren(
      ...all.slice(0, mostShownInList).map(({ file, problem }) => this.row(file, problem, files.length > 1)),
      ...(left > 0 ? [element('li', { text: `${countedWithCommas(left, 'more problem')} are not listed.` })] : []),
    )
  }

  private row(file: ProjectFile, problem: Diagnostic, hasName: boolean): HTMLElement {
    const { start } = problem.range
    const severity = severityName(problem)
    const place = `${hasName ? `${file.name}, ` : ''}line ${start.line + 1}`
    return element(
      'li',
      { class: severity },
      element('span', { class: 'severity', text: severity === 'info' ? 'information' : severity }),
      element(
        'button',
        { class: 'link', attributes: { type: 'button' }, onClick: () => this.go(file, problem) },
        element('span', { class: 'message', text: messageElement(problem) }),
        element('span', { class: 'place', text: place }),
      ),
      codeLink(problem),
      element('button', {
        class: 'fix',
        text: 'Fix…',
        attributes: { type: 'button', 'aria-label': `Fix ${String(problem.code)} on ${place}` },
        onClick: () => this.fix(file, problem),
      }),
    )
  }
}

/** The code of a problem, which leads to its page if there is one. */
function codeLink({ code, codeDescription }: Diagnostic): HTMLElement {
  const text = String(code ?? '')
  const href = codeDescription?.href
  if (href === undefined) return element('code', { text })
  return element('a', { text, attributes: { href, target: '_blank', rel: 'noopener' } })
}
