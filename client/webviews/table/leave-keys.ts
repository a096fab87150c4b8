/** Lets Enter and the down arrow lead from a field above the rows to the rows. */
export function onLeave(field: HTMLInputElement, leave: () => void): void {
  field.addEventListener('keydown', event => {
    if ((event.key !== 'Enter' && event.key !== 'ArrowDown') || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    leave()
  })
}
