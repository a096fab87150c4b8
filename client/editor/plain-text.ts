/**
 * Text of records and descriptors for places in which VS Code gives a part of a text a meaning.
 */

/** Text for a notification or a prompt, in which `[text](command:id)` would be a link that runs a command. */
export const withoutLinks = (text: string): string => text.replaceAll('](', '] (')

/** Text for a list or the status bar, in which `$(name)` would be an icon. */
export const withoutIcons = (text: string): string =>
  text.replace(/\\?\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g, icon => (icon.startsWith('\\') ? icon : `\\${icon}`))

interface Labels {
  readonly label: string
  readonly description?: string | undefined
  readonly detail?: string | undefined
}

/** An entry of a list whose texts have no icons. */
export const plainItem = <Item extends Labels>(item: Item): Item => ({
  ...item,
  label: withoutIcons(item.label),
  ...(item.description !== undefined && { description: withoutIcons(item.description) }),
  ...(item.detail !== undefined && { detail: withoutIcons(item.detail) }),
})
