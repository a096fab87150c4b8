import module from 'node:module'
import { userCache } from './files/user-cache.ts'

// From Node 22.8 on, Node can keep the compiled code for the next run. The types are those of Node 20.
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => void }
enableCompileCache?.(userCache('compiled'))

void (process.argv[2] === 'check' ? import('./only-check.ts') : import('./all-commands.ts'))
