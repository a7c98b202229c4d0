import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { execute } from '../src/host/execute.ts'
import { isMissing } from '../src/host/files.ts'
import type { ContainerRuntime } from '../src/runtime/port.ts'

const packages = ['socat', 'openssh-sftp-server', 'busybox-static']
const programs = { socat: '/usr/bin/socat', 'sftp-server': '/usr/lib/openssh/sftp-server' }
const loader = 'ld-linux-x86-64.so.2'

/**
 * Returns a folder with the programs that an instance finds in `/.gridloom/bin`, from packages of Debian: busybox, and
 * socat and sftp-server with a loader and libraries of their own, so that they run in every image. Made once per computer.
 */
export async function toolboxFolder(): Promise<string> {
  const folder = join(tmpdir(), 'gridloom-test-toolbox-1')
  try {
    await readdir(folder)
    return folder
  } catch (cause) {
    if (!isMissing(cause)) throw cause
  }
  const made = await mkdtemp(join(tmpdir(), 'gridloom-test-toolbox-'))
  await chmod(made, 0o755)
  await fill(made)
  // Another test may have been faster.
  await rename(made, folder).catch(() => undefined)
  return folder
}

/** Returns a runtime whose containers have the toolbox. */
export function withToolbox(runtime: ContainerRuntime, folder: string): ContainerRuntime {
  return {
    ...runtime,
    createContainer: (settings, signal) => {
      const views = [...settings.views, `${folder}:/.gridloom:ro`]
      return runtime.createContainer({ ...settings, views }, signal)
    },
  }
}

async function fill(folder: string): Promise<void> {
  const unpacked = await mkdtemp(join(tmpdir(), 'gridloom-test-packages-'))
  await run(`cd ${unpacked} && apt-get download -q ${packages.join(' ')}`)
  await run(`cd ${unpacked} && for each in *.deb; do dpkg -x "$each" .; done`)
  for (const part of ['bin', 'lib', 'libexec']) await mkdir(join(folder, part))
  await copyFile(join(unpacked, 'bin/busybox'), join(folder, 'bin/sh'))
  await copyFile(`/lib64/${loader}`, join(folder, 'lib', loader))
  for (const [name, path] of Object.entries(programs)) {
    await copyFile(join(unpacked, path), join(folder, 'libexec', name))
    for (const library of await librariesOf(join(unpacked, path)))
      await copyFile(library, join(folder, 'lib', basename(library)))
    const call = `/.gridloom/lib/${loader} --library-path /.gridloom/lib /.gridloom/libexec/${name}`
    await writeFile(join(folder, 'bin', name), `#!/.gridloom/bin/sh\nexec ${call} "$@"\n`, {
      mode: 0o755,
    })
  }
  await rm(unpacked, { recursive: true })
}

/** Returns the libraries that a program of this computer loads. */
async function librariesOf(program: string): Promise<string[]> {
  const listed = await run(`ldd ${program}`)
  return [...listed.matchAll(/=> (\/\S+)/g)].flatMap(([, path]) => path ?? [])
}

async function run(script: string): Promise<string> {
  const { exitCode, stdout, stderr } = await execute(['sh', '-c', script], { timeoutMs: 60_000 })
  if (exitCode !== 0) throw new Error(`${script}: ${stderr}`)
  return stdout
}
