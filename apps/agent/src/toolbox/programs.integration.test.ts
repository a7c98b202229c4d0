import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { ownRuntime } from '../../test/docker-manager.ts'
import { ensureToolboxImage, type ToolboxImage, toolboxImages } from '../../test/toolbox-images.ts'
import { builtToolbox, startToolboxServer } from '../../test/toolbox-server.ts'
import { unpackedToolbox } from '../../test/unpacked-toolbox.ts'
import { execute } from '../host/execute.ts'
import { systemRandom } from '../host/random.ts'
import { capabilities } from '../instances/container-settings.ts'
import { listeningPorts } from '../instances/listening.ts'
import { createDockerRuntime } from '../runtime/docker/index.ts'
import type { ContainerRuntime } from '../runtime/port.ts'
import { createToolbox, type ReadyToolbox } from './toolbox.ts'

const run = promisify(execFile)

describe.each(toolboxImages)('in the %s image', (kind) => {
  it('sftp and both protocols of scp copy files in and out', async () => {
    await using at = await setup(kind)
    const put = await at.file('a file.bin', 300_000)
    await at.batch(`put "${put}" /sent.bin\nls -l /\nget /sent.bin "${at.path('sftp.bin')}"\n`)
    await at.host('scp', ['-O', '-S', at.remote, put, 'box:/scp.bin'])
    await at.host('scp', ['-O', '-S', at.remote, 'box:/scp.bin', at.path('scp.bin')])
    for (const name of ['sftp.bin', 'scp.bin'])
      expect((await readFile(at.path(name))).equals(await readFile(put))).toBe(true)
  })

  it('rsync copies a folder in and out', async () => {
    await using at = await setup(kind)
    await at.file('folder/one', 10)
    await at.file('folder/two', 70_000)
    await at.rsync(['-a', '-e', at.remote, `${at.path('folder')}/`, 'box:/copied'])
    await at.rsync(['-a', '-e', at.remote, 'box:/copied/', at.path('back')])
    const back = await readFile(at.path('back/two'))
    expect(back.equals(await readFile(at.path('folder/two')))).toBe(true)
  })

  it('git pushes to a repository in it and clones it', async () => {
    await using at = await setup(kind)
    await at.inside('git init --bare --quiet /repository.git')
    const work = at.path('work')
    await at.git(['init', '--quiet', '-b', 'main', work])
    await at.file('work/file', 1_000)
    await at.git(['-C', work, 'add', '.'])
    await at.git(['-C', work, 'commit', '--quiet', '-m', 'first'])
    await at.git(['-C', work, 'push', '--quiet', 'ssh://box/repository.git', 'main'])
    await at.git(['clone', '--quiet', '-b', 'main', 'ssh://box/repository.git', at.path('clone')])
    const cloned = await readFile(at.path('clone/file'))
    expect(cloned.equals(await readFile(at.path('work/file')))).toBe(true)
  })

  it('sshd lets the owner of a key in, runs commands, gives terminals, and serves sftp and scp', async () => {
    await using at = await setup(kind)
    const ssh = await at.admit()
    expect(await at.host('ssh', [...ssh, 'box', 'echo "$HOME $TOLD"'])).toBe(`/root ${quoted}\n`)
    await expect(at.host('ssh', [...ssh, 'box', 'exit 7'])).rejects.toMatchObject({ code: 7 })
    const put = await at.file('sent', 100_000)
    await at.host('scp', [...ssh, put, 'box:/new.bin'])
    await at.host('scp', [...ssh, '-O', 'box:/new.bin', at.path('old.bin')])
    expect((await readFile(at.path('old.bin'))).equals(await readFile(put))).toBe(true)
    const terminal = await at.host('ssh', [...ssh, '-tt', 'box', 'test -t 0 && echo terminal'])
    expect(terminal).toContain('terminal')
  })

  it('socat connects a unix socket', async () => {
    await using at = await setup(kind)
    await at.detached('socat UNIX-LISTEN:/echo.sock,fork PIPE')
    await expect
      .poll(() => at.inside('echo sent | socat - UNIX-CONNECT:/echo.sock').catch(() => ''))
      .toBe('sent\n')
  })
})

describe('a container with the toolbox', () => {
  it('has every command that the toolbox names', async () => {
    await using at = await setup('empty')
    const named = (await at.inside('ls /.gridloom/commands')).trim().split('\n')
    const had = (await at.inside('/.gridloom/bin/busybox --list')).split('\n')
    expect(named.filter((name) => !had.includes(name))).toEqual([])
    expect(named.length).toBeGreaterThan(100)
  })

  it('shows its listeners to an agent that cannot see its processes', async () => {
    await using at = await setup('empty')
    await at.detached('socat TCP-LISTEN:8080,bind=127.0.0.1 PIPE')
    // At another path than Docker's own, as an engine in a virtual machine is.
    await symlink('/var/run/docker.sock', at.path('engine.sock'))
    const away = createDockerRuntime(
      { kind: 'socket', path: at.path('engine.sock') },
      { clock: systemClock, execute, owner: 'away', dataDir: at.path('') },
    )
    const tables = () => away.socketTables(at.name, AbortSignal.timeout(10_000))
    await expect
      .poll(async () => listeningPorts(await tables()))
      .toEqual([{ port: 8080, address: 'loopback' }])
  })

  it('cannot change it', async () => {
    await using at = await setup('busybox')
    for (const attempt of [
      'rm /.gridloom/bin/git',
      'touch /.gridloom/x',
      'mount -o remount,rw /.gridloom',
    ])
      await expect(at.inside(attempt)).rejects.toMatchObject({ code: 1 })
    expect(await at.inside('ls /.gridloom')).toContain('manifest.json')
  })

  it('serves users without a row in /etc/passwd', async () => {
    await using at = await setup('empty')
    await at.inside('mkdir -m 777 /shared')
    const put = await at.file('sent', 1_000)
    await at.batch(`put ${put} /shared/sent\nls -l /shared\n`, ['--user', '1234:1234'])
    expect(await at.inside('stat -c %u /shared/sent')).toBe('1234\n')
  })
})

/** A value of the container's environment that an unquoted setting would break. */
const quoted = 'a "b" \\ $HOME \'c\' #'

const rests = ['/.gridloom/bin/busybox', 'sleep', '1000']

async function setup(kind: ToolboxImage) {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-programs-'))
  opened.defer(() => rm(folder, { recursive: true }))
  const runtime = await ownRuntime(`programs-${randomBytes(6).toString('hex')}`)
  const toolbox = await sharedToolbox(runtime)
  const image = await ensureToolboxImage(runtime, kind)
  const name = `gridloom-programs-${randomBytes(6).toString('hex')}`
  const signal = AbortSignal.timeout(60_000)
  opened.defer(() => runtime.removeContainer(name, AbortSignal.timeout(60_000)))
  await runtime.createContainer(
    {
      ...{ name, image, network: 'none', hostname: 'box', labels: {} },
      ...{ env: [`TOLD=${quoted}`], entrypoint: rests, command: [], programs: {} },
      ...{ nanoCpus: 2e9, cpus: undefined, memoryBytes: 512 * 1024 * 1024, pidsMax: 100 },
      ...{ views: [], dns: undefined, diskBytes: 200_000_000, capabilities, gpuUuids: [] },
      toolbox: toolbox.mount,
    },
    signal,
  )
  await runtime.startContainer(name, signal)
  const path = (file: string) => join(folder, file)
  const remote = path('remote')
  await writeFile(remote, remoteShell(name))
  await chmod(remote, 0o700)
  const host = async (program: string, words: readonly string[]) => {
    const options = { timeout: 30_000, env: { ...process.env, GIT_SSH: remote } }
    return (await run(program, words, options)).stdout
  }
  const inside = (command: string) => host(remote, ['box', command])
  const open = opened.move()
  return {
    name,
    path,
    remote,
    host,
    inside,
    detached: (command: string) => host('docker', ['exec', '-d', name, ...shell(command)]),
    /** Runs commands of sftp. */
    batch: async (commands: string, words: readonly string[] = []) => {
      await writeFile(path('batch'), commands)
      const server = ['docker', 'exec', '-i', ...words, name, '/.gridloom/bin/sftp-server']
      return host('sftp', ['-D', server.join(' '), '-b', path('batch')])
    },
    rsync: async (words: readonly string[]) => {
      const { folder: own } = await unpackedToolbox()
      const loader = [join(own, 'lib/ld-linux-x86-64.so.2'), '--library-path', join(own, 'lib')]
      return host(loader[0] ?? '', [...loader.slice(1), join(own, 'libexec/rsync'), ...words])
    },
    git: (words: readonly string[]) =>
      host('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.net', ...words]),
    file: async (file: string, bytes: number) => {
      await mkdir(join(path(file), '..'), { recursive: true })
      await writeFile(path(file), randomBytes(bytes))
      return path(file)
    },
    /** Makes keys of the server and of root. Returns the options for programs of OpenSSH on this machine. */
    admit: async () => {
      await host('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path('key')])
      const key = await readFile(path('key.pub'), 'utf8')
      await inside('ssh-keygen -q -t ed25519 -N "" -f /hostkey && mkdir -p -m 700 /root/.ssh')
      await inside(`umask 077; echo '${key.trim()}' >/root/.ssh/authorized_keys`)
      const server = `docker exec -i ${name} /.gridloom/bin/sshd -i -h /hostkey`
      const options = [
        `ProxyCommand=${server}`,
        'User=root',
        'StrictHostKeyChecking=no',
        `UserKnownHostsFile=${path('known')}`,
        'LogLevel=ERROR',
      ]
      return ['-F', 'none', '-i', path('key'), ...options.flatMap((each) => ['-o', each])]
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** A program in the place of `ssh`, which runs a command in a container. */
function remoteShell(container: string): string {
  return `#!/bin/sh
while case "$1" in -*) true ;; *) false ;; esac; do
  case "$1" in -l | -p | -o) shift ;; esac
  shift
done
shift
exec docker exec -i ${container} /.gridloom/bin/sh -c "PATH=\\$PATH:/.gridloom/bin:/.gridloom/commands; $*"
`
}

function shell(command: string): string[] {
  const path = 'PATH=$PATH:/.gridloom/bin:/.gridloom/commands'
  return ['/.gridloom/bin/sh', '-c', `${path}; ${command}`]
}

let shared: Promise<ReadyToolbox> | undefined

/** The volume of the built toolbox; it is the same for all tests and all agents of this machine, and stays. */
function sharedToolbox(runtime: ContainerRuntime): Promise<ReadyToolbox> {
  shared ??= fillToolbox(runtime)
  return shared
}

async function fillToolbox(runtime: ContainerRuntime): Promise<ReadyToolbox> {
  await using server = await startToolboxServer(builtToolbox())
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-toolbox-'))
  const stop = new AbortController()
  const toolbox = createToolbox({
    ...{ runtime, dataDir, clock: systemClock, random: systemRandom },
    readSource: async () => ({ serverUrl: server.url, publicKey: server.publicKey }),
    onUpdate: () => undefined,
    onFailure: (cause) => stop.abort(cause),
  })
  const keeping = toolbox.keep(stop.signal)
  await expect.poll(() => toolbox.version(), { timeout: 30_000 }).toBe(server.version)
  stop.abort()
  await keeping
  await rm(dataDir, { recursive: true, force: true })
  const taken = await toolbox.take()
  if (taken === undefined) throw new Error('the toolbox is gone')
  return taken
}
