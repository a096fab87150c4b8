import module from 'node:module'
import { userCache } from './files/user-cache.ts'

// From Node 22.8 on, Node can keep the compiled code for the next run. The types are those of Node 20.
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => void }
enableCompileCache?.(userCache('compiled'))

switch (process.argv[2]) {
  case 'check':
    void import('./only-check.ts')
    break
  case 'lsp':
  // Every program knows the version; this one is the smallest.
  case '--version':
  case '-V':
    void import('./only-lsp.ts')
    break
  default:
    void import('./all-commands.ts')
}
