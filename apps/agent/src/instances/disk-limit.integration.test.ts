import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, readlink, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '@gridloom/async/clock'
import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSpec } from '../../test/builders.ts'
import {
  collectExec,
  type DockerManager,
  newInstanceId,
  ownRuntime,
  startDockerManager,
} from '../../test/docker-manager.ts'
import { ownerOf, showLife } from '../host/owners.ts'
import { createImageSource } from '../images/index.ts'
import type { ContainerRuntime } from '../runtime/port.ts'
import { containerSettings } from './container-settings.ts'

const base = 'gridloom/base:latest'
const withVolume = `gridloom-test/volume:${process.pid}`
const run = promisify(execFile)
const managerProcess = join(import.meta.dirname, '../../test/manager-process.ts')
const plain = { pidsMax: 100, cpus: undefined, views: [], dns: undefined }

/** Builds an image like the base, with a volume that contains a file. */
beforeAll(async () => {
  const runtime = await ownRuntime('disk-limit-test')
  await createImageSource({ runtime, dataDir: '/nowhere' }).ensure(
    { image: base },
    () => {},
    AbortSignal.timeout(60_000),
  )
  const { stdout } = await run('docker', ['create', base, 'sh'])
  const id = stdout.trim()
  await run('sh', [
    '-c',
    `cd "$(mktemp -d)" && mkdir vol && echo seed > vol/seed && tar -c vol | docker cp - "$1":/ && rm -r "$PWD"`,
    'sh',
    id,
  ])
  await run('docker', ['commit', '-c', 'VOLUME /vol', '-c', 'WORKDIR /deep/work', id, withVolume])
  await run('docker', ['rm', id])
})

afterAll(() => run('docker', ['rmi', '-f', withVolume]))

describe('a renter who fills the disk', () => {
  it('gets ENOSPC at the size of the disk on every mount', async () => {
    await using machine = await startDockerManager(undefined, [withVolume])
    const neighbour = await begin(machine, {})
    const attacker = await begin(machine, { image: withVolume })
    const sh = (script: string) => inside(machine, attacker, script)
    expect(await sh('pwd; cat /vol/seed')).toBe('/deep/work\nseed\n')

    // All mounts of the container instead of a fixed list: files and folders, on the disk or in memory.
    const tries = await sh(`
      while read -r _ _ _ _ at _; do
        # In the instance's own memory, whose limit is another.
        case "$at" in /sys/fs/cgroup*) continue; esac
        if [ -d "$at" ]; then file="$at/.big"; else file="$at"; fi
        before=$(stat -c %b "$file" 2>/dev/null || echo 0)
        if fallocate -l 6G "$file" 2>/dev/null; then echo "$at took 6G"; fi
        after=$(stat -c %b "$file" 2>/dev/null || echo 0)
        [ "$after" = "$before" ] || echo "$at $((after / 2048)) MiB"
      done < /proc/self/mountinfo`)
    expect(tries).not.toContain('took')
    const taken = tries.split('\n').flatMap((line) => Number(/ (\d+) MiB$/.exec(line)?.[1] ?? 0))
    // The disk of 1 GB, and what /dev, /dev/shm and /etc/hosts hold in the instance's own memory.
    expect(taken.reduce((sum, mib) => sum + mib, 0)).toBeLessThan(1_000 + 3 * 64)
    expect(await sh('echo more > /root/more || echo full')).toBe('full\n')
    expect(await inside(machine, neighbour, 'echo fine > /root/file && cat /root/file')).toBe(
      'fine\n',
    )
  })

  it('gets ENOSPC at the size of the disk also with a deleted open file', async () => {
    await using machine = await startDockerManager(undefined, [withVolume])
    const id = await begin(machine, {})
    const held = await inside(
      machine,
      id,
      `exec 3> /u; rm /u; fallocate -l 3G /proc/self/fd/3; dd if=/dev/zero of=/rest bs=1M 2>&1; stat -L -c %b /proc/self/fd/3 /rest`,
    )
    expect(held).toContain('No space left on device')
    const blocks = held.split('\n').filter((line) => /^\d+$/.test(line))
    expect(blocks.reduce((sum, count) => sum + Number(count) * 512, 0)).toBeLessThan(1_000_000_000)
  })

  it('gets only the ordered size of a spare disk, which no other instance gets', async () => {
    await using machine = await startDockerManager()
    const first = await begin(machine, {})
    await untilMounts(machine, 3)
    const spares = await inodesOf(machine, await sparesOf(machine))
    const second = await begin(machine, {})
    const third = await begin(machine, {})
    const files = [second, third].map((id) => `gridloom-${id}.ext4`)
    expect(await inodesOf(machine, files)).toEqual(spares)
    for (const id of [second, third]) {
      const full = 'fallocate -l 6G /big; dd if=/dev/zero of=/rest 2>/dev/null || echo full'
      expect(await inside(machine, id, full)).toBe('full\n')
      expect(await sizeGb(machine, id)).toBe(1)
    }
    expect(await inside(machine, first, 'echo fine > /file && cat /file')).toBe('fine\n')
    // Two new spares are mounted beside three instances; the end of the manager removes the spares.
    await untilMounts(machine, 5)
    await machine.manager[Symbol.asyncDispose]()
    expect(await mountsOf(machine)).toHaveLength(3)
    expect(await sparesOf(machine)).toEqual([])
  })

  it('gets the full disk reported, and can start again and make room', async () => {
    await using machine = await startDockerManager(undefined, [withVolume])
    const authorized_keys = ['ssh-ed25519 AAAAada']
    const id = await begin(machine, { authorized_keys })
    await inside(
      machine,
      id,
      'fallocate -l 6G /big; dd if=/dev/zero of=/rest; dd if=/dev/zero of=/etc/hosts; true',
    )
    await machine.until(id, ({ reason }) => reason?.code === 'disk_full')
    machine.manager.apply(
      aBase({ instance_id: id, authorized_keys, generation: 2, desired: 'stopped' }),
    )
    await machine.until(id, ({ phase }) => phase === 'stopped')
    machine.manager.apply(aBase({ instance_id: id, authorized_keys, generation: 3 }))
    await machine.until(id, ({ ready, observed_generation }) => ready && observed_generation === 3)
    expect(await inside(machine, id, 'head -n 1 /etc/hosts; rm /big; echo new > /new')).toBe(
      '127.0.0.1\tlocalhost\n',
    )
    await machine.until(id, ({ reason }) => reason === null)
  })

  it('gets no container when the volumes of the image do not fit', async () => {
    await using machine = await startDockerManager(undefined, [withVolume])
    const image = `${withVolume}-large`
    const script = `id=$(docker create ${base}) && mkdir -p "$1/vol" && fallocate -l 90M "$1/vol/x" && tar -C "$1" -cS vol | docker cp - $id:/ && docker commit -c "VOLUME /vol" $id ${image} && docker rm $id && rm -r "$1"`
    await run('sh', ['-ec', script, 'sh', `${machine.dataDir}/large`])
    try {
      const owner = ownerOf(machine.dataDir)
      const spec = aBase({ instance_id: newInstanceId(), image })
      const settings = containerSettings(spec, {
        ...plain,
        network: 'none',
        owner,
      })
      const small = { ...settings, diskBytes: 64_000_000 }
      const making = machine.runtime.createContainer(small, AbortSignal.timeout(20_000))
      await expect(making).rejects.toMatchObject({ code: 'disk_full' })
    } finally {
      await run('docker', ['rmi', '-f', image])
    }
  })
})

describe('the disk of an instance', () => {
  it('keeps its full size when the machine trims unused blocks', async () => {
    await using machine = await startDockerManager()
    const id = await begin(machine, {})
    const owner = ownerOf(machine.dataDir)
    await run('fstrim', [`/run/gridloom/${owner}/gridloom-${id}`]).catch(() => 'refused')
    const { blocks } = await stat(`/var/lib/docker/gridloom/${owner}/gridloom-${id}.ext4`)
    expect(blocks * 512).toBeGreaterThanOrEqual(1_000_000_000)
  })

  it('is removed with it: mount, loop device, file and volume', async () => {
    await using machine = await startDockerManager(undefined, [withVolume])
    const id = await begin(machine, { image: withVolume })
    expect(await tracesOf(machine, id)).not.toEqual([])
    const volumes = await volumesOf(id)
    expect(volumes).toHaveLength(1)
    machine.manager.apply(aBase({ instance_id: id, generation: 2, desired: 'destroyed' }))
    await machine.until(id, ({ phase }) => phase === 'destroyed')
    expect(await tracesOf(machine, id)).toEqual([])
    const { stdout } = await run('docker', ['volume', 'ls', '-q'])
    expect(stdout.split('\n')).not.toContain(volumes[0])
  })

  it('is mounted again with its files before a start after a reboot', async () => {
    await using machine = await startDockerManager(undefined, [withVolume])
    const id = await begin(machine, { image: withVolume })
    await inside(machine, id, 'echo root > /root/file; echo volume > /vol/file')
    machine.manager.apply(aBase({ instance_id: id, generation: 2, desired: 'stopped' }))
    await machine.until(id, ({ phase }) => phase === 'stopped')
    await unmountAll(machine, id)
    // The engine itself cannot start it on the machine's own disk.
    await expect(run('docker', ['start', `gridloom-${id}`])).rejects.toThrow(/no such file/)
    const manager = await machine.restart()
    manager.apply(aBase({ instance_id: id, generation: 3 }))
    await machine.until(id, ({ ready, observed_generation }) => ready && observed_generation === 3)
    expect(await inside(machine, id, 'cat /root/file /vol/file')).toBe('root\nvolume\n')
    expect(await sizeGb(machine, id)).toBe(1)
  })

  it('bounds a container whose agent was killed before it could start it', async () => {
    await using machine = await startDockerManager(undefined, [withVolume])
    const { spec, id, killed } = await makeAndBeKilled(machine)
    await asBeforeItsDisk(killed, machine, id)

    const manager = await machine.restart()
    manager.apply({ ...spec, generation: 2 })
    await machine.until(id, ({ ready }) => ready)
    expect(await sizeGb(machine, id)).toBe(1)
  })

  it('is used by the container of an agent in a mount namespace of its own, as under systemd', async () => {
    await using machine = await startDockerManager()
    await machine.manager[Symbol.asyncDispose]()
    const id = newInstanceId()
    const words = [managerProcess, machine.dataDir, JSON.stringify(aBase({ instance_id: id }))]
    const alone = ['-m', '--propagation', 'private', process.execPath, ...words]
    const agent = spawn('unshare', alone, { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [line] = await once(agent.stdout, 'data')
      expect(String(line)).toBe('ready\n')
    } finally {
      agent.kill('SIGKILL')
    }
    await machine.restart()
    await machine.until(id, ({ ready }) => ready)
    expect(await sizeGb(machine, id)).toBe(1)
  })

  it('is deleted at the next start of an agent when its container is gone', async () => {
    await using machine = await startDockerManager(undefined, [withVolume])
    const { id } = await makeAndBeKilled(machine)
    await run('docker', ['rm', '-f', '-v', `gridloom-${id}`])
    expect(await tracesOf(machine, id)).not.toEqual([])
    await machine.restart()
    const limit = AbortSignal.timeout(10_000)
    while ((await tracesOf(machine, id)).length > 0) limit.throwIfAborted()
  })

  it('is removed at the next start when it was a spare of a killed agent', async () => {
    await using machine = await startDockerManager(undefined, [withVolume])
    const { killed } = await makeAndBeKilled(machine)
    const before = await killed.space(AbortSignal.timeout(10_000))
    // Small: spares take at most an eighth of the free space, which the tests beside this one fill.
    await killed.prepareDisks(100_000_000, AbortSignal.timeout(20_000))
    expect(await sparesOf(machine)).toHaveLength(2)
    const after = await killed.space(AbortSignal.timeout(10_000))
    // The room of spares still counts as free, except for the overhead of their file systems.
    expect((after?.unfilledBytes ?? 0) - (before?.unfilledBytes ?? 0)).toBeGreaterThan(150_000_000)
    // Files under the mount point, from a moment when nothing was mounted, are no obstacle.
    const [spare = ''] = await sparesOf(machine)
    const mount = `/run/gridloom/${ownerOf(machine.dataDir)}/${spare.replace('.ext4', '')}`
    await run('sh', ['-ec', 'umount "$1"; mkdir "$1/diff"', 'sh', mount])
    await machine.restart()
    const limit = AbortSignal.timeout(10_000)
    while ((await sparesOf(machine)).length > 0) limit.throwIfAborted()
    // The disk of the container that it created is kept.
    await untilMounts(machine, 1)
  })
})

async function begin(machine: DockerManager, changes: Partial<InstanceSpec>): Promise<InstanceId> {
  const spec = aBase({ instance_id: newInstanceId(), ...changes })
  expect(await machine.runReady(spec)).toMatchObject({ phase: 'running', ready: true })
  return spec.instance_id
}

function aBase(changes: Partial<InstanceSpec>): InstanceSpec {
  return aSpec({ image: base, disk_gb: 1, ...changes })
}

async function inside(machine: DockerManager, id: InstanceId, script: string): Promise<string> {
  const request = { command: ['sh', '-c', script], timeout_s: 60 }
  const messages = machine.manager.exec(id, request, AbortSignal.timeout(60_000))
  return (await collectExec(messages)).stdout
}

function folderOf({ dataDir }: DockerManager): string {
  return `/var/lib/docker/gridloom/${ownerOf(dataDir)}`
}

/** Returns the files of complete spare disks. */
async function sparesOf(machine: DockerManager): Promise<string[]> {
  const names = await readdir(folderOf(machine)).catch(() => [])
  return names.filter((name) => /^\.spare-.*ext4$/.test(name))
}

async function inodesOf(machine: DockerManager, files: readonly string[]): Promise<number[]> {
  const found = await Promise.all(files.map((file) => stat(join(folderOf(machine), file))))
  return found.map(({ ino }) => ino).sort()
}

async function untilMounts(machine: DockerManager, count: number): Promise<void> {
  const limit = AbortSignal.timeout(20_000)
  while ((await mountsOf(machine)).length !== count) {
    limit.throwIfAborted()
    await systemClock.sleep(20)
  }
}

async function mountsOf({ dataDir }: DockerManager): Promise<string[]> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8')
  return mounts.split('\n').filter((line) => line.includes(`/run/gridloom/${ownerOf(dataDir)}/`))
}

/** Returns the size of the file system at `/`, in decimal GB. */
async function sizeGb(machine: DockerManager, id: InstanceId): Promise<number> {
  const kib = (await inside(machine, id, "df / | awk 'END { print $2 }'")).trim()
  return Math.round((Number(kib) * 1024) / 1e9)
}

/** Returns what the machine has of an instance's disk: mounts, loop devices and files. */
async function tracesOf({ dataDir }: DockerManager, id: InstanceId): Promise<string[]> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8')
  const loops = (await run('losetup', ['-l', '-n', '-O', 'BACK-FILE'])).stdout
  const folder = `/var/lib/docker/gridloom/${ownerOf(dataDir)}`
  const files = (await run('sh', ['-c', `ls ${folder} 2>/dev/null; true`])).stdout
  return [mounts, loops, files].flatMap((text) =>
    text.split('\n').filter((line) => line.includes(id)),
  )
}

async function volumesOf(id: InstanceId): Promise<string[]> {
  const format = '{{range .Mounts}}{{.Name}} {{end}}'
  const { stdout } = await run('docker', ['inspect', '-f', format, `gridloom-${id}`])
  return stdout.trim().split(' ')
}

/** Unmounts the disk, as a reboot of the machine does. */
async function unmountAll({ dataDir }: DockerManager, id: InstanceId): Promise<void> {
  await run('umount', [`/run/gridloom/${ownerOf(dataDir)}/gridloom-${id}`])
}

/** Creates the container by another agent over the same folder, which does nothing after that. */
async function makeAndBeKilled(machine: DockerManager) {
  const id = newInstanceId()
  const spec = aBase({ instance_id: id })
  const owner = ownerOf(machine.dataDir)
  await machine.manager[Symbol.asyncDispose]()
  const killed = await ownRuntime(owner)
  // Other agents of this machine delete the disks of an agent that shows no life and has no container yet.
  await using _ = await showLife(owner)
  const settings = containerSettings(spec, {
    ...plain,
    network: 'none',
    owner,
  })
  await killed.createContainer(settings, AbortSignal.timeout(10_000))
  return { id, spec, killed }
}

/** Undoes the steps after the creation of a container, as if its agent had been killed right after it. */
async function asBeforeItsDisk(
  runtime: ContainerRuntime,
  machine: DockerManager,
  id: InstanceId,
): Promise<void> {
  const { stdout } = await run('docker', [
    'inspect',
    '-f',
    '{{.GraphDriver.Data.UpperDir}}',
    `gridloom-${id}`,
  ])
  const upper = stdout.trim()
  expect(await readlink(upper)).toContain(id)
  for (const folder of [upper, upper.replace(/diff$/, 'work')]) {
    await unlink(folder)
    await mkdir(folder)
  }
  await runtime.clearDisks(() => false, AbortSignal.timeout(10_000))
  expect(await tracesOf(machine, id)).toEqual([])
}
