import { mkdir, readdir, writeFile } from 'node:fs/promises'
import type { SnapshotId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { aSpec } from '../../../test/builders.ts'
import {
  collectExec,
  type DockerManager,
  newInstanceId,
  startDockerManager,
} from '../../../test/docker-manager.ts'
import { fetchSnapshot, newSnapshotId, sendSnapshot } from '../../../test/snapshots.ts'
import { snapshotFolders } from './spool.ts'

const image = 'gridloom/base:latest'

/** Files of every kind, changed and deleted ones of the image, and a folder that replaces one of the image. */
const fill = `mkdir -p /data/deep && echo one > /data/a && ln /data/a /data/b && ln -s /etc/nothing /data/link
  mkfifo /data/pipe; chown 1234:4321 /data/a; chmod 4751 /data/a; touch -d '2020-02-02 02:02:02' /data/deep
  head -c 3000000 /dev/urandom > /data/deep/large; printf 'n\\nl' > "/data/new
line"; rm -f /etc/passwd; rm -rf /root; mkdir /root; echo own > /root/mine`
const show = `cd /; for f in /data/a /data/b /data/deep /data/deep/large /data/pipe; do
  stat -c '%n %a %u:%g %F %h %Y %s' $f; done; readlink /data/link; ls /data | wc -l
  sha256sum /data/deep/large; cat /data/a; test -e /etc/passwd || echo gone; ls /root; cat /root/mine`

describe('a snapshot', () => {
  it('taken on one machine is the disk of an instance on another, with its files as they were', async () => {
    await using first = await startDockerManager()
    await using second = await startDockerManager()
    const spec = aBaseSpec()
    await first.runReady(spec)
    await run(first, fill)
    const before = await run(first, show)
    expect(before).toContain('/data/a 4751 1234:4321 regular file 2')

    const snapshot = newSnapshotId()
    const fetched = await fetchSnapshot(first.manager, { id: spec.instance_id, snapshot })
    expect(fetched.state.paused_ms).toBeLessThan(2_000)
    expect(await run(first, 'echo still')).toBe('still\n')

    const moved = aBaseSpec({ snapshot })
    second.manager.apply(moved)
    await second.until(
      moved.instance_id,
      ({ progress }) => progress?.text === 'Waiting for the snapshot',
    )
    await sendSnapshot(second.manager, snapshot, fetched)
    const report = await second.until(moved.instance_id, isSettled)
    expect(report).toMatchObject({ phase: 'running', reason: null })
    expect(await run(second, show)).toBe(before)

    second.manager.apply({ ...moved, generation: 2, desired: 'destroyed' })
    await second.until(moved.instance_id, ({ phase }) => phase === 'destroyed')
    expect(await imagesOf(second, snapshot)).toEqual([])
  })

  it('of a restored instance has only what changed since, and is restored with all', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec()
    await machine.runReady(spec)
    await run(machine, 'head -c 2000000 /dev/urandom > /root/base; echo 1 > /root/n')
    const [one, two] = [newSnapshotId(), newSnapshotId()]
    const first = await fetchSnapshot(machine.manager, { id: spec.instance_id, snapshot: one })
    await destroy(machine)

    const again = aBaseSpec({ snapshot: one })
    machine.manager.apply(again)
    await sendSnapshot(machine.manager, one, first)
    await machine.until(again.instance_id, isSettled)
    await run(machine, 'echo 2 > /root/n')
    const known = first.manifest.layers.map(({ diff_id }) => diff_id)
    const second = await fetchSnapshot(
      machine.manager,
      { id: again.instance_id, snapshot: two, known },
      first.pieces,
    )
    expect(second.manifest.layers.map(({ diff_id }) => diff_id).slice(0, -1)).toEqual(known)
    expect(second.fetched).toBe(1)
    await destroy(machine)

    const piecesOf = new Map(first.manifest.layers.map((layer) => [layer.diff_id, layer]))
    const layers = second.manifest.layers.map((layer) => piecesOf.get(layer.diff_id) ?? layer)
    const third = aBaseSpec({ snapshot: two })
    machine.manager.apply(third)
    await sendSnapshot(machine.manager, two, {
      manifest: { ...second.manifest, layers },
      pieces: second.pieces,
    })
    expect(await machine.until(third.instance_id, isSettled)).toMatchObject({ phase: 'running' })
    expect(await run(machine, 'cat /root/n; wc -c < /root/base')).toBe('2\n2000000\n')
  })

  it('sends again only the pieces around what changed', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec()
    const { instance_id: id } = spec
    await machine.runReady(spec)
    await run(machine, 'for n in 1 2 3 4 5 6; do head -c 4000000 /dev/urandom > /root/f$n; done')
    const first = await fetchSnapshot(machine.manager, { id, snapshot: newSnapshotId() })
    await run(machine, 'echo more >> /root/f3; echo new > /root/a')
    const second = await fetchSnapshot(
      machine.manager,
      { id, snapshot: newSnapshotId() },
      first.pieces,
    )
    expect(first.fetched).toBeGreaterThan(6)
    expect(second.fetched).toBeLessThanOrEqual(3)
  })

  it('continues where it broke off, also after a restart of the agent', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec()
    await machine.runReady(spec)
    await run(machine, 'head -c 20000000 /dev/urandom > /root/f; sha256sum /root/f > /root/sum')
    const snapshot = newSnapshotId()
    const fetched = await fetchSnapshot(machine.manager, { id: spec.instance_id, snapshot })
    await destroy(machine)
    const again = aBaseSpec({ snapshot })
    machine.manager.apply(again)
    expect(await sendSnapshot(machine.manager, snapshot, fetched, 2)).toBe(2)
    // The engine has the beginning of the archive now.
    const { instance_id: id } = again
    await machine.until(id, ({ progress }) => progress?.text === 'Receiving the snapshot')
    await machine.restart()
    expect(await imagesOf(machine, snapshot)).toEqual([])
    machine.manager.apply(again)
    await sendSnapshot(machine.manager, snapshot, fetched)
    expect(await machine.until(again.instance_id, isSettled)).toMatchObject({ phase: 'running' })
    expect(await run(machine, 'sha256sum -c /root/sum')).toContain('OK')
  })

  it('with a damaged piece, or layers of another archive, starts nothing', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec()
    await machine.runReady(spec)
    await run(machine, 'echo mine > /root/f')
    const snapshot = newSnapshotId()
    const fetched = await fetchSnapshot(machine.manager, { id: spec.instance_id, snapshot })
    const damaged = new Map([...fetched.pieces].map(([name, bytes]) => [name, flipped(bytes)]))
    await expect(
      sendSnapshot(machine.manager, snapshot, { ...fetched, pieces: damaged }),
    ).rejects.toMatchObject({ code: 'invalid_input' })

    const other = newSnapshotId()
    const layers = fetched.manifest.layers.map((layer, at) =>
      at === fetched.manifest.layers.length - 1 ? { ...layer, diff_id: otherHash } : layer,
    )
    const wrong = aBaseSpec({ snapshot: other })
    await sendSnapshot(machine.manager, other, {
      ...fetched,
      manifest: { ...fetched.manifest, layers },
    })
    machine.manager.apply(wrong)
    expect(await machine.until(wrong.instance_id, isSettled)).toMatchObject({
      phase: 'failed',
      reason: { code: 'snapshot_broken' },
    })
    expect(await imagesOf(machine, other)).toEqual([])
  })
})

describe('an agent that was killed during a capture', () => {
  it('lets the container go on at its next start, and keeps nothing of the capture', async () => {
    await using machine = await startDockerManager()
    const spec = aBaseSpec()
    await machine.runReady(spec)
    const { captureOf, captures } = snapshotFolders(machine.dataDir)
    const { pieces, paused } = captureOf(newSnapshotId())
    await mkdir(pieces, { recursive: true })
    await writeFile(paused, `gridloom-${spec.instance_id}`)
    const signal = AbortSignal.timeout(10_000)
    expect(await machine.runtime.layers.pause(`gridloom-${spec.instance_id}`, signal)).toBe(true)
    await machine.restart()
    await expect.poll(() => readdir(captures), { timeout: 10_000 }).toEqual([])
    expect(await run(machine, 'echo on')).toBe('on\n')
  })
})

const otherHash = 'ab'.repeat(32)

function flipped(bytes: Buffer): Buffer {
  const damaged = Buffer.from(bytes)
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1
  return damaged
}

function aBaseSpec(changes: Parameters<typeof aSpec>[0] = {}) {
  return aSpec({ image, instance_id: newInstanceId(), isolation: 'any', ...changes })
}

function isSettled({ ready, phase }: { ready: boolean; phase: string }): boolean {
  return ready || phase === 'failed'
}

async function run({ manager }: DockerManager, command: string): Promise<string> {
  const [running] = manager.reports().filter(({ phase }) => phase === 'running')
  if (running === undefined) throw new Error('nothing runs')
  const request = { command: ['sh', '-c', command], timeout_s: 30 }
  const signal = AbortSignal.timeout(30_000)
  const { stdout, stderr } = await collectExec(manager.exec(running.instance_id, request, signal))
  if (stderr !== '') throw new Error(stderr)
  return stdout
}

async function destroy({ manager, until }: DockerManager): Promise<void> {
  for (const { instance_id: id } of manager.reports()) {
    manager.apply(aBaseSpec({ instance_id: id, generation: 9, desired: 'destroyed' }))
    await until(id, ({ phase }) => phase === 'destroyed')
  }
}

async function imagesOf({ runtime }: DockerManager, snapshot: SnapshotId): Promise<string[]> {
  const { images } = await runtime.probe(AbortSignal.timeout(10_000))
  return images.map(({ name }) => name).filter((name) => name.includes(snapshot))
}
