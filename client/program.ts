// What the extension starts beside itself: the language server, or the command line in a task. Both are one bundle,
// because they share most of their code. In a web worker, only the server can run.

const isCheck = !('importScripts' in globalThis) && process.argv[2] === 'check'

if (isCheck) void import('../cli/main.ts')
else void import('../server/main.ts')
