import type { BackupRun, NewRestore } from '@gridloom/contract/backups/backup'
import type { BackupPlanId, BackupRunId, InstanceId, VolumeId } from '@gridloom/contract/core/ids'
import type { VolumeMounts } from '@gridloom/contract/volumes/mount'
import { expect } from 'vitest'
import type { Product } from '../../src/product.ts'
import type { ProductMachine } from '../../src/product-machine.ts'
import { execute } from '../using-instances.ts'

export const busybox = '/.gridloom/bin/busybox'

/** A busy machine takes half a minute for a hundred megabytes. */
const runMs = 100_000

/** Backups of a renter, each to its end, and what they are of. */
export function usingBackups(product: () => Product) {
  /** Begins a backup, and returns its id once it has stored something. */
  async function underWay(id: BackupPlanId): Promise<BackupRunId> {
    const before = (await product().renter.backups.storage()).stored_bytes
    const begun = await product().renter.backups.run({ params: { id } })
    const stored = async () => (await product().renter.backups.storage()).stored_bytes
    await expect.poll(stored, { interval: 50, timeout: 60_000 }).toBeGreaterThan(before + 4_000_000)
    const { last_run: run } = await product().renter.backups.read({ params: { id } })
    expect(run).toMatchObject({ id: begun.id, state: 'running' })
    return begun.id
  }

  async function endOf(id: BackupPlanId, run: BackupRunId): Promise<BackupRun | undefined> {
    const runs = await product().until({
      read: () => product().renter.backups.runs({ params: { id } }),
      satisfies: (all) => all.some((one) => one.id === run && one.ended_at !== null),
      withinMs: runMs,
    })
    return runs.find((one) => one.id === run)
  }

  async function aVolume(name: string, machine?: ProductMachine): Promise<VolumeId> {
    const { id: offer_id } = await product().offerOf(machine)
    const { id } = await product().renter.volumes.create({ body: { name, offer_id, size_gb: 1 } })
    await product().until({
      read: () => product().renter.volumes.read({ params: { id } }),
      satisfies: ({ state }) => state === 'ready',
    })
    return id
  }

  async function running(
    label: string,
    machine?: ProductMachine,
    volumes: VolumeMounts = [],
  ): Promise<InstanceId> {
    const offer = await product().offerOf(machine)
    const { id } = await product().order({ label, offer_id: offer.id, volumes })
    await product().untilInstance(id, ({ ready, state }) => ready || state === 'failed')
    return id
  }

  async function backUp(id: BackupPlanId): Promise<BackupRun> {
    return ended(id, await product().renter.backups.run({ params: { id } }))
  }

  async function restore(
    id: BackupPlanId,
    {
      include = null,
      existing = 'refuse',
      ...body
    }: Partial<NewRestore> & Pick<NewRestore, 'point_id' | 'target'>,
  ): Promise<BackupRun> {
    const asked = { params: { id }, body: { ...body, include, existing } }
    return ended(id, await product().renter.backups.restore(asked))
  }

  async function ended(id: BackupPlanId, run: BackupRun): Promise<BackupRun> {
    const runs = await product().until({
      read: () => product().renter.backups.runs({ params: { id } }),
      satisfies: (runs) => runs.some((one) => one.id === run.id && one.ended_at !== null),
      withinMs: runMs,
    })
    const found = runs.find((one) => one.id === run.id)
    if (found === undefined) throw new Error('the run is gone')
    return found
  }

  /** Deletes a plan and waits until none of its files is left. */
  async function remove(id: BackupPlanId): Promise<void> {
    await product().renter.backups.remove({ params: { id } })
    await product().until({
      read: () => product().renter.backups.storage(),
      satisfies: ({ stored_bytes }) => stored_bytes === 0,
    })
  }

  async function sh(id: InstanceId, script: string): Promise<string> {
    const { stdout, stderr } = await execute(product().renter, id, ['sh', '-c', script])
    if (stderr !== '' && !stderr.includes('No such file')) throw new Error(stderr)
    return stdout
  }

  /** What files there are, of what kind, whose, with what modes, times and bytes. */
  function listing(id: InstanceId): Promise<string> {
    return sh(
      id,
      `cd /data; ${busybox} find . -mindepth 1 -print0 | ${busybox} sort -z |
        ${busybox} xargs -0 ${busybox} stat -c '%n %a %u %g %F %s %Y %h %N' | ${busybox} od -c | ${busybox} md5sum
      ${busybox} find . -type f -print0 | ${busybox} sort -z | ${busybox} xargs -0 ${busybox} sha256sum`,
    )
  }

  async function destroy(id: InstanceId): Promise<void> {
    await product().renter.instances.destroy({ params: { id } })
    await product().untilInstance(id, ({ state }) => state === 'destroyed')
  }

  return {
    ...{ underWay, endOf, aVolume, running, backUp, restore, remove, sh, listing, destroy },
  }
}
