import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RuntimeFailure } from '../runtime/failure.ts'
import { packTar } from '../runtime/pack-tar.ts'
import { isStatic } from './elf.ts'
import type { BuiltImage, ImageBuild } from './image-maker.ts'
import type { Programs } from './programs.ts'

const busyboxPath = '/bin/busybox'
const limitMs = 60_000

/**
 * Builds an image of Debian's static busybox with all its commands, and the few files that a shell and its user expect.
 */
export async function makeMinimal({ image, programs, signal }: ImageBuild): Promise<BuiltImage> {
  const { binary, commands } = await findBusybox(programs, signal)
  const archive = await packMinimal(binary, commands)
  const changes = [`ENV PATH=${searchPath}`, 'WORKDIR /root', 'CMD ["/bin/sh","-l"]']
  return {
    archive: { kind: 'root_file_system', image, stream: whole(archive), changes },
    [Symbol.asyncDispose]: async () => {},
  }
}

async function* whole(archive: Buffer): AsyncIterable<Uint8Array> {
  yield archive
}

const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const folders = {
  'bin/': 0o755,
  'dev/': 0o755,
  'etc/': 0o755,
  'home/': 0o755,
  'proc/': 0o555,
  'root/': 0o700,
  'run/': 0o755,
  'sbin/': 0o755,
  'sys/': 0o555,
  'tmp/': 0o1777,
  'usr/': 0o755,
  'usr/bin/': 0o755,
  'usr/local/': 0o755,
  'usr/local/bin/': 0o755,
  'usr/sbin/': 0o755,
  'var/': 0o755,
  'var/log/': 0o755,
  'var/tmp/': 0o1777,
} as const

const files = {
  'etc/passwd':
    'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n',
  'etc/group': 'root:x:0:\nnogroup:x:65534:\n',
  'etc/shells': '/bin/sh\n',
  'etc/nsswitch.conf': 'hosts: files dns\n',
  'etc/os-release':
    'ID=gridloom-base\nNAME="Gridloom base"\nPRETTY_NAME="Gridloom base (busybox)"\n',
  'etc/profile': [
    `export PATH=${searchPath}`,
    '[ -n "$HOME" ] || export HOME=/root',
    String.raw`PS1='\[\e[36m\]\u@\h\[\e[0m\]:\[\e[1m\]\w\[\e[0m\]\$ '`,
    "alias ll='ls -l'",
    '',
  ].join('\n'),
} as const

/** Packs the image's files as a tar archive. `commands` are paths such as `usr/bin/env`. */
export function packMinimal(binary: Buffer, commands: readonly string[]): Promise<Buffer> {
  const linked = commands.filter((name) => name !== 'bin/busybox' && isKnownFolder(name))
  return packTar([
    ...Object.entries(folders).map(([name, mode]) => {
      return { name, mode, type: 'directory' } as const
    }),
    ...Object.entries(files).map(([name, content]) => ({ name, mode: 0o644, content })),
    { name: 'bin/busybox', mode: 0o755, content: binary },
    ...linked.map((name) => ({ name, type: 'symlink', linkname: busyboxPath }) as const),
  ])
}

function isKnownFolder(command: string): boolean {
  return command.replace(/[^/]*$/, '') in folders
}

/** Finds the machine's own busybox if it is static; otherwise that of the package, unpacked but not installed. */
async function findBusybox(programs: Programs, signal: AbortSignal) {
  const own = await readBusybox(programs, busyboxPath, signal)
  if (own !== undefined) return own
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-busybox-'))
  try {
    await unpackPackage(programs, folder, signal)
    const unpacked = await readBusybox(programs, join(folder, busyboxPath), signal)
    if (unpacked !== undefined) return unpacked
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const text =
    'The machine cannot build the base image: busybox is missing. Install it: apt install busybox-static'
  throw new RuntimeFailure('image_not_found', text)
}

async function readBusybox(programs: Programs, path: string, signal: AbortSignal) {
  const listed = await programs.execute([path, '--list-full'], { timeoutMs: limitMs, signal })
  if (listed.exitCode !== 0) return undefined
  const binary = await readFile(path)
  if (!isStatic(binary)) return undefined
  return { binary, commands: listed.stdout.split('\n').filter((line) => line !== '') }
}

async function unpackPackage(programs: Programs, folder: string, signal: AbortSignal) {
  const download = ['sh', '-c', 'cd "$1" && apt-get download -q busybox-static', 'sh', folder]
  await programs.execute(download, { timeoutMs: limitMs, signal })
  const packaged = (await readdir(folder)).find((name) => name.endsWith('.deb'))
  if (packaged === undefined) return
  const unpack = ['dpkg', '-x', join(folder, packaged), folder]
  await programs.execute(unpack, { timeoutMs: limitMs, signal })
}
