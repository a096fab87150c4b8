import type * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { send } from '../../shared/protocol/request.ts'
import { type TypedSection, type TypedTag, typedTagsRequest } from '../../shared/protocol/typing.ts'

/** The tags that records can have, by the addresses of their files, as the server has told them. */
export class TypedTags {
  private readonly known = new Map<string, readonly TypedSection[]>()

  /** @param onNews is called when the tags of a file are known */
  constructor(
    private readonly client: BaseLanguageClient,
    private readonly onNews: () => void,
  ) {}

  /** Asks for the tags of a file, in place of those that are known. */
  async ask({ uri, languageId }: vscode.TextDocument): Promise<void> {
    if (languageId !== 'rec') return
    const sections = await send(this.client, typedTagsRequest, {
      uri: this.client.code2ProtocolConverter.asUri(uri),
    })
    if (sections) this.known.set(uri.toString(), sections)
    this.onNews()
  }

  forget({ uri }: vscode.TextDocument): void {
    this.known.delete(uri.toString())
  }

  /** The tags that a record below a header can have. A header that the server has not seen yet gives none. */
  tagsBelow(header: string, { uri }: vscode.TextDocument): readonly TypedTag[] {
    const sections = this.known.get(uri.toString()) ?? []
    return sections.find(section => section.header === header)?.tags ?? []
  }
}
