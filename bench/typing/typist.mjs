// Simulates a person who uses VS Code: types, reads what the editor shows, and accepts completions.

/**
 * @typedef {object} Sight what a person sees at the cursor
 * @property {string} text the line's text
 * @property {number} column the column of the cursor, from 0
 * @property {string | undefined} offered the marked entry of the open list
 * @property {string} ghost the gray text at the cursor
 */

/** Watches a page with VS Code, and presses keys in it. */
export class Typist {
  /** Every key pressed so far. */
  keys = 0

  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page
  }

  /** @param {string} key as Playwright names it, such as `Tab` */
  async press(key) {
    this.keys++
    await this.page.keyboard.press(key)
    return this.look()
  }

  /** @param {string} text */
  async type(text) {
    let sight = await this.look()
    for (const character of text) {
      this.keys++
      await this.page.keyboard.type(character)
      sight = await this.look()
    }
    return sight
  }

  /**
   * Types a text quickly, without looking at the editor.
   *
   * @param {string} text
   */
  async typeBlindly(text) {
    for (const character of text) {
      this.keys++
      await this.page.keyboard.type(character)
      await this.page.waitForTimeout(25)
    }
    return this.look()
  }

  /** Waits until the editor no longer changes, and reads what it shows. */
  look() {
    return this.page.evaluate(seeWhenCalm)
  }
}

/** Runs in the page. */
async function seeWhenCalm() {
  let last = ''
  let calm = 0
  let sight = see()
  for (let round = 0; round < 80 && calm < 8; round++) {
    await new Promise(resolve => setTimeout(resolve, 25))
    sight = see()
    const shown = JSON.stringify(sight)
    calm = shown === last ? calm + 1 : 0
    last = shown
  }
  return sight

  function see() {
    const editor =
      document.querySelector('.editor-instance .monaco-editor.focused') ??
      document.querySelector('.editor-instance .monaco-editor')
    const cursor = editor?.querySelector('.cursors-layer .cursor')
    const top = cursor?.getBoundingClientRect().top ?? -1
    const line = [...(editor?.querySelectorAll('.view-line') ?? [])].find(
      candidate => Math.abs(candidate.getBoundingClientRect().top - top) < 3,
    )
    const ghost = [...(line?.querySelectorAll('[class*=ghost-text]') ?? [])]
      .map(({ textContent }) => textContent)
      .join('')
    const copy = /** @type {Element | undefined} */ (line?.cloneNode(true))
    for (const extra of copy?.querySelectorAll('[class*=ghost-text], [class*=dyn-rule]') ?? []) extra.remove()
    const position = document.querySelector('#status\\.editor\\.selection')?.textContent ?? ''
    const widget = document.querySelector('.suggest-widget.visible')
    const marked = widget?.querySelector('.monaco-list-row.focused .label-name')
    const message = widget?.querySelector('.message')
    const isEmpty = message instanceof HTMLElement && message.style.display !== 'none' && message.offsetHeight > 0
    return {
      text: (copy?.textContent ?? '').replaceAll('\u00a0', ' ').replaceAll('\u200b', ''),
      column: Number(/Col (\d+)/.exec(position)?.[1] ?? 1) - 1,
      offered: isEmpty ? undefined : (marked?.textContent ?? undefined),
      ghost: ghost.replaceAll('\u00a0', ' '),
    }
  }
}
