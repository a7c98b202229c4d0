import type { KeptVolume } from '@gridloom/contract/agent/volumes-calls'
import type { VolumeId } from '@gridloom/contract/core/ids'
import type { VolumeRow } from './schema.ts'

/** What the comparison reads of a volume. */
export type ExpectedVolume = Pick<VolumeRow, 'id' | 'state' | 'failure' | 'used_bytes'>

/** What follows from the volumes that a machine lists. */
export interface VolumeDifferences {
  lost: VolumeId[]
  back: VolumeId[]
  /** Volumes that we know as deleted or never completed, and that the machine still has. */
  left: VolumeId[]
  used: { id: VolumeId; bytes: number }[]
}

/**
 * Compares the volumes that a machine should have, as read before it was asked, with those that it lists. One that is
 * not known here is left alone: a database restored from yesterday must not wipe today's disks. Pure.
 */
export function compareVolumes(
  expected: readonly ExpectedVolume[],
  known: readonly ExpectedVolume[],
  listed: readonly KeptVolume[],
): VolumeDifferences {
  const kept = new Map(listed.map((one) => [one.volume, one]))
  const ids = (rows: readonly ExpectedVolume[]) => rows.map(({ id }) => id)
  const present = known.filter(({ id }) => kept.has(id))
  return {
    lost: ids(expected.filter(({ id, state }) => state === 'ready' && !kept.has(id))),
    back: ids(present.filter(({ state, failure }) => state === 'failed' && failure === 'lost')),
    left: ids(
      present.filter(
        ({ state, failure }) => state === 'deleted' || (state === 'failed' && failure !== 'lost'),
      ),
    ),
    used: present.flatMap(({ id, used_bytes }) => {
      const bytes = kept.get(id)?.used_bytes ?? null
      return bytes === null || bytes === used_bytes ? [] : [{ id, bytes }]
    }),
  }
}
