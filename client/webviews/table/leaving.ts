/** From a field above the rows, keys lead to them: Enter and the arrow down. */
export function onLeave(field: HTMLInputElement, leave: () => void): void {
  field.addEventListener('keydown', event => {
    if ((event.key !== 'Enter' && event.key !== 'ArrowDown') || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    leave()
  })
}
