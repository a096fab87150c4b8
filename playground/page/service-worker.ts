/// <reference lib="webworker" />

/**
 * Keeps the files of the playground, so that it also opens without a network. All files are of one version: a page
 * never gets some of an older and some of a newer one. A newer version counts when all pages of the older one are
 * closed.
 */

// The types of a service worker and of other workers do not fit together.
const worker = self as unknown as ServiceWorkerGlobalScope

// What the build puts here.
declare const VERSION: string
declare const FILES: readonly string[]

/** The name of this playground's caches: other pages of the host have caches too. */
const prefix = `recline-playground ${worker.registration.scope} `

worker.addEventListener('install', event => event.waitUntil(keepFiles()))
worker.addEventListener('activate', event => event.waitUntil(forgetOldFiles()))
worker.addEventListener('fetch', event => {
  const { method, url } = event.request
  if (method === 'GET' && url.startsWith(worker.registration.scope)) event.respondWith(fileFor(event.request))
})

async function keepFiles(): Promise<void> {
  const cache = await caches.open(prefix + VERSION)
  // The browser may have some of an older version: it asks whether they are still right.
  await cache.addAll(FILES.map(file => new Request(file, { cache: 'no-cache' })))
}

async function forgetOldFiles(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter(name => name.startsWith(prefix) && name !== prefix + VERSION)
  await Promise.all(old.map(name => caches.delete(name)))
  await worker.clients.claim()
}

async function fileFor(request: Request): Promise<Response> {
  const cache = await caches.open(prefix + VERSION)
  const address = request.url.endsWith('/') ? `${request.url}index.html` : request
  return (await cache.match(address, { ignoreSearch: true })) ?? fetch(request)
}
