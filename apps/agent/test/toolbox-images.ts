import { execFile } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import { promisify } from 'node:util'
import { createImageSource } from '../src/images/index.ts'
import { packTar, type TarEntry } from '../src/runtime/pack-tar.ts'
import type { ContainerRuntime } from '../src/runtime/port.ts'

const run = promisify(execFile)

/** The images in which the toolbox must work. */
export const toolboxImages = ['busybox', 'glibc', 'foreign', 'empty'] as const
export type ToolboxImage = (typeof toolboxImages)[number]

/** Makes an image on the engine, if it is missing, and returns its name. */
export async function ensureToolboxImage(
  runtime: ContainerRuntime,
  kind: ToolboxImage,
): Promise<string> {
  const signal = AbortSignal.timeout(60_000)
  if (kind === 'busybox') {
    const image = 'gridloom/base:latest'
    const source = createImageSource({ runtime, dataDir: '/nowhere' })
    await source.ensure({ image }, () => undefined, signal)
    return image
  }
  const image = `gridloom-test/toolbox-${kind}:3`
  if ((await runtime.imageId(image, signal)) !== undefined) return image
  const { entries, changes } = await contents[kind]()
  const archive = await packTar(entries)
  const stream = (async function* () {
    yield archive
  })()
  await runtime.importImage({ kind: 'root_file_system', image, changes, stream }, signal)
  return image
}

interface ImageContents {
  entries: TarEntry[]
  changes: string[]
}

const contents = {
  /** The C library, bash and some commands of this machine. */
  glibc: async (): Promise<ImageContents> => ({
    entries: [
      ...(await hostPrograms(['/bin/bash', '/bin/ls', '/bin/cat', '/usr/bin/id', '/bin/sleep'])),
      { name: 'bin/sh', type: 'symlink', linkname: 'bash' },
      file('etc/passwd', 'root:x:0:0:root:/root:/bin/bash\nada:x:1000:1000::/home/ada:/bin/bash\n'),
      file('etc/group', 'root:x:0:\nada:x:1000:\n'),
      { name: 'root/', type: 'directory', mode: 0o700 },
      { name: 'home/ada/', type: 'directory', mode: 0o755, uid: 1000, gid: 1000 },
      { name: 'tmp/', type: 'directory', mode: 0o1777 },
    ],
    changes: ['CMD ["/bin/sleep","1000"]'],
  }),
  /** A static shell, and instead of libraries, files that no loader accepts, everywhere that one may look. */
  foreign: async (): Promise<ImageContents> => ({
    entries: [
      { name: 'bin/busybox', mode: 0o755, content: await readFile('/bin/busybox') },
      ...['sh', 'ls', 'cat', 'id'].map(
        (name) => ({ name: `bin/${name}`, type: 'symlink', linkname: 'busybox' }) as const,
      ),
      ...['lib', 'lib64', 'usr/lib', 'usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu'].flatMap(
        (folder) => brokenLibraries.map((name) => file(`${folder}/${name}`, 'no library')),
      ),
      file('etc/ld.so.cache', 'no cache'),
      file('etc/nsswitch.conf', 'passwd: broken files\ngroup: broken files\n'),
      file('etc/passwd', 'root:x:0:0:root:/root:/sbin/nologin\n'),
      { name: 'root/', type: 'directory', mode: 0o700 },
    ],
    changes: [
      'ENV LD_LIBRARY_PATH=/usr/lib:/lib LD_PRELOAD=/usr/lib/libc.so.6 PATH=/bin',
      'CMD ["/bin/busybox","sleep","1000"]',
    ],
  }),
  /** One static program. */
  empty: async (): Promise<ImageContents> => ({
    entries: [{ name: 'app/busybox', mode: 0o755, content: await readFile('/bin/busybox') }],
    changes: ['CMD ["/app/busybox","sleep","1000"]'],
  }),
} as const

const brokenLibraries = [
  'ld-linux-x86-64.so.2',
  'libc.so.6',
  'libcrypto.so.3',
  'libz.so.1',
  'libnss_broken.so.2',
  'libnss_files.so.2',
]

function file(name: string, content: string): TarEntry {
  return { name, mode: 0o755, content }
}

async function hostPrograms(paths: readonly string[]): Promise<TarEntry[]> {
  const wanted = new Set(paths)
  for (const path of paths) {
    const { stdout } = await run('ldd', [path])
    for (const [, library = ''] of stdout.matchAll(/(\/\S+) \(0x/g)) wanted.add(library)
  }
  return Promise.all(
    [...wanted].map(async (path) => {
      const content = await readFile(await realpath(path))
      return { name: path.slice(1), mode: 0o755, content }
    }),
  )
}
