import type * as vscode from 'vscode'
import type { RecordParts } from '../records/register-records.ts'
import { createDomainStatus } from './domain-status.ts'
import { createDescriptorProvider, createDomainsView } from './domains-view.ts'
import { createDraftCommand } from './draft-descriptor.ts'
import { serveEarlierDescriptors } from './earlier-descriptors.ts'
import { proposeHeaders } from './first-save.ts'
import { createMigrateCommand } from './migrate-records.ts'
import { createNewFileCommand } from './new-file.ts'
import { createUpdateCommand, type UpdateDomains } from './update-domains.ts'

/** What the commands on domains need. */
export interface DomainParts extends RecordParts {
  /** Updates domains from elsewhere; undefined where that is not possible. */
  readonly updateDomains: UpdateDomains | undefined
  /** Called when other domains are in force in a document. */
  readonly onDomains: (document: vscode.TextDocument) => void
}

/** The commands on domains and their view. */
export const registerDomains = ({
  context,
  client,
  preview,
  readTableFile,
  updateDomains,
  onDomains,
}: DomainParts): readonly vscode.Disposable[] => [
  ...createDomainStatus(client, onDomains),
  createDescriptorProvider(client),
  ...serveEarlierDescriptors(client),
  createMigrateCommand(client, preview),
  createUpdateCommand(context, updateDomains),
  ...createDomainsView(client),
  createNewFileCommand(client),
  ...proposeHeaders(client),
  createDraftCommand(context, client, readTableFile),
]
