'use strict'

// Sorts and filters the rows of a table of records. Without it, the table shows all of them in the order of the files.
// This is a classic script, because pages opened from a file cannot load modules.
{
  // A browser takes seconds to lay out ten thousand rows again.
  const mostShown = 1000
  const table = document.querySelector('.records table')
  const body = table?.tBodies[0]
  if (body) {
    const rows = [...body.rows].map(element => ({ element, text: element.textContent.toLowerCase() }))
    const { filter, status, all } = addFilter()
    let limit = mostShown
    filter.addEventListener('input', showRows)
    all.addEventListener('click', () => {
      limit = Infinity
      showRows()
      filter.focus()
    })
    for (const [column, head] of [...table.tHead.rows[0].cells].entries()) addSorting(head, column)
    // A browser keeps what was typed when it goes back to a page.
    showRows()

    /** Shows the first rows that have all words of the filter. */
    function showRows() {
      const words = filter.value
        .toLowerCase()
        .split(/\s+/)
        .filter(word => word !== '')
      let found = 0
      for (const { element, text } of rows) {
        const isFound = words.every(word => text.includes(word))
        if (isFound) found++
        element.hidden = !isFound || found > limit
      }
      const isCut = found > limit
      all.hidden = !isCut
      status.textContent = [
        ...(words.length === 0 ? [] : [`${counted(found)} of ${counted(rows.length)} records`]),
        ...(isCut ? [`the first ${counted(limit)} are shown`] : []),
      ].join(', ')
    }

    /** Puts a field to type in above the table, and beside it how many rows are shown, and a button that shows all. */
    function addFilter() {
      const label = document.createElement('label')
      label.htmlFor = 'page:filter'
      label.textContent = 'Filter'
      const field = document.createElement('input')
      field.id = 'page:filter'
      field.type = 'search'
      field.autocomplete = 'off'
      field.spellcheck = false
      const place = document.createElement('span')
      place.className = 'quiet'
      place.setAttribute('role', 'status')
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Show all'
      const line = document.createElement('p')
      line.className = 'filter'
      line.append(label, field, place, button)
      table.before(line)
      return { filter: field, status: place, all: button }
    }

    /** Puts a button into the head of a column. The first click sorts up, the next one down, then up again. */
    function addSorting(head, column) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'sort'
      button.setAttribute('aria-label', `Sort by ${head.textContent}`)
      button.addEventListener('click', () => {
        const isDown = head.getAttribute('aria-sort') === 'ascending'
        for (const other of head.parentElement.cells) other.removeAttribute('aria-sort')
        head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending')
        sortRows(column, head.classList.contains('numeric'), isDown)
      })
      head.append(' ', button)
    }

    /** Sorts the rows by a column; those without a value come last, and equal ones keep their order. */
    function sortRows(column, isNumeric, isDown) {
      const texts = new Map(rows.map(({ element }) => [element, element.cells[column].textContent]))
      const order = new Intl.Collator('en', { numeric: true })
      const compare = isNumeric ? (one, other) => numberIn(one) - numberIn(other) : order.compare
      rows.sort(({ element: one }, { element: other }) => {
        const [first, second] = [texts.get(one), texts.get(other)]
        if (first === '' || second === '') return Number(first === '') - Number(second === '')
        const found = compare(first, second) || 0
        return isDown ? -found : found
      })
      body.replaceChildren(...rows.map(({ element }) => element))
      showRows()
    }
  }

  /** The number that a text is. Another text among numbers comes behind them. */
  function numberIn(text) {
    const number = Number(text)
    return Number.isNaN(number) ? Infinity : number
  }

  function counted(count) {
    return count.toLocaleString('en')
  }
}
