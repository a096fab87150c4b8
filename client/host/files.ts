import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { listFilesRequest, readFileRequest } from '../../shared/protocol/files.ts'
import type { ParamsOf } from '../../shared/protocol/request.ts'
import type { ReplaceText } from '../editor/workspace-steps.ts'

/** Answers the server's requests for files that it cannot reach itself, such as those of a virtual workspace. */
export const serveFiles = (client: BaseLanguageClient): vscode.Disposable[] => [
  client.onRequest(
    listFilesRequest.method,
    async ({ folder, include, exclude }: ParamsOf<typeof listFilesRequest>): Promise<string[]> => {
      const base = vscode.Uri.parse(folder)
      const excluded = exclude.length > 0 ? new vscode.RelativePattern(base, `{${exclude.join(',')}}`) : null
      const found = await Promise.all(
        include.map(glob => vscode.workspace.findFiles(new vscode.RelativePattern(base, glob), excluded)),
      )
      return [...new Set(found.flat().map(uri => uri.toString()))].sort()
    },
  ),
  client.onRequest(
    readFileRequest.method,
    async ({ uri }: ParamsOf<typeof readFileRequest>): Promise<string | null> => {
      try {
        const bytes = await vscode.workspace.fs.readFile(vscode.Uri.parse(uri))
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      } catch {
        return null
      }
    },
  ),
]

/** Replaces the text of a file by the file system that VS Code has for it. */
export const replaceThroughEditor: ReplaceText = async (uri, before, after) => {
  const file = vscode.workspace.asRelativePath(uri)
  try {
    const bytes = await vscode.workspace.fs.readFile(uri)
    if (new TextDecoder().decode(bytes) !== before) return `${file} has changed.`
    const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? '\ufeff' : ''
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(mark + after))
    return undefined
  } catch (error) {
    return `${file} could not be written: ${error instanceof Error ? error.message : String(error)}.`
  }
}
