import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The folder of the tree-sitter grammar. */
export const grammarFolder = fileURLToPath(new URL('../../editors/tree-sitter-recline', import.meta.url))

/**
 * Compiles the committed grammar, as its users do.
 *
 * @returns a new folder for Neovim's runtimepath, with `parser/recline.so` in it, and what removes the folder
 */
export async function compileParser(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'recline-parser-'))
  await mkdir(join(folder, 'parser'))
  const sources = ['parser.c', 'scanner.c'].map(name => join(grammarFolder, 'src', name))
  const options = [
    '-std=c11',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-O1',
    '-shared',
    '-fPIC',
    '-I',
    join(grammarFolder, 'src'),
  ]
  await promisify(execFile)('cc', [...options, ...sources, '-o', join(folder, 'parser/recline.so')])
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
