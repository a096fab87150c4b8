import { execFile, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

/** Domains from git over http and through a proxy, with the real git and its own server program. */
const { folder, files, paths, recline } = commandLine()
const run = promisify(execFile)

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>(started => server.listen(0, '127.0.0.1', started))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const lab =
  '{ "domain": "acme.lab", "version": "1.0", "description": "A lab.", "records": [{ "tag": "SAMPLE", "fields": [{ "name": "rid", "type": "string" }] }] }\n'

beforeEach(async () => {
  await mkdir(join(folder(), 'lab'))
  await files({ 'lab/lab.domain.json': lab, 'use/recline.json': '{}' })
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: join(folder(), 'lab') })
  await git('init', '--quiet')
  await git('add', '.')
  await git('commit', '--quiet', '-m', 'Lab')
  await git('tag', 'v1.0')
})

const add = (from: string, env: Readonly<Record<string, string>> = {}, timeout = '30') =>
  recline(['descriptors', 'add', 'acme.lab', '--from', from, '--force', '--timeout', timeout], {
    cwd: join(folder(), 'use'),
    env,
  })

/** Answers requests of git as a web server with `git http-backend` does. */
function gitBackend(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url!, 'http://localhost')
  const backend = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: folder(),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  })
  request.pipe(backend.stdin)
  const parts: Buffer[] = []
  backend.stdout.on('data', (part: Buffer) => parts.push(part))
  backend.on('close', () => {
    const answer = Buffer.concat(parts)
    const end = answer.indexOf('\r\n\r\n')
    for (const line of answer.subarray(0, end).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(': ')
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10)
      else response.setHeader(name, value)
    }
    response.end(answer.subarray(end + 4))
  })
}

test('from git over http', async () => {
  const address = await serve(gitBackend)
  const added = await add(`git+${address}/lab/.git#v1.0`)
  expect([added.stderr, added.stdout]).toEqual([
    '',
    expect.stringMatching(/^Added acme\.lab 1\.0 from http:\/\/127\.0\.0\.1:\d+\/lab\/\.git#[0-9a-f]{40}\.\n$/),
  ])
  const none = await add(`git+${address}/none/.git`)
  expect([none.stderr, none.code]).toEqual([expect.stringMatching(/none\/\.git could not be fetched: .*not found/), 2])
})

test('through the proxy of the environment', async () => {
  const backend = new URL(await serve(gitBackend))
  const asked: string[] = []
  const proxy = await serve((request, response) => {
    // A proxy gets the whole address.
    const { host, pathname, search } = new URL(request.url!)
    asked.push(host)
    const { method, headers } = request
    const forwarded = httpRequest({ port: backend.port, path: pathname + search, method, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    request.pipe(forwarded)
  })
  const env = { http_proxy: proxy, no_proxy: '' }
  const { stdout } = await add('git+http://git.invalid/lab/.git', env)
  expect(stdout).toMatch(/^Added acme\.lab 1\.0 from http:\/\/git\.invalid\/lab\/\.git#/)
  expect(new Set(asked)).toEqual(new Set(['git.invalid']))
  // Node itself has no proxy before 22.21, and what it says tells that.
  const { stderr } = await add('http://registry.invalid', env)
  expect(stderr).toMatch(
    /registry\.invalid\/index\.json could not be read: .*Node uses http_proxy only with NODE_USE_ENV_PROXY=1/,
  )
})

test.each(['git+', 'npm'])('a connection that stalls ends: %s', async kind => {
  const address = await serve(() => undefined)
  const env = { npm_config_registry: address, npm_config_cache: join(folder(), 'cache') }
  const { stderr, code } = await add(kind === 'npm' ? 'npm:lab' : `git+${address}/lab.git`, env, '2')
  expect(stderr).toContain('it took longer than 2 seconds ("--timeout" allows more)')
  expect(code).toBe(2)
  expect((await paths()).filter(path => path.includes('.recline') || path.endsWith('.lock'))).toEqual([])
})

test('nothing is there without a network, and all that was pinned stays', async () => {
  const address = await serve(gitBackend)
  await add(`git+${address}/lab/.git`)
  servers[0]!.closeAllConnections()
  await new Promise(closed => servers.splice(0)[0]!.close(closed))
  const cwd = join(folder(), 'use')
  await files({ 'use/a.rec': '@DOC domain=acme.lab\n@SAMPLE rid=S-1\n' })
  const update = await recline(['descriptors', 'update'], { cwd })
  expect([update.stderr, update.code]).toEqual([
    expect.stringMatching(/could not be fetched: .*(connect|Connection refused)/),
    2,
  ])
  expect((await recline(['descriptors', 'verify'], { cwd })).stdout).toBe(
    '1 domain compared with recline.lock: no problems.\n',
  )
  expect((await recline(['check', '.'], { cwd })).code).toBe(0)
})
