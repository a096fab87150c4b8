import { localize } from '../../../shared/domains/localize.ts'
import { mostDataBytes } from '../../../shared/protocol/data-files.ts'
import { messageOfError } from '../host.ts'
import { droppedAddresses, hasUris } from './dropped-addresses.ts'
import { sendRequest } from './request.ts'

/**
 * Lets the user drop a file of data on the table, which opens the import. VS Code gives a page the files of its
 * Explorer by their addresses, and other files by their bytes.
 *
 * @param say shows a sentence to the user
 */
export function onDroppedData(say: (sentence: string) => void): void {
  const hasFile = ({ dataTransfer }: DragEvent): boolean =>
    dataTransfer !== null && (dataTransfer.types.includes('Files') || hasUris(dataTransfer))
  addEventListener('dragover', event => {
    if (!hasFile(event)) return
    event.preventDefault()
    event.dataTransfer!.dropEffect = 'copy'
  })
  addEventListener('drop', event => {
    if (!hasFile(event)) return
    event.preventDefault()
    void sendDropped(event.dataTransfer!).catch((error: unknown) => say(messageOfError(error)))
  })
}

async function sendDropped(dropped: DataTransfer): Promise<void> {
  const uris = droppedAddresses(dropped)
  const [file] = dropped.files
  if ((uris.length || dropped.files.length) !== 1) throw new Error(localize('Drop one file at a time.'))
  if (uris.length > 0) await sendRequest('importData', { uri: uris[0]! })
  else await sendRequest('importData', { name: file!.name, base64: await base64Of(file!) })
}

/** The bytes of a file as text, which a message can carry. */
async function base64Of(file: File): Promise<string> {
  if (file.size > mostDataBytes)
    throw new Error(
      localize('{file} has more than {count} MB; convert it with "recline convert".', {
        file: file.name,
        count: mostDataBytes / 1_000_000,
      }),
    )
  const reader = new FileReader()
  await new Promise((resolve, reject) => {
    reader.onload = resolve
    reader.onerror = () => reject(new Error(localize('{file} could not be read.', { file: file.name })))
    reader.readAsDataURL(file)
  })
  return String(reader.result).replace(/^[^,]*,/, '')
}
