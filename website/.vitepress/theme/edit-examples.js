/**
 * Lets readers edit an example where it stands: the button below it puts the playground in its place. Nothing of the
 * playground is loaded before.
 */
export function editExamples() {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button[data-edit]')
    if (button) edit(/** @type {HTMLButtonElement} */ (button))
  })
  // The frames follow the colors of the page.
  new MutationObserver(() => {
    /** @type {HTMLIFrameElement} */ for (const frame of document.querySelectorAll('iframe.example-frame'))
      frame.contentWindow?.postMessage({ theme: theme() }, location.origin)
  }).observe(document.documentElement, { attributeFilter: ['class'] })
}

/** @param {HTMLButtonElement} button */
function edit(button) {
  const example = button.closest('.example')
  const code = example?.querySelector('div[class*=language-]')
  if (!example || !code) return
  const [path, fragment] = (button.dataset.edit ?? '').split('#')
  const frame = document.createElement('iframe')
  frame.className = 'example-frame'
  frame.title = 'The example, to be edited'
  frame.src = `${path}?embed=${theme()}#${fragment}`
  // The text as high as it was, and some problems below it.
  frame.style.height = `${Math.max(code.getBoundingClientRect().height + 190, 300)}px`
  code.replaceWith(frame)
  // The frame has a button that opens what stands in it.
  button.parentElement?.remove()
  frame.focus()
}

const theme = () => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')
