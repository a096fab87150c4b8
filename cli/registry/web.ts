import type { Failure } from '../files/failure.ts'
import { host } from '../host/host.ts'

/** How much may come from an address, and how long it may take. */
export interface WebLimits {
  readonly bytes: number
  readonly milliseconds: number
}

/** How many redirects are followed. */
const mostRedirects = 5

/**
 * Gets a text from a web server.
 *
 * @returns the text; undefined if the server does not have it; or why it could not be had
 */
export async function getText(address: string, limits: WebLimits): Promise<string | Failure | undefined> {
  try {
    const response = await followRedirects(new URL(address), AbortSignal.timeout(limits.milliseconds))
    if (response.status === 404 || response.status === 410) return undefined
    if (!response.ok) return { failure: `${address} could not be read: the server answers ${response.status}.` }
    return await textOfResponse(response, address, limits.bytes)
  } catch (error) {
    return { failure: `${address} could not be read: ${webReason(error as Error, limits)}.` }
  }
}

async function followRedirects(address: URL, signal: AbortSignal): Promise<Response> {
  let at = address
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const response = await fetch(at, { redirect: 'manual', signal, headers: { accept: 'application/json' } })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    const next = URL.canParse(location, at.href) ? new URL(location, at) : undefined
    if (next?.protocol !== 'https:' && !(next?.protocol === 'http:' && at.protocol === 'http:'))
      throw new Error(`it redirects to ${next ? `${next.protocol}//…` : 'no address'}, which is not followed`)
    at = next
  }
  throw new Error(`it redirects more than ${mostRedirects} times`)
}

async function textOfResponse(response: Response, address: string, most: number): Promise<string | Failure> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    // Leaving the loop closes the connection.
    if (size > most) return { failure: `${address} is larger than ${most / 2 ** 20} MB, which is the limit.` }
    parts.push(part)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    return { failure: `${address} is not UTF-8 text.` }
  }
}

function webReason(error: Error, { milliseconds }: WebLimits): string {
  if (error.name === 'TimeoutError')
    return `it took longer than ${milliseconds / 1000} seconds ("--timeout" allows more)`
  const { message } = error.cause instanceof Error && error.cause.message !== '' ? error.cause : error
  const proxy = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'].find(name => host.env[name])
  return proxy === undefined || host.env.NODE_USE_ENV_PROXY
    ? message
    : `${message} (Node uses ${proxy} only with NODE_USE_ENV_PROXY=1, from version 22.21 on)`
}
