import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import {
  type ListFilesParams,
  listFilesMethod,
  type ReadFileParams,
  readFileMethod,
} from '../shared/protocol/protocol.ts'

/** Answers the server's questions for files that it cannot reach itself, as those of a virtual workspace. */
export const serveFiles = (client: BaseLanguageClient): vscode.Disposable[] => [
  client.onRequest(listFilesMethod, async ({ folder, include, exclude }: ListFilesParams) => {
    const base = vscode.Uri.parse(folder)
    const leftOut = exclude.length > 0 ? new vscode.RelativePattern(base, `{${exclude.join(',')}}`) : null
    const found = await Promise.all(
      include.map(glob => vscode.workspace.findFiles(new vscode.RelativePattern(base, glob), leftOut)),
    )
    return [...new Set(found.flat().map(uri => uri.toString()))].sort()
  }),
  client.onRequest(readFileMethod, async ({ uri }: ReadFileParams) => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(uri)))
    } catch {
      return null
    }
  }),
]
