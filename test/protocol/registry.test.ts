import { execFile } from 'node:child_process'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { folder, files, read, paths, recline, expectRun } = commandLine()

const run = promisify(execFile)

/** A descriptor with one tag. */
const descriptor = (domain: string, version: string, more: object = {}, fields: readonly object[] = []): string =>
  `${JSON.stringify({ domain, version, description: 'Vehicles.', ...more, records: [{ tag: 'VEHICLE', fields: [{ name: 'rid', type: 'string', required: true }, ...fields] }] })}\n`

const owner = { owner: { name: 'Fleet team' } }

/** Publishes descriptors to the folder `registry`, and leaves nothing else of them. */
async function publish(...descriptors: readonly string[]): Promise<void> {
  for (const [index, text] of descriptors.entries()) await files({ [`team/${index}.domain.json`]: text })
  for (const index of descriptors.keys()) {
    const args = ['descriptors', 'publish', 'registry', `team/${index}.domain.json`]
    const { code, stderr } = await recline(args)
    expect(stderr).toBe('')
    expect(code).toBe(0)
  }
  await rm(join(folder(), 'team'), { recursive: true })
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a web server; gives its address. */
async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer!)
  servers.push(server)
  await new Promise<void>(started => server.listen(0, '127.0.0.1', started))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Serves a folder as any web server does. */
const serveFolder = (name: string): Promise<string> =>
  serve((request, response) => {
    const path = join(folder(), name, request.url!)
    if (existsSync(path)) createReadStream(path).pipe(response)
    else response.writeHead(404).end()
  })

test('the number of a version fits its changes since the version before', async () => {
  await publish(descriptor('acme.fleet', '1.0', owner, [{ name: 'plate', type: 'string' }]))
  const next = (version: string, fields: readonly object[], more: object = {}): Promise<void> =>
    files({ 'fleet.domain.json': descriptor('acme.fleet', version, { ...owner, ...more }, fields) })
  const refused = (sentence: string): Promise<void> =>
    expectRun('descriptors publish registry fleet.domain.json', `! recline: ${sentence}\nexit 1`)
  await next('1.1', [])
  await refused(
    'acme.fleet 1.1 breaks what 1.0 allows: There is no VEHICLE.plate any more; write version 2.0, or allow the change in allowedChanges.',
  )
  const plate = { name: 'plate', type: 'string' }
  await next('1.0.1', [plate, { name: 'color', type: 'string' }])
  await refused('acme.fleet 1.0.1 changes more than texts of 1.0: VEHICLE.color is new; write version 1.1.')
  await next('1.1', [], { allowedChanges: { 'field-removed:VEHICLE.plate': 'Nobody wrote it.' } })
  await expectRun('descriptors publish registry fleet.domain.json', 'Published acme.fleet 1.1.\nexit 0')
  await next('1.1.1', [])
  await expectRun('descriptors publish registry fleet.domain.json', 'Published acme.fleet 1.1.1.\nexit 0')
})

test('a version is published once, and never changes', async () => {
  await files({ 'fleet.domain.json': descriptor('acme.fleet', '1.0', owner) })
  await expectRun('descriptors publish registry --check', 'Can publish acme.fleet 1.0.\nexit 0')
  expect(await paths()).toEqual(['fleet.domain.json'])
  await expectRun('descriptors publish registry', 'Published acme.fleet 1.0.\nexit 0')
  expect(await read('registry/acme/fleet/1.0.json')).toBe(await read('fleet.domain.json'))
  await files({ 'fleet.domain.json': JSON.stringify(JSON.parse(await read('fleet.domain.json')), undefined, 4) })
  await expectRun('descriptors publish registry', 'acme.fleet 1.0 is already in registry/acme/fleet/1.0.json.\nexit 0')
  await files({ 'fleet.domain.json': descriptor('acme.fleet', '1.0', { ...owner, description: 'Cars.' }) })
  await expectRun(
    'descriptors publish registry',
    '! recline: The registry has acme.fleet 1.0 with other content, and a version never changes; raise the version.\nexit 1',
  )
})

test('what a registry does not take, and then it takes nothing', async () => {
  await publish(descriptor('acme.fleet', '1.0', owner))
  const before = await read('registry/index.json')
  await files({
    'a.domain.json': descriptor('acme.other', '1.0', { owner: { name: 'Mallory' } }),
    'b.domain.json': descriptor('core.fleet', '1.0'),
    'c.domain.json': descriptor('acme.wrong', '1.0', owner, [{ name: 'a', type: 'date' }]),
    'd.domain.json': descriptor('acme.right', '1.0', owner),
  })
  const { stderr, code } = await recline(
    ['descriptors', 'publish', 'registry', ...'abcd'].map(word => (word.length === 1 ? `${word}.domain.json` : word)),
  )
  expect(code).toBe(1)
  expect(stderr).toContain('The namespace acme belongs to Fleet team, and the descriptor of acme.other names Mallory')
  expect(stderr).toContain('The namespace core is for the domains that come with Recline')
  expect(stderr).toContain('c.domain.json:1:')
  expect(await read('registry/index.json')).toBe(before)
})

test('the built-in domains are the first content of a mirror', async () => {
  const { stdout, code } = await recline(['descriptors', 'publish', 'mirror', '--built-in'])
  expect(code).toBe(0)
  expect(stdout.match(/Published core\.\w+ 1\.0\./g)).toHaveLength(11)
  expect(await read('mirror/index.html')).toContain('core.health')
})

test('a yanked version stays, and nobody gets it anew', async () => {
  await publish(descriptor('acme.fleet', '1.0', owner), descriptor('acme.fleet', '1.1', owner))
  await expectRun(
    'descriptors yank registry acme.fleet@1.2 --notice Wrong',
    '! recline: The registry has no version "1.2" of acme.fleet; it has 1.1, 1.0.\nexit 2',
  )
  await expectRun(
    'descriptors yank registry acme.fleet --notice Wrong',
    '! recline: "acme.fleet" names no version; write it as acme.fleet@1.2.\nexit 2',
  )
  await expectRun(
    'descriptors yank registri acme.fleet@1.1 --notice Wrong',
    '! recline: registri is no registry: it has no index.json.\nexit 2',
  )
  await recline(['descriptors', 'add', 'acme.fleet', '--from', './registry'])
  await expectRun(
    'descriptors yank registry acme.fleet@1.1 --notice Wrong.',
    'acme.fleet@1.1 is yanked: whoever has it keeps it, and nobody gets it anew.\nexit 0',
  )
  expect(existsSync(join(folder(), 'registry/acme/fleet/1.1.json'))).toBe(true)
  await expectRun('descriptors outdated', 'acme.fleet 1.1: 1.1 is yanked: Wrong.\nexit 1')
  await expectRun('descriptors update', 'acme.fleet 1.1: 1.1 is yanked: Wrong.\nexit 0')
  expect(JSON.parse(await read('recline.lock')).domains['acme.fleet'].version).toBe('1.1')
  await expectRun(
    'descriptors add acme.fleet --from ./registry --version =1.0',
    'Updated acme.fleet from 1.1 to 1.0.\nexit 0',
  )
  await expectRun(
    'descriptors add acme.fleet --from ./registry --version 1.1',
    '! recline: ./registry has no version of acme.fleet that fits "./registry#1.1"; it has 1.1 (yanked), 1.0.\nexit 2',
  )
  await expectRun(
    'descriptors add acme.fleet --from ./registry --version =1.1',
    `Updated acme.fleet from 1.0 to 1.1.
      acme.fleet 1.1: 1.1 is yanked: Wrong.
      exit 0`,
  )
  await publish(descriptor('acme.fleet', '1.2', owner))
  await expectRun(
    'descriptors add acme.fleet --from ./registry --version 1.x',
    'Updated acme.fleet from 1.1 to 1.2.\nexit 0',
  )
})

test('what is not known of newer versions is said, and no answer sounds as if it were', async () => {
  await publish(descriptor('acme.fleet', '1.0', owner))
  const address = await serveFolder('registry')
  await recline(['descriptors', 'add', 'acme.fleet', '--from', address, '--version', '1.x'])
  const known = '.recline/registries.json'
  const { asOf } = JSON.parse(await read(known))[address]
  const again = `as of ${asOf}; "recline descriptors update --dry-run" asks again`
  await expectRun('descriptors outdated', `No newer version is known (${address} ${again}).\nexit 0`)
  await publish(descriptor('acme.fleet', '2.0', owner))
  const newest = `2.0 is the newest; "${address}#1.x" in recline.json does not allow it`
  const told = `acme.fleet 1.0: ${newest}\nexit 0`
  await expectRun('descriptors update --dry-run', told)
  await expectRun('descriptors update', told)
  expect((await recline(['descriptors', 'outdated'])).stdout).toMatch(`acme.fleet 1.0: ${newest} (as of `)
  await rm(join(folder(), known))
  await expectRun(
    'descriptors outdated',
    `! recline: ${known} does not say which versions of acme.fleet ${address} has; "recline descriptors update" asks.\nexit 2`,
  )
  await rm(join(folder(), 'recline.lock'))
  const unlocked = await recline(['descriptors', 'outdated'])
  expect(unlocked.stderr).toContain('acme.fleet is not in recline.lock')
  expect([unlocked.stdout, unlocked.code]).toEqual(['', 2])
  await files({ 'recline.lock': '<<<<<<< HEAD\n' })
  expect((await recline(['descriptors', 'outdated'])).stderr).toContain('it has a merge conflict')
})

test('a domain that another one needs stays when it is removed, and that is said', async () => {
  await publish(descriptor('acme.base', '1.0', owner), descriptor('acme.parts', '1.0', owner), extension)
  await recline(['descriptors', 'add', 'acme.fleet', '--from', './registry'])
  await recline(['descriptors', 'add', 'acme.base', '--from', './registry', '--version', '1.x'])
  await expectRun(
    'descriptors remove acme.base',
    'acme.base stays, because acme.fleet needs it; "recline descriptors update" gets it from there.\nexit 0',
  )
})

test('versions that do not go together are refused, and nothing changes', async () => {
  const tag = (version: string, name: string): string =>
    descriptor('acme.parts', version, owner).replace('VEHICLE', name)
  await publish(tag('1.0', 'PART'), tag('2.0', 'VEHICLE'), descriptor('acme.base', '1.0', owner), extension)
  await recline(['descriptors', 'add', 'acme.fleet', '--from', './registry'])
  const before = [await read('recline.json'), await read('recline.lock')]
  await expectRun(
    'descriptors add acme.parts --from ./registry --version 1.x',
    `! recline: acme.fleet 1.0 does not go with acme.parts 1.0, acme.base 1.0: VEHICLE.part refers to VEHICLE, which acme.parts does not define; choose versions that agree.
      exit 2`,
  )
  expect([await read('recline.json'), await read('recline.lock')]).toEqual(before)
})

test('a folder that does not exist is named with the place that it leads to', () =>
  expectRun(
    'descriptors add acme.fleet --from ./registri',
    `! recline: There is no folder ./registri; it counts from the folder of recline.json, and leads to ${join(folder(), 'registri')}.\nexit 2`,
  ))

test('a domain from a folder is pinned, checked without its registry, and updated', async () => {
  await publish(descriptor('acme.fleet', '1.0', owner))
  await files({ 'a.rec': '@DOC domain=acme.fleet\n@VEHICLE rid=V-1 | color="red"\n' })
  await expectRun(
    'descriptors add acme.fleet --from ./registry --version 1.x',
    'Added acme.fleet 1.0 from ./registry/acme/fleet/1.0.json.\nexit 0',
  )
  expect(JSON.parse(await read('recline.json'))).toEqual({ dependencies: { 'acme.fleet': './registry#1.x' } })
  await publish(
    descriptor('acme.fleet', '1.1', owner, [{ name: 'color', type: 'string' }]),
    descriptor('acme.fleet', '2.0', owner),
  )
  expect((await recline(['check', 'a.rec'])).stdout).toContain('unknown-field')
  await expectRun(
    'descriptors outdated',
    'acme.fleet 1.0: 2.0 is the newest; "recline descriptors update acme.fleet" gets 1.1\nexit 1',
  )
  await expectRun(
    'descriptors update --dry-run',
    `Would update acme.fleet from 1.0 to 1.1.
      acme.fleet 1.1: 2.0 is the newest; "./registry#1.x" in recline.json does not allow it
      exit 0`,
  )
  await expectRun(
    'descriptors update',
    `Updated acme.fleet from 1.0 to 1.1.
      acme.fleet 1.1: 2.0 is the newest; "./registry#1.x" in recline.json does not allow it
      exit 0`,
  )
  expect((await recline(['check', 'a.rec'])).code).toBe(0)
  await expectRun('descriptors verify', '1 domain compared with recline.lock: no problems.\nexit 0')
  await expectRun('descriptors remove acme.fleet', 'Removed acme.fleet.\nexit 0')
  expect(await paths()).not.toContain('.recline/descriptors/acme.fleet.domain.json')
})

test('what is missing or changed is said, with its place, and the result is incomplete', async () => {
  await publish(descriptor('acme.fleet', '1.0', owner))
  await files({ 'a.rec': '@DOC domain=acme.fleet\n@VEHICLE rid=V-1\n' })
  await recline(['descriptors', 'add', 'acme.fleet', '--from', './registry'])
  const file = '.recline/descriptors/acme.fleet.domain.json'
  const text = await read(file)
  await files({ [file]: text.replaceAll('\n', '\r\n') })
  expect((await recline(['check', 'a.rec'])).code).toBe(0)
  await files({ [file]: text.replace('Vehicles', 'Cars') })
  const changed = `recline.json:3:5: ${file} is not the file that recline.lock names: it was changed; restore it from version control, or run "recline descriptors update acme.fleet".`
  const run = await recline(['check', 'a.rec'])
  expect(run.code).toBe(2)
  expect(run.stderr).toContain(changed)
  expect(run.stderr).toContain('The result is incomplete')
  await expectRun('descriptors verify', `! recline: ${changed}\nexit 1`)
  await expectRun('descriptors update acme.fleet', 'Restored acme.fleet 1.0.\nexit 0')
  const lock = await read('recline.lock')
  await files({ 'recline.lock': lock.replace('"version": "1.0"', '"version": "1.1"') })
  await expectRun(
    'descriptors verify',
    `! recline: recline.json:3:5: recline.lock names version 1.1 of acme.fleet, and ${file} has 1.0; run "recline descriptors update acme.fleet".\nexit 1`,
  )
  await expectRun('descriptors update', 'Updated acme.fleet from 1.1 to 1.0.\nexit 0')
  await files({ '.recline/descriptors/acme.more.domain.json': descriptor('acme.more', '1.0') })
  expect((await recline(['check', 'a.rec'])).stderr).toContain(
    'acme.more.domain.json is not in recline.lock, so it does not count; delete it.',
  )
  await files({ 'recline.lock': '<<<<<<< HEAD\n' })
  expect((await recline(['check', 'a.rec'])).stderr).toContain('recline.lock cannot be read: it has a merge conflict')
  await files({ 'recline.json': '{ "dependencies": { "acme.fleet": "fleet" } }' })
  expect((await recline(['check', 'a.rec'])).stderr).toContain(
    'recline.json:1:35: The source "fleet" starts with none of',
  )
})

const extension = descriptor('acme.fleet', '1.0', { ...owner, extends: 'acme.base' }, [
  { name: 'part', type: 'string', ref: 'acme.parts.VEHICLE' },
])

test('a base and the domain of a reference come along, and go again', async () => {
  await publish(descriptor('acme.base', '1.0', owner), descriptor('acme.parts', '1.0', owner), extension)
  await expectRun(
    'descriptors add acme.fleet --from ./registry',
    `Added acme.fleet 1.0 from ./registry/acme/fleet/1.0.json.
      Added acme.base 1.0 from ./registry/acme/base/1.0.json.
      Added acme.parts 1.0 from ./registry/acme/parts/1.0.json.
      exit 0`,
  )
  await expectRun(
    'descriptors remove acme.fleet',
    'Removed acme.base.\nRemoved acme.fleet.\nRemoved acme.parts.\nexit 0',
  )
})

test('a domain that only a rule names comes along', async () => {
  const rule = {
    id: 'vehicle-has-trip',
    message: 'Nobody drives it.',
    expression: 'referrers("acme.trips.TRIP", "vehicle_ref").size() > 0',
    severity: 'information',
  }
  const trip = { tag: 'TRIP', fields: [{ name: 'vehicle_ref', type: 'string', ref: 'acme.fleet.VEHICLE' }] }
  const trips = JSON.stringify({ ...JSON.parse(descriptor('acme.trips', '1.0', owner)), records: [trip] })
  const fleet = JSON.parse(descriptor('acme.fleet', '1.0', owner))
  fleet.records[0].rules = [rule]
  await files({ 'team/fleet.domain.json': JSON.stringify(fleet), 'team/trips.domain.json': trips })
  expect((await recline(['descriptors', 'publish', 'registry', 'team'])).stderr).toBe('')
  await rm(join(folder(), 'team'), { recursive: true })
  await expectRun(
    'descriptors add acme.fleet --from ./registry',
    `Added acme.fleet 1.0 from ./registry/acme/fleet/1.0.json.
      Added acme.trips 1.0 from ./registry/acme/trips/1.0.json.
      exit 0`,
  )
})

test('two versions of one domain are refused, with both ways that lead there', async () => {
  await publish(descriptor('acme.base', '1.0', owner))
  await rename(join(folder(), 'registry'), join(folder(), 'one'))
  await publish(descriptor('acme.base', '2.0', owner), descriptor('acme.parts', '1.0', owner), extension)
  await recline(['descriptors', 'add', 'acme.base', '--from', './one'])
  await expectRun(
    'descriptors add acme.fleet --from ./registry',
    `! recline: There are two versions of acme.base: acme.base leads to version 1.0 from ./one, and acme.fleet > acme.base to version 2.0 from ./registry; only one can count.
      exit 2`,
  )
  await publish(descriptor('acme.base', '1.0', owner))
  await expectRun(
    'descriptors add acme.fleet --from ./registry',
    `Added acme.fleet 1.0 from ./registry/acme/fleet/1.0.json.
      Added acme.parts 1.0 from ./registry/acme/parts/1.0.json.
      exit 0`,
  )
})

test('domains that need one another in a circle come, and more than ten in a row do not', async () => {
  const to = (other: string): readonly object[] => [{ name: 'other', type: 'string', ref: `${other}.VEHICLE` }]
  await files({
    'team/one.domain.json': descriptor('acme.one', '1.0', owner, to('acme.two')),
    'team/two.domain.json': descriptor('acme.two', '1.0', owner, to('acme.one')),
  })
  for (let level = 0; level <= 10; level++)
    await files({
      [`team/d${level}.domain.json`]: descriptor(
        `acme.d${level}`,
        '1.0',
        owner,
        level < 10 ? to(`acme.d${level + 1}`) : [],
      ),
    })
  expect((await recline(['descriptors', 'publish', 'registry', 'team'])).code).toBe(0)
  await rm(join(folder(), 'team'), { recursive: true })
  await expectRun(
    'descriptors add acme.one --from ./registry',
    `Added acme.one 1.0 from ./registry/acme/one/1.0.json.
      Added acme.two 1.0 from ./registry/acme/two/1.0.json.
      exit 0`,
  )
  const { stderr } = await recline(['descriptors', 'add', 'acme.d0', '--from', './registry'])
  expect(stderr).toContain('acme.d0 leads to more than 10 domains in a row: acme.d0 > acme.d1 > ')
  expect((await recline(['descriptors', 'add', 'acme.d1', '--from', './registry'])).code).toBe(0)
})

test('from a web server, also one without hashes and lists of versions; and without it afterwards', async () => {
  await publish(descriptor('acme.fleet', '1.0', owner))
  const index = JSON.parse(await read('registry/index.json'))
  delete index.namespaces.acme.domains[0].versions
  await files({ 'registry/index.json': JSON.stringify(index), 'a.rec': '@DOC domain=acme.fleet\n@VEHICLE rid=V-1\n' })
  const address = await serveFolder('registry')
  await expectRun(
    `descriptors add acme.fleet --from ${address}/`,
    `Added acme.fleet 1.0 from ${address}/acme/fleet/1.0.json.\nexit 0`,
  )
  await expectRun(
    `descriptors add acme.fleet --from ${address} --version 1.x`,
    `acme.fleet 1.0 comes from ${address}#1.x now.\nexit 0`,
  )
  servers[0]!.closeAllConnections()
  await new Promise(closed => servers.splice(0)[0]!.close(closed))
  await expectRun('descriptors verify', '1 domain compared with recline.lock: no problems.\nexit 0')
  expect((await recline(['check', 'a.rec'])).code).toBe(0)
  const { stderr, code } = await recline(['descriptors', 'update'])
  expect(stderr).toMatch(/index\.json could not be read: .*ECONNREFUSED/)
  expect(code).toBe(2)
  await expectRun('descriptors verify', '1 domain compared with recline.lock: no problems.\nexit 0')
})

const hostile: Readonly<Record<string, [answer: NonNullable<Parameters<typeof createServer>[1]>, sentence: RegExp]>> = {
  'one that never answers': [() => undefined, /it took longer than 0\.5 seconds/],
  'one that stops in the middle': [
    (_, response) => response.write('{ "namespaces": '),
    /it took longer than 0\.5 seconds/,
  ],
  'one that never ends': [
    (_, response) => {
      const more = (): void => {
        while (response.write(' '.repeat(2 ** 20)));
      }
      response.on('drain', more)
      more()
    },
    /is larger than 10 MB, which is the limit/,
  ],
  'one that leads to a file': [
    (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    /it redirects to file:\/\/…, which is not followed/,
  ],
  'one that leads in a circle': [
    (request, response) => response.writeHead(302, { location: request.url }).end(),
    /it redirects more than 5 times/,
  ],
  'one that has a page': [(_, response) => response.end('<html>'), /cannot be read: it is not JSON/],
  'one with another form': [
    (_, response) => response.end('{ "namespaces": [] }'),
    /cannot be read: "namespaces" is missing or has a wrong form|has no domain/,
  ],
  'one with an error': [(_, response) => response.writeHead(500).end(), /the server answers 500/],
  'one with another domain inside': [
    (request, response) =>
      response.end(
        request.url === '/index.json'
          ? '{ "namespaces": { "acme": { "domains": [{ "id": "acme.fleet", "version": "1.0" }] } } }'
          : descriptor('core.health', '1.0'),
      ),
    /defines another domain, core\.health/,
  ],
  'one with another file than its index names': [
    (request, response) =>
      response.end(
        request.url === '/index.json'
          ? `{ "namespaces": { "acme": { "domains": [{ "id": "acme.fleet", "version": "1.0", "versions": [{ "version": "1.0", "hash": "sha256:${'0'.repeat(64)}" }] }] } } }`
          : descriptor('acme.fleet', '1.0'),
      ),
    /is not the file that the index names: it has another hash/,
  ],
  'one with a version that is a path': [
    (_, response) =>
      response.end('{ "namespaces": { "acme": { "domains": [{ "id": "acme.fleet", "version": "../../x" }] } } }'),
    /has no domain acme\.fleet/,
  ],
}

test.each(Object.entries(hostile))('a hostile registry is refused: %s', async (_, [answer, sentence]) => {
  const address = await serve(answer)
  // Only what must take too long has a short limit.
  const limit = sentence.source.startsWith('it took longer') ? '0.5' : '60'
  const { stderr, code } = await recline(['descriptors', 'add', 'acme.fleet', '--from', address, '--timeout', limit])
  expect(stderr).toMatch(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(2)
  expect(await paths()).toEqual([])
})

test('from a git repository, a tag and a commit', async () => {
  await mkdir(join(folder(), 'lab'))
  await files({ 'lab/lab.domain.json': descriptor('acme.lab', '1.0') })
  const git = async (...args: string[]): Promise<string> =>
    (
      await run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: join(folder(), 'lab') })
    ).stdout.trim()
  await git('init', '--quiet')
  await git('add', '.')
  await git('commit', '--quiet', '-m', 'Lab')
  await git('tag', 'v1.0')
  const commit = await git('rev-parse', 'HEAD')
  await files({ 'lab/lab.domain.json': descriptor('acme.lab', '1.1') })
  await git('commit', '--quiet', '-am', 'More')
  const address = `git+file://${join(folder(), 'lab')}`
  await files({ 'use/recline.json': '{}' })
  const use = { cwd: join(folder(), 'use') }
  const added = await recline(['descriptors', 'add', 'acme.lab', '--from', `${address}#v1.0`], use)
  expect(added.stdout).toBe(`Added acme.lab 1.0 from file://${join(folder(), 'lab')}#${commit}.\n`)
  const newest = await recline(['descriptors', 'add', 'acme.lab', '--from', address], use)
  expect(newest.stdout).toBe('Updated acme.lab from 1.0 to 1.1.\n')
  const none = await recline(['descriptors', 'add', 'acme.lab', '--from', `${address}#v9`], use)
  expect(none.stderr).toMatch(/could not be fetched: .*v9/)
})

test('from a package of npm, by the npm and the .npmrc of the folder', async () => {
  await files({
    'package/package.json': '{ "name": "@acme/audit-domain", "version": "2.1.0", "scripts": { "prepare": "exit 1" } }',
    'package/audit.domain.json': descriptor('acme.audit', '1.4'),
  })
  await run('tar', ['-czf', 'audit.tgz', 'package'], { cwd: folder() })
  await rm(join(folder(), 'package'), { recursive: true })
  const address = await serve((request, response) => {
    if (request.url?.endsWith('.tgz')) createReadStream(join(folder(), 'audit.tgz')).pipe(response)
    else if (request.url?.toLowerCase() === '/@acme%2faudit-domain') {
      const dist = { tarball: `${address}/audit.tgz` }
      const versions = { '2.1.0': { name: '@acme/audit-domain', version: '2.1.0', dist } }
      const packument = { name: '@acme/audit-domain', 'dist-tags': { latest: '2.1.0' }, versions }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(packument))
    } else response.writeHead(404).end('{}')
  })
  await files({ '.npmrc': `@acme:registry=${address}\nregistry=${address}\n`, 'package.json': '{}' })
  const env = { npm_config_cache: join(folder(), 'cache'), HOME: folder() }
  const add = (spec: string) => recline(['descriptors', 'add', 'acme.audit', '--from', spec], { env })
  expect((await add('npm:@acme/audit-domain@^2')).stdout).toBe(
    'Added acme.audit 1.4 from npm:@acme/audit-domain@2.1.0.\n',
  )
  expect(await read('.recline/descriptors/acme.audit.domain.json')).toBe(descriptor('acme.audit', '1.4'))
  const none = await add('npm:@acme/audit-domain@^3')
  expect(none.stderr).toMatch(/npm:@acme\/audit-domain@\^3 could not be fetched: No matching version/)
  expect(none.code).toBe(2)
})

const index = async (): Promise<{ namespaces: { acme: { domains: { versions: Record<string, string>[] }[] } } }> =>
  JSON.parse(await read('registry/index.json'))

test('a registry whose index lacks a version, or has another hash of it, is mended by publishing it again', async () => {
  await files({ 'fleet.domain.json': descriptor('acme.fleet', '1.0', owner) })
  await recline(['descriptors', 'publish', 'registry', 'fleet.domain.json'])
  const whole = await index()
  const { versions } = whole.namespaces.acme.domains[0]!
  const broken = [
    { ...whole, namespaces: {} },
    {
      ...whole,
      namespaces: {
        acme: {
          domains: [
            { ...whole.namespaces.acme.domains[0], versions: [{ ...versions[0], hash: `sha256:${'0'.repeat(64)}` }] },
          ],
        },
      },
    },
  ]
  for (const one of broken) {
    await files({ 'registry/index.json': JSON.stringify(one) })
    expect(await recline(['descriptors', 'verify', 'registry'])).toMatchObject({ code: 1 })
    await expectRun(
      'descriptors publish registry fleet.domain.json --check',
      'acme.fleet 1.0 has its file, and not its entry in index.json.\nexit 1',
    )
    await expectRun(
      'descriptors publish registry fleet.domain.json',
      'acme.fleet 1.0 has its file, and got its entry, which was missing or wrong in index.json.\nexit 0',
    )
    expect((await index()).namespaces.acme.domains[0]!.versions[0]).toMatchObject({ hash: versions[0]!.hash })
    await expectRun('descriptors verify registry', '1 version compared with registry/index.json: no problems.\nexit 0')
  }
  await rm(join(folder(), 'registry/acme/fleet/1.0.json'))
  await expectRun(
    'descriptors verify registry',
    '! recline: registry/index.json: acme.fleet 1.0 has no file acme/fleet/1.0.json.\nexit 1',
  )
  await expectRun('descriptors publish registry fleet.domain.json', 'Published acme.fleet 1.0.\nexit 0')
  expect((await index()).namespaces.acme.domains[0]!.versions).toHaveLength(1)
})

test.each([
  [
    'acme.fleet',
    '1.0.0',
    /^recline: The registry has acme\.fleet 1\.0, and 1\.0\.0 is the same version; raise the version\.$/m,
  ],
  ['acme.aux', '1.0', /^recline: acme\.aux has a name that Windows reserves for devices/m],
  ['nul.fleet', '1.0', /^recline: nul\.fleet has a name that Windows reserves for devices/m],
])('%s %s is not published', async (domain, version, sentence) => {
  await publish(descriptor('acme.fleet', '1.0', owner))
  await files({ 'own.domain.json': descriptor(domain, version, owner) })
  expect(await recline(['descriptors', 'publish', 'registry', 'own.domain.json'])).toMatchObject({
    stderr: expect.stringMatching(sentence),
    code: 1,
  })
})

test('a domain comes from another source only by force, and a path of this machine is told', async () => {
  await publish(descriptor('acme.fleet', '1.0', owner))
  await files({ 'team/recline.json': '{}\n' })
  const cwd = join(folder(), 'team')
  const add = (from: string, ...more: string[]) =>
    recline(['descriptors', 'add', 'acme.fleet', '--from', from, ...more], { cwd })
  expect(await add('../registry')).toMatchObject({ code: 0, stderr: '' })
  const absolute = join(folder(), 'registry')
  expect(await add(absolute)).toMatchObject({
    code: 2,
    stderr: `recline: acme.fleet comes from "../registry" so far; add --force to take it from "${absolute}".\n`,
  })
  const { stderr, code } = await add(absolute, '--force')
  const warning = `"${absolute}" is a path of this machine, which others who use the recline.json do not have; write it as ../registry, or take an address.`
  expect([stderr, code]).toEqual([`recline: ${warning}\n`, 0])
  await files({ 'team/a.rec': '@DOC domain=acme.fleet\n@VEHICLE rid="V-1"\n' })
  for (const args of [['check'], ['config', 'a.rec']])
    expect([args, (await recline(args, { cwd })).stderr]).toEqual([
      args,
      expect.stringContaining(`recline.json:3:19: ${warning}`),
    ])
})

test('a base comes in a version that the extension names, and another one is told', async () => {
  const narrow = { ...owner, extends: 'acme.base@1' }
  await publish(
    descriptor('acme.base', '1.0', owner),
    descriptor('acme.base', '1.2', owner, [{ name: 'color', type: 'string' }]),
    descriptor('acme.fleet', '1.0', narrow),
  )
  await publish(descriptor('acme.base', '2.0', owner))
  await expectRun(
    'descriptors add acme.fleet --from ./registry',
    `Added acme.fleet 1.0 from ./registry/acme/fleet/1.0.json.
      Added acme.base 1.2 from ./registry/acme/base/1.2.json.
      acme.base 1.2: 2.0 is the newest; the domain that extends it does not allow it
      exit 0`,
  )
  await files({ 'a.rec': '@DOC domain=acme.fleet\n@VEHICLE rid=V-1 | color="red"\n' })
  await expectRun('check', '! 1 file, 1 record: no problems.\nexit 0')
  const told = 'acme.base 1.2: 2.0 is the newest; the domain that extends it does not allow it\n'
  await expectRun('descriptors update', `${told}exit 0`)
  await expectRun('descriptors outdated', `${told}exit 1`)
  await expectRun(
    'descriptors add acme.base --from ./registry --version 2.x',
    `! recline: acme.fleet 1.0 does not go with acme.base 2.0: This extends version 1 of acme.base, and 2.0 is the one that is there; choose versions that agree.
      exit 2`,
  )
})

test('a lock of a newer version is kept, and a pipe is no file', async () => {
  await publish(descriptor('acme.fleet', '1.0', owner))
  const lock = '{ "lockVersion": 2, "domains": {} }\n'
  await files({ 'recline.json': '{ "dependencies": { "acme.fleet": "./registry" } }', 'recline.lock': lock })
  for (const args of ['update', 'add acme.fleet --from ./registry', 'remove acme.fleet'])
    expect(await recline(['descriptors', ...args.split(' ')])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/recline\.lock was written by another version of Recline, so it is not changed/),
    })
  expect(await read('recline.lock')).toBe(lock)
  await rm(join(folder(), 'recline.lock'))
  await run('mkfifo', [join(folder(), 'recline.lock')])
  expect(await recline(['descriptors', 'verify'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/recline\.lock is not a file, so it is not read/),
  })
})
