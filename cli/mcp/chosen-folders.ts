import { complain } from '../output/exit.ts'
import type { LanguageServer } from './language-server.ts'
import { type ClientRoot, foldersOfClient, realFolders, tooWide } from './workspace-folders.ts'

/**
 * Which folders the tools see: those that the start of the server named, else those that the client has open, else the
 * working directory. Nothing is read before.
 */
export class ChosenFolders {
  isChosen: boolean
  /** Why nothing can be read; undefined if the folders can. */
  failure: string | undefined

  /** @param isOfStart whether the start of the server named them, so that it has them already */
  constructor(
    private readonly server: LanguageServer,
    readonly isOfStart: boolean,
  ) {
    this.isChosen = isOfStart
  }

  /** Takes the folders of the client, or the working directory if it has none. */
  choose(roots: readonly ClientRoot[]): void {
    this.isChosen = true
    const folders = foldersOfClient(roots)
    const wide = folders.length > 0 ? undefined : tooWide(process.cwd())
    this.failure =
      wide &&
      `The working directory is ${wide}, so nothing is read; open the folder with the records, or start the server with it, such as recline mcp records.`
    if (this.failure === undefined) this.server.serve([...new Set(folders.length > 0 ? folders : realFolders(['.']))])
    else complain(this.failure)
  }
}
