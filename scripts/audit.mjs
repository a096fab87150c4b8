// Asks the registry of npm for known vulnerabilities of all packages that Recline ships, as `sbom.cdx.json` lists them.
// `npm audit --omit=dev` sees none of them: the bundles contain them, so that they are development dependencies.
//
// usage: npm run audit
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A package and its lock file that depend on exactly these packages. Each has a name of its own there, as two versions
 * of one can be bundled.
 *
 * @param {readonly { readonly purl: string }[]} components
 */
export function packageOf(components) {
  const listed = components.map(({ purl }, index) => {
    const [, name, version] = /^pkg:npm\/(.+)@([^@?]+)/.exec(purl) ?? []
    if (!name || !version) throw new Error(`${purl} in sbom.cdx.json is no package of npm.`)
    return { alias: `bundled-${index}`, name: decodeURIComponent(name), version }
  })
  const dependencies = Object.fromEntries(listed.map(({ alias, name, version }) => [alias, `npm:${name}@${version}`]))
  const root = { name: 'recline-bundled', version: '0.0.0', dependencies }
  const packages = Object.fromEntries(
    listed.map(({ alias, name, version }) => [`node_modules/${alias}`, { name, version }]),
  )
  return {
    manifest: { ...root, private: true },
    lock: { ...root, lockfileVersion: 3, requires: true, packages: { '': root, ...packages } },
  }
}

function audit() {
  const { components } = JSON.parse(readFileSync(new URL('../sbom.cdx.json', import.meta.url), 'utf8'))
  const { manifest, lock } = packageOf(components)
  const folder = mkdtempSync(join(tmpdir(), 'recline-audit-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    process.stdout.write(`Asking about the ${components.length} packages of sbom.cdx.json.\n`)
    const { status } = spawnSync('npm', ['audit', '--package-lock-only'], { cwd: folder, stdio: 'inherit' })
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = audit()
