// Makes the base image of a Dockerfile from packages of Debian and npm.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// The packages of Debian 12 that Node.js and a shell need.
const packages = [
  ...['base-files', 'bash', 'coreutils', 'dash', 'libacl1', 'libattr1', 'libc6', 'libgcc-s1', 'libgmp10'],
  ...['libpcre2-8-0', 'libselinux1', 'libstdc++6', 'libtinfo6'],
]
const npmOfNode: Readonly<Record<string, string>> = { '22.21.1': '10.9.4' }

/**
 * Returns whether this machine can make images, which needs Linux, root rights, and packages of Debian 12.
 */
export function canMakeImages(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  return ['unshare', 'nsenter', 'apt-get', 'dpkg-deb', 'ip']
    .map((name) => `/usr/bin/${name}`)
    .every(existsSync)
}

/**
 * Makes an image like `node:<version>-bookworm-slim`. It contains a shell, Node.js, npm, and the user node
 * (1000).
 */
export function makeBaseImage(name: string, root: string): void {
  const [, version = ''] = /^node:(\d+\.\d+\.\d+)-bookworm-slim$/.exec(name) ?? []
  const npm = npmOfNode[version]
  if (npm === undefined) throw new Error(`no version of npm is known for the image ${name}`)
  const downloads = `${root}.downloads`
  for (const folder of ['usr/bin', 'usr/sbin', 'usr/lib', 'usr/lib64', 'etc', 'proc', 'dev', 'tmp', 'root'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const folder of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${folder}`, join(root, folder))
  mkdirSync(downloads)
  download(downloads)
  for (const file of readdirSync(downloads))
    execFileSync('dpkg-deb', ['--extract', join(downloads, file), root], { stdio: 'pipe' })
  for (const [link, target] of [
    ['sh', 'dash'],
    ['env', 'env'],
  ] as const)
    if (!existsSync(join(root, 'usr/bin', link))) symlinkSync(target, join(root, 'usr/bin', link))
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
  mkdirSync(join(root, 'home/node'), { recursive: true })
  execFileSync('chown', ['1000:1000', join(root, 'home/node')])
  chmodSync(join(root, 'tmp'), 0o1777)
  execFileSync(
    'npm',
    ['install', '--prefix', downloads, '--no-audit', '--no-fund', `node@${version}`, `npm@${npm}`],
    { stdio: 'pipe' },
  )
  const modules = join(downloads, 'node_modules')
  place(join(modules, 'node/bin/node'), join(root, 'usr/local/bin/node'))
  place(join(modules, 'npm'), join(root, 'usr/local/lib/node_modules/npm'))
  for (const [link, file] of [
    ['npm', 'npm-cli.js'],
    ['npx', 'npx-cli.js'],
  ] as const)
    symlinkSync(`../lib/node_modules/npm/bin/${file}`, join(root, 'usr/local/bin', link))
}

function download(folder: string): void {
  const fetch = (): unknown =>
    execFileSync('apt-get', ['download', '-qq', ...packages], { cwd: folder, stdio: 'pipe' })
  try {
    fetch()
  } catch {
    // Downloads the package lists first, because a new machine has none.
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'pipe' })
    fetch()
  }
}

function place(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, dereference: true })
}
