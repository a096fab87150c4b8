// The programs for the test with several hosts: an SSH server, network namespaces for it, and GNU parallel.
import { installPackages } from './editor/debian.mjs'
import { findProgram } from './project.mjs'

/** The packages, by the program that exists if they are installed. */
const packages = { parallel: 'parallel', sshd: 'openssh-server', ssh: 'openssh-client', ip: 'iproute2' }

/** Installs missing programs with apt. Throws an error that says what to do if this fails. */
export async function installHosts() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error(
      'The test with two hosts makes networks of its own, which needs Linux and its administrator: run it as root.',
    )
  }
  const missing = Object.entries(packages)
    .filter(([program]) => !findProgram(program))
    .map(([, name]) => name)
  const advice = `The test with two hosts needs ${missing.join(', ')}: install them, for example with "sudo apt-get install ${missing.join(' ')}".`
  if (missing.length > 0) await installPackages(missing, advice)
}
