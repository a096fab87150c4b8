import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { Command } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { practicePaths } from '../../shared/domains/practice.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import { reasonOf } from '../files/failure.ts'
import { inFolderOf } from '../files/folders.ts'
import { leadsOut, writesNoLink } from '../files/leads-out.ts'
import { printed, repositoryAbove } from '../files/paths.ts'
import { writeNew } from '../files/write-new.ts'
import { host } from '../host/host.ts'
import { builtPackage } from '../options/built-from.ts'
import { mustBeDomains } from '../options/record-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { Configs } from '../plan/configs.ts'
import { findFiles } from '../plan/find-files.ts'
import { domainsOfRun, type RunDomains } from '../plan/registry.ts'
import {
  agentsFileName,
  type Beginning,
  dueWorkflowName,
  firstAgentsFile,
  firstConfiguration,
  firstDueWorkflow,
  firstMcpFile,
  firstRecords,
  firstWorkflow,
  mcpFileName,
  workflowName,
} from './first-files.ts'
import { hasExtension } from './vscode-extension.ts'

/** The options that answer the questions in advance. */
export interface InitOptions {
  readonly domain?: string
  readonly yes?: true
  readonly agents?: true
  readonly due?: true
}

/**
 * Creates the first files in a folder and prints their names. On a terminal, asks for the domain and the files;
 * otherwise uses the options. Never changes an existing file.
 */
export async function init(
  folder: string,
  { domain: name, yes, ...wanted }: InitOptions,
  command: Command,
): Promise<void> {
  const { registry, failures } = await domainsBelow(folder)
  if (name !== undefined && !registry.domainNamed(name)) for (const { failure } of failures) complain(failure)
  if (name !== undefined) mustBeDomains([name], registry, command)
  const isAsked = !yes && host.stdin.isTTY && host.stdout.isTTY
  if (name === undefined && !isAsked)
    command.error(`error: ${localize('the domain is missing; add --domain <name>, such as --domain compliance')}`)
  const hasRecords = await hasFiles(folder)
  const repository = repositoryAbove(resolve(folder)) ?? resolve(folder)
  const offersTools = await hasExtension(repository)
  const filesFor = (domain: Domain): Beginning[] => {
    const files = beginnings(folder, repository, domain, hasRecords)
    return offersTools ? files.filter(({ name }) => name !== mcpFileName) : files
  }
  const given = name === undefined ? undefined : registry.domainNamed(name)
  const chosen = isAsked
    ? await (await import('./questions.ts')).ask([...registry.domains.values()], given, filesFor)
    : filesFor(given!).filter(({ onlyWith }) => onlyWith === undefined || wanted[onlyWith])
  if (!chosen) {
    complain(localize('Stopped; nothing was written.'))
    // Ends the process as Ctrl-C ends the other commands.
    process.kill(process.pid, 'SIGINT')
    return
  }
  await writeBeginnings(chosen)
  if (offersTools && wanted.agents)
    host.stdout.write(
      `${localize('Not written: {file}, as the extension of Recline gives agents in VS Code the tools.', { file: mcpFileName })}\n`,
    )
}

function beginnings(folder: string, repository: string, domain: Domain, hasRecords: boolean): Beginning[] {
  const below = relative(repository, resolve(folder)).replaceAll(sep, '/') || '.'
  const records = firstRecords(domain)
  const configuration = firstConfiguration(domain)
  const agents = firstAgentsFile(below)
  const mcp = firstMcpFile(below)
  return [
    ...(hasRecords ? [] : [{ ...records, path: join(folder, records.name), purpose: localize('example records') }]),
    {
      ...configuration,
      path: join(folder, configuration.name),
      purpose: localize('the domain of all records in the folder'),
    },
    {
      ...firstWorkflow(below, builtPackage),
      path: join(repository, workflowName),
      purpose: localize('checks the records on GitHub after each change'),
    },
    {
      ...firstDueWorkflow(below, builtPackage),
      path: join(repository, dueWorkflowName),
      purpose: localize('lists what is due in an issue on GitHub, each Monday'),
      onlyWith: 'due',
    },
    {
      ...agents,
      path: join(repository, agents.name),
      purpose: localize('tells agents how to work on the records'),
      onlyWith: 'agents',
    },
    {
      ...mcp,
      path: join(repository, mcp.name),
      purpose: localize('gives agents in VS Code the tools of Recline'),
      onlyWith: 'agents',
    },
  ]
}

async function writeBeginnings(files: readonly Beginning[]): Promise<void> {
  let failures = 0
  let hint = ''
  for (const { name, path, text } of files) {
    const shown = oneLine(printed(path))
    // The name is relative to the folder that the user chose, or to its repository.
    if (await leadsOut(path, resolve(path, ...name.split('/').map(() => '..')))) {
      failures++
      complain(writesNoLink(shown).failure)
      continue
    }
    try {
      await inFolderOf(path, () => writeNew(path, text))
      host.stdout.write(`${localize('Written: {file}', { file: shown })}\n`)
      if ((name === workflowName || name === dueWorkflowName) && builtPackage === undefined)
        hint += `${localize('Before the workflow can run, set RECLINE_PACKAGE in {file} to the package of Recline that npm installs.', { file: shown })}\n`
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
        host.stdout.write(`${localize('Already exists, not changed: {file}', { file: shown })}\n`)
        if (name === agentsFileName) hint += `${localize('Add this section to {file}:', { file: shown })}\n\n${text}`
      } else {
        failures++
        complain(localize('{file} could not be written: {reason}.', { file: shown, reason: reasonOf(error) }))
      }
    }
  }
  host.stdout.write(hint)
  if (failures > 0) host.exitCode = ExitCode.CouldNotRun
}

/** The built-in domains and those of the descriptors below a folder, which need not exist. */
async function domainsBelow(folder: string): Promise<RunDomains> {
  const configs = new Configs()
  if (existsSync(folder)) for await (const found of findFiles([folder], undefined, configs)) void found
  return domainsOfRun([], configs, practicePaths)
}

/** Whether a folder contains any record files. */
async function hasFiles(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false
  for await (const found of findFiles([folder])) if (!('failure' in found)) return true
  return false
}
