// What the extension starts beside itself: the language server, or the command line in a task. Both are one bundle,
// because they share most of their code. In a web worker, only the server can run.

const isCommandRun = !('importScripts' in globalThis) && ['check', 'descriptors', 'log'].includes(process.argv[2] ?? '')

if (isCommandRun) void import('../cli/extension-main.ts')
else void import('../server/main.ts')
