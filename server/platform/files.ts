/** The files of the workspace, wherever the server runs. Addresses are URIs as VS Code writes them. */
export interface WorkspaceFiles {
  /**
   * The addresses of a folder's files.
   *
   * @param include globs from the folder; `exclude` likewise, of what is left out
   */
  list(folder: string, include: readonly string[], exclude: readonly string[]): Promise<string[]>
  /** A file's text, or undefined where it is gone, cannot be read or is not UTF-8. */
  read(uri: string): Promise<string | undefined>
}
