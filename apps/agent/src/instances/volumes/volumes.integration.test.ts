import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { type InstanceId, VolumeId } from '@gridloom/contract/core/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSpec } from '../../../test/builders.ts'
import {
  collectExec,
  type DockerManager,
  newInstanceId,
  startDockerManager,
} from '../../../test/docker-manager.ts'
import { ownerOf } from '../../host/owners.ts'

const run = promisify(execFile)
const mib = 1024 * 1024
const soon = () => AbortSignal.timeout(30_000)

describe('a volume on Docker', () => {
  let machine: DockerManager
  beforeAll(async () => {
    machine = await startDockerManager()
  }, 60_000)
  afterAll(() => machine[Symbol.asyncDispose]())

  it('keeps its data when an instance is destroyed, for the next one', async () => {
    const volume = await created()
    const first = await begun({ volume })
    await inside(first, 'echo kept > /data/file; chown 1000:1000 /data/file; ls -A /data')
    expect(await usedBy(volume)).toBeGreaterThan(0)
    await destroyed(first)
    const second = await begun({ volume, path: '/root/elsewhere' })
    expect(await inside(second, 'cat /root/elsewhere/file; ls -An /root/elsewhere')).toMatch(
      /^kept\n.* 1000 +1000 .* file\n$/s,
    )
    await destroyed(second)
  })

  it('is shared by instances that only read it, and cannot be written by them', async () => {
    const volume = await created()
    const writer = await begun({ volume })
    await inside(writer, 'echo shared > /data/file')
    await destroyed(writer)
    const [one, other] = await Promise.all([
      begun({ volume, mode: 'read_only' }),
      begun({ volume, mode: 'read_only' }),
    ])
    for (const id of [one, other]) {
      expect(await inside(id, 'cat /data/file')).toBe('shared\n')
      const tries = `(echo x > /data/file) 2>&1; rm -f /data/file 2>&1; mount -o remount,rw /data 2>&1
        touch /data/new 2>&1; cat /data/file; ls -A /data`
      expect(await inside(id, tries)).toMatch(/Read-only file system.*shared\nfile\n$/s)
    }
    await Promise.all([destroyed(one), destroyed(other)])
  })

  it('is full at its size, which is not that of the disk of the instance', async () => {
    const volume = await created(64 * mib)
    const id = await begun({ volume })
    const written = await inside(
      id,
      `for size in 1M 4k; do dd if=/dev/zero of=/data/$size bs=$size 2>&1; done
       cat /data/* | wc -c; fallocate -l 500M /own && echo own; dd if=/dev/zero of=/data/x bs=16M count=1 2>&1 | head -n 1`,
    )
    expect(written).toMatch(/own\n.*No space left on device\n$/)
    const bytes = Number(/^(\d{7,})$/m.exec(written)?.[1])
    expect(bytes).toBeGreaterThan(32 * mib)
    expect(bytes).toBeLessThan(64 * mib)
    await destroyed(id)
  })

  it('is in no instance that does not have it', async () => {
    const volume = await created()
    const id = await begun({ volume })
    const other = await begun({})
    await inside(id, 'echo secret > /data/file')
    expect(await inside(other, 'ls /data 2>&1; grep -c /data /proc/self/mountinfo')).toMatch(
      /No such file or directory\n0\n$/,
    )
    await Promise.all([destroyed(id), destroyed(other)])
  })

  it('is mounted again after a restart of the machine, before the instance starts', async () => {
    const volume = await created()
    const id = await begun({ volume })
    await inside(id, 'echo before > /data/file')
    await machine.manager[Symbol.asyncDispose]()
    await run('docker', ['kill', `gridloom-${id}`])
    await unmountAll()
    await machine.restart('boot-2')
    await machine.until(id, ({ ready }) => ready)
    expect(await inside(id, 'cat /data/file; echo after > /data/file')).toBe('before\n')
    await destroyed(id)
    const next = await begun({ volume })
    expect(await inside(next, 'cat /data/file')).toBe('after\n')
    await destroyed(next)
  })

  it('is never replaced by an empty folder: without it an instance fails by name', async () => {
    const volume = newVolumeId()
    const spec = specWith({ volume })
    const { phase, reason } = await machine.runReady(spec)
    expect({ phase, reason }).toMatchObject({
      phase: 'failed',
      reason: { code: 'start_failed', text: `The volume ${volume} is not on this machine.` },
    })
    await destroyed(spec.instance_id)
    expect((await listed()).has(volume)).toBe(false)
  })

  it('is not deleted under an instance that runs, and leaves nothing afterwards', async () => {
    const volume = await created()
    const id = await begun({ volume })
    const { volumes } = machine.manager
    await expect(volumes.remove(volume, soon())).rejects.toMatchObject({ code: 'state_conflict' })
    await inside(id, 'echo here > /data/file')
    await destroyed(id)
    await volumes.remove(volume, soon())
    await volumes.remove(volume, soon())
    expect((await listed()).has(volume)).toBe(false)
    const left = [...(await filesIn(places().files)), ...(await filesIn(places().mounts))]
    expect(left.filter((name) => name.startsWith(volume))).toEqual([])
    const { stdout } = await run('losetup', ['--list', '--noheadings', '--output', 'BACK-FILE'])
    expect(stdout).not.toContain(volume)
  })

  it('is refused where the machine has no room for it, and nothing of it stays', async () => {
    const volume = newVolumeId()
    const made = await machine.manager.volumes.create({ volume, bytes: 9e15 }, soon())
    expect(made).toMatchObject({ problem: { code: 'disk_full' } })
    expect(await filesIn(places().files)).not.toContain(`${volume}.ext4.new`)
  })

  it('is allocated in full, and reported apart from the disks of instances', async () => {
    const volumeBytes = async () => (await machine.runtime.space(soon()))?.volumeBytes ?? 0
    const before = await volumeBytes()
    const volume = await created(512 * mib)
    expect((await volumeBytes()) - before).toBe(512 * mib)
    const { stdout } = await run('stat', ['-c', '%b', join(places().files, `${volume}.ext4`)])
    expect(Number(stdout) * 512).toBeGreaterThanOrEqual(512 * mib)
    await machine.manager.volumes.remove(volume, soon())
    expect(await volumeBytes()).toBe(before)
  })

  it('is completed or forgotten where the agent was killed while it created it', async () => {
    const [left, wanted] = [newVolumeId(), newVolumeId()]
    await created()
    for (const volume of [left, wanted])
      await writeFile(join(places().files, `${volume}.ext4.new`), 'half')
    expect([...(await listed()).keys()]).not.toContain(wanted)
    await machine.restart('boot-2')
    await expect.poll(() => filesIn(places().files)).not.toContain(`${left}.ext4.new`)
    const { problem } = await machine.manager.volumes.create(
      { volume: wanted, bytes: 64 * mib },
      soon(),
    )
    expect(problem).toBeNull()
    const id = await begun({ volume: wanted })
    expect(await inside(id, 'ls -A /data')).toBe('')
    await destroyed(id)
  })

  async function created(bytes = 64 * mib): Promise<VolumeId> {
    const volume = newVolumeId()
    const made = await machine.manager.volumes.create({ volume, bytes }, soon())
    expect(made).toEqual({ problem: null })
    // As after an answer that did not arrive.
    expect(await machine.manager.volumes.create({ volume, bytes }, soon())).toEqual(made)
    return volume
  }

  async function begun(mount: Mount): Promise<InstanceId> {
    const spec = specWith(mount)
    expect(await machine.runReady(spec)).toMatchObject({ ready: true })
    return spec.instance_id
  }

  async function destroyed(id: InstanceId): Promise<void> {
    machine.manager.apply({ ...specWith({}), instance_id: id, generation: 9, desired: 'destroyed' })
    await machine.until(id, ({ phase }) => phase === 'destroyed')
  }

  async function inside(id: InstanceId, script: string): Promise<string> {
    const request = { command: ['sh', '-c', script], timeout_s: 30 }
    return (await collectExec(machine.manager.exec(id, request, soon()))).stdout
  }

  async function listed() {
    const all = await machine.manager.volumes.list(soon())
    return new Map(all.map((one) => [one.volume, one]))
  }

  async function usedBy(volume: VolumeId): Promise<number> {
    return (await listed()).get(volume)?.used_bytes ?? 0
  }

  function places() {
    const owner = ownerOf(machine.dataDir)
    return {
      files: `/var/lib/docker/gridloom-volumes/${owner}`,
      mounts: `/run/gridloom-volumes/${owner}`,
    }
  }

  /** Unmounts all volumes, and removes what they were mounted on. */
  async function unmountAll(): Promise<void> {
    const { mounts } = places()
    await run('sh', ['-c', `for at in ${mounts}/*; do umount "$at"; done; rm -r ${mounts}`])
  }
})

interface Mount {
  volume?: VolumeId
  path?: string
  mode?: 'read_write' | 'read_only'
}

function specWith({ volume, path = '/data', mode = 'read_write' }: Mount): InstanceSpec {
  return aSpec({
    ...{ image: 'gridloom/base:latest', instance_id: newInstanceId(), isolation: 'any' },
    volumes: volume === undefined ? [] : [{ volume, path, mode }],
  })
}

/** Returns an id that no other test on this machine has. */
function newVolumeId(): VolumeId {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const random = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return VolumeId.parse(`vol_01jd3v8q6f${random}`)
}

async function filesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
