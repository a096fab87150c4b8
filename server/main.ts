// One bundle for Node and for web workers, as most of it is the same; of the two starts only one is ever run.
if ('importScripts' in globalThis) void import('./browser.ts')
else void import('./node.ts')
