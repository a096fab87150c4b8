/** The types of what VS Code's Explorer drags: the addresses of files. */
const uriLists = ['application/vnd.code.uri-list', 'text/uri-list']

/** Whether files are dragged, as far as that is known before they are dropped. */
export const hasUris = ({ types }: DataTransfer): boolean => uriLists.some(type => types.includes(type))

/** The addresses of the files that are dropped; none for anything else. */
export function droppedAddresses(data: DataTransfer): string[] {
  const list = uriLists.map(type => data.getData(type)).find(text => text !== '') ?? ''
  return list.split(/\r?\n/).filter(line => line !== '' && !line.startsWith('#'))
}
