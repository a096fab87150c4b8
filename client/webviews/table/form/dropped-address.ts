/** The types of what VS Code's Explorer drags: the addresses of files. */
const uriLists = ['application/vnd.code.uri-list', 'text/uri-list']

/** Whether files are dragged, as far as that is known before they are dropped. */
export const hasUris = ({ types }: DataTransfer): boolean => uriLists.some(type => types.includes(type))

/** The address of the one file that is dropped; undefined for several, and for anything else. */
export function droppedAddress(data: DataTransfer): string | undefined {
  const list = uriLists.map(type => data.getData(type)).find(text => text !== '') ?? ''
  const [uri, ...others] = list.split(/\r?\n/).filter(line => line !== '' && !line.startsWith('#'))
  return others.length === 0 ? uri : undefined
}
