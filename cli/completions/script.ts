import type { Command } from 'commander'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { commandModels } from './model.ts'
import { zshScript } from './zsh.ts'

/** The completion script of the program for a shell. */
export const scriptFor = (shell: keyof typeof scripts, program: Command): string =>
  scripts[shell](commandModels(program))

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }
