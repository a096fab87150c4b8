import { readdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { host } from '../host/host.ts'

const id = 'recline.recline'

/** Where VS Code on a desktop, on a server and its early version have the extensions of a user. */
const folders = ['.vscode', '.vscode-server', '.vscode-insiders']

/**
 * Whether agents in VS Code have the tools of Recline by its extension: this user has it, or the repository recommends
 * it.
 *
 * @param repository its folder
 */
export async function hasExtension(repository: string): Promise<boolean> {
  const home = host.env.HOME ?? homedir()
  for (const folder of folders) {
    const names = await readdir(join(home, folder, 'extensions')).catch(() => [])
    if (names.some(name => name.toLowerCase().startsWith(`${id}-`))) return true
  }
  const recommended = await readFile(join(repository, '.vscode/extensions.json'), 'utf8').catch(() => '')
  // The file may have comments, so it is no JSON.
  return new RegExp(`^(?!\\s*//).*"${id.replace('.', '\\.')}"`, 'im').test(recommended)
}
