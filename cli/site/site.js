'use strict'

// The search of a site for records, domains, tags, fields, values and rules. The data is in searchEntries, which
// search-index.js defines, and search-records.js adds to. This is a classic script, because pages opened from a file
// cannot load modules.
{
  /** @typedef {[kind: string, name: string, path: string, text: string, href: string, aliases?: string[]]} Entry */

  const mostShown = 30
  const root = new URL('.', document.currentScript.src)
  const form = document.querySelector('form[role=search]')
  const input = form.querySelector('input')
  const results = form.querySelector('.results')
  const status = form.querySelector('[role=status]')

  form.hidden = false
  form.addEventListener('submit', event => {
    event.preventDefault()
    links()[0]?.click()
  })
  input.addEventListener('input', show)
  input.addEventListener('focus', show)
  form.addEventListener('keydown', moveOrLeave)
  form.addEventListener('focusout', event => {
    if (!form.contains(event.relatedTarget)) hide()
  })
  results.addEventListener('click', event => {
    // A link to the same page does not load a new page, so the list would stay open.
    if (event.target.closest('a') && !event.ctrlKey && !event.metaKey && !event.shiftKey) leave()
  })
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof HTMLInputElement) return
    event.preventDefault()
    input.focus()
    input.select()
  })

  function show() {
    const found = find(input.value)
    const shown = found.slice(0, mostShown)
    results.replaceChildren(...shown.map(item))
    results.hidden = shown.length === 0
    const summary = found.length === 0 ? 'Nothing found' : count(found.length)
    status.textContent = input.value.trim() === '' ? '' : summary
    form.classList.toggle('in-vain', status.textContent === 'Nothing found')
  }

  function hide() {
    results.hidden = true
    status.textContent = ''
    form.classList.remove('in-vain')
  }

  function leave() {
    hide()
    if (form.contains(document.activeElement)) document.activeElement.blur()
  }

  /** The arrow keys move through the field and the results like through one list. Escape closes the results. */
  function moveOrLeave(event) {
    if (event.key === 'Escape') {
      if (results.hidden) return input.blur()
      input.focus()
      return hide()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const stops = [input, ...links()]
    stops[stops.indexOf(document.activeElement) + step]?.focus()
  }

  const links = () => (results.hidden ? [] : [...results.querySelectorAll('a')])

  const count = number =>
    `${number} result${number === 1 ? '' : 's'}${number > mostShown ? `, the first ${mostShown} are shown` : ''}`

  /**
   * The entries that contain all words, the best match first.
   *
   * @param {string} query
   * @returns {Entry[]}
   */
  function find(query) {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter(word => word !== '')
    if (words.length === 0) return []
    return globalThis.searchEntries
      .map(entry => ({ entry, distance: words.reduce((sum, word) => sum + distance(entry, word), 0) }))
      .filter(match => match.distance < Infinity)
      .sort((one, other) => one.distance - other.distance)
      .map(match => match.entry)
  }

  /**
   * The distance between an entry and a word, 0 for the same name: name before other words for it, these before path
   * and description, and the start of a name before its middle. Infinity if the word does not occur.
   */
  function distance([, name, path, text, , aliases = []], word) {
    const ownName = name.toLowerCase()
    const otherNames = aliases.map(alias => alias.toLowerCase())
    if (ownName === word) return 0
    if (otherNames.includes(word)) return 0.5
    if (ownName.startsWith(word)) return 1
    if (ownName.split(/[^\p{L}\p{N}]+/u).some(part => part.startsWith(word))) return 2
    if (ownName.includes(word)) return 3
    if (otherNames.some(alias => alias.startsWith(word))) return 3.25
    if (otherNames.some(alias => alias.includes(word))) return 3.5
    if (`${path}.${name}`.toLowerCase().includes(word)) return 4
    return text.toLowerCase().includes(word) ? 6 : Infinity
  }

  /**
   * @param {Entry} entry
   * @returns {HTMLLIElement} the element of the entry in the list of results
   */
  function item([kind, name, path, text, href, aliases = []]) {
    const link = document.createElement('a')
    link.href = new URL(href, root).href
    link.append(
      part('name', name),
      ' ',
      part('kind', kind),
      ' ',
      part('path', path),
      ' ',
      part('text', [...aliases.slice(0, 3), text.replaceAll('`', '')].join(' · ')),
    )
    const element = document.createElement('li')
    element.append(link)
    return element
  }

  function part(look, text) {
    const element = document.createElement('span')
    element.className = look
    element.textContent = text
    return element
  }
}
