import { setAttribute } from '../../dom.ts'

/** The cell with the cursor. The grid has the focus, and tells screen readers which cell it is. */
export class MarkedCell {
  /** Undefined while it is not drawn. */
  element: HTMLElement | undefined

  /** @param grid the element with the focus */
  constructor(private readonly grid: HTMLElement) {}

  /** Marks a cell, and no other one. Of several grids, only the one that is shown marks a cell. */
  mark(cell: Element | undefined): void {
    const marked = cell instanceof HTMLElement ? cell : undefined
    if (this.element !== marked) {
      this.element?.removeAttribute('id')
      this.element?.classList.remove('active')
      marked?.classList.add('active')
      this.element = marked
    }
    if (marked) marked.id = 'active'
    setAttribute(this.grid, 'aria-activedescendant', marked && 'active')
  }
}
