import type * as vscode from 'vscode'
import { edit, lengthOf, parse, type Tree } from '../../shared/syntax/tree.ts'

/**
 * The trees of documents, for commands that do not wait for the server. A document gets one when it is asked for
 * first, and its tree follows the changes from then on.
 */
export class DocumentTrees {
  private readonly trees = new WeakMap<vscode.TextDocument, Tree>()

  of(document: vscode.TextDocument): Tree {
    const known = this.trees.get(document)
    // Other line ends are no change of the text for VS Code.
    const tree = known && lengthOf(known) === lengthOfDocument(document) ? known : parse(document.getText())
    this.trees.set(document, tree)
    return tree
  }

  change({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const known = this.trees.get(document)
    if (!known) return
    // VS Code gives the last change of the text first, so that the offsets of the others stay true.
    const tree = contentChanges.reduce(
      (before, { rangeOffset, rangeLength, text }) => edit(before, rangeOffset, rangeOffset + rangeLength, text),
      known,
    )
    this.trees.set(document, tree)
  }
}

const lengthOfDocument = (document: vscode.TextDocument): number =>
  document.offsetAt(document.lineAt(document.lineCount - 1).range.end)
