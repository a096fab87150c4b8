import { localize } from '../../../shared/domains/localize.ts'
import type { WhereText } from '../../../shared/protocol/table/table-cells.ts'
import { element, setAttribute } from '../dom.ts'
import { ChoiceList } from './editing/choice-list.ts'
import { sendRequest } from './request.ts'

interface WhereEvents {
  /** The user wrote another expression without problems. */
  apply(where: string): void
  /** The user goes from the field to the rows. */
  leave(): void
}

/**
 * The field with the expression that filters the table. While it is typed, it is checked, its wrong characters are
 * underlined, and a list offers what can be written at the cursor.
 */
export class WhereField {
  private readonly field = element('input', {
    class: 'where',
    attributes: {
      type: 'text',
      id: 'where',
      placeholder: localize('Expression, such as {example}', { example: 'status == "open"' }),
      'aria-label': localize('Expression that filters the records'),
      'aria-describedby': 'where-problem',
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
    },
  })
  /** The text again, below that of the field, to underline parts of it. */
  private readonly marks = element('div', { class: 'where-marks', attributes: { 'aria-hidden': 'true' } })
  private readonly problem = element('p', {
    class: 'where-problem',
    attributes: { id: 'where-problem', role: 'status', hidden: true },
  })
  private readonly list = new ChoiceList(this.field, label => this.accept(label))
  private readonly box = element('div', { class: 'where-box' }, this.field, this.marks)
  readonly view = element('div', { class: 'where-row' }, this.box, this.problem)
  private completions: WhereText['completions'] = []
  /** The key of the table that the expression filters. */
  private table = ''
  /** The last expression without problems, which filters the table. */
  private applied = ''
  private checks = 0
  /** The check of what is in the field now; undefined once it has an answer. */
  private checking: Promise<void> | undefined

  constructor(private readonly events: WhereEvents) {
    this.field.addEventListener('input', () => this.startCheck(true))
    this.field.addEventListener('scroll', () => this.alignMarks())
    this.field.addEventListener('blur', () => this.close())
    this.field.addEventListener('keydown', event => this.onKey(event))
  }

  /** Shows the expression of a table, unless the user is changing it. */
  show(table: string, where: string): void {
    if (table === this.table && where === this.applied) return
    // What was typed before there was a table is for this one.
    const isTyped = this.table === '' && this.field.value !== ''
    this.table = table
    this.applied = where
    if (!isTyped) this.field.value = where
    this.startCheck(isTyped)
  }

  /** Takes the keys for a table that is still to be shown. */
  takeKeys(): void {
    this.table = ''
    this.applied = ''
    this.field.value = ''
    this.field.focus()
  }

  /** Puts what was typed elsewhere before what is typed here. */
  putBefore(typed: string): void {
    if (typed === '') return
    const { field } = this
    const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
    field.value = typed + field.value
    field.setSelectionRange(typed.length + start, typed.length + end)
    if (this.table !== '') this.startCheck(true)
  }

  focus(): void {
    this.field.focus()
    this.field.select()
  }

  private startCheck(isTyping: boolean): void {
    const checking = this.check(isTyping).finally(() => {
      if (this.checking === checking) this.checking = undefined
    })
    this.checking = checking
  }

  /** Checks the expression, applies it if it has no problem, and offers completions if the user is typing. */
  private async check(isTyping: boolean): Promise<void> {
    const { value: where } = this.field
    const offset = this.field.selectionStart ?? where.length
    const check = ++this.checks
    this.showProblems([])
    const text = await sendRequest('where', { table: this.table, where, offset })
    if (check !== this.checks || !text) return
    this.showProblems(text.problems)
    if (isTyping && document.activeElement === this.field) this.offer(text.completions, offset)
    if (text.problems.length > 0 || where === this.applied) return
    this.applied = where
    this.events.apply(where)
  }

  private showProblems(problems: WhereText['problems']): void {
    const { value } = this.field
    const [first] = problems
    this.problem.hidden = !first
    this.problem.textContent = first?.message ?? ''
    setAttribute(this.field, 'aria-invalid', first !== undefined || undefined)
    const parts: Node[] = []
    let end = 0
    for (const problem of problems) {
      if (problem.start < end) continue
      parts.push(document.createTextNode(value.slice(end, problem.start)))
      // What is missing at the end is marked by a space there.
      const wrong = value.slice(problem.start, problem.end) || '\u00a0'
      parts.push(element('mark', { text: wrong }))
      end = problem.end
    }
    this.marks.replaceChildren(...parts)
    this.alignMarks()
  }

  private alignMarks(): void {
    this.marks.style.setProperty('--scrolled', `${-this.field.scrollLeft}px`)
  }

  /** Shows completions. The first one is marked if the user has typed a part of it before the cursor at `offset`. */
  private offer(completions: WhereText['completions'], offset: number): void {
    this.completions = completions
    const choices = completions.map(({ label, detail }) => ({ value: label, meaning: detail }))
    const [first] = completions
    this.list.show(choices, first && first.start < offset ? 0 : -1)
    if (choices.length === 0) this.close()
    else if (!this.list.view.isConnected) this.box.append(this.list.view)
  }

  private close(): void {
    this.list.show([], -1)
    this.list.view.remove()
  }

  private accept(label: string): void {
    const completion = this.completions.find(each => each.label === label)
    this.close()
    if (!completion) return
    const { start, end, text, cursor } = completion
    this.field.setRangeText(text, start, end, 'end')
    this.field.setSelectionRange(start + cursor, start + cursor)
    this.startCheck(false)
  }

  private onKey(event: KeyboardEvent): void {
    if (event.isComposing || !this.handleKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Handles a key; false leaves it to the field. */
  private handleKey({ key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>): boolean {
    const isOpen = this.list.view.isConnected
    const { marked } = this.list
    if (key === ' ' && ctrlKey) this.startCheck(true)
    else if (key === 'Escape' && isOpen) this.close()
    else if (key === 'ArrowUp' && isOpen) this.list.move(-1)
    else if (!['Enter', 'ArrowDown', 'Tab'].includes(key) || (key === 'Tab' && !isOpen)) return false
    else if (this.checking) void this.handleAfterCheck(this.checking, key)
    else if (key === 'ArrowDown' && isOpen) this.list.move(1)
    else if (key === 'Tab') this.accept(marked ?? this.completions[0]!.label)
    else if (key === 'Enter' && marked !== undefined) this.accept(marked)
    // Below the field, a sentence says what is wrong. In the rows, the next keys would replace a value.
    else if (key === 'ArrowDown' || this.problem.hidden) this.events.leave()
    return true
  }

  /** Handles a key when the list and the problem are those of the typed text, unless the user goes on before. */
  private async handleAfterCheck(checking: Promise<void>, key: string): Promise<void> {
    const { checks } = this
    await checking
    if (checks === this.checks && document.activeElement === this.field) this.handleKey({ key, ctrlKey: false })
  }
}
