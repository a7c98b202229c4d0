import { VolumeId } from '@gridloom/contract/core/ids'
import type { VolumeFailure, VolumeState } from '@gridloom/contract/volumes/volume'
import { expect, it } from 'vitest'
import { compareVolumes, type ExpectedVolume } from './compare-volumes.ts'

const id = VolumeId.parse('vol_01jd3v8q6f7g8h9jkmnpqrstvw')
const listed = [{ volume: id, bytes: 1e9, used_bytes: 5 }]

it('takes a ready volume that is not listed for lost, and one that comes back for ready', () => {
  const ready = [aVolume('ready')]
  expect(compareVolumes(ready, ready, [])).toMatchObject({ lost: [id], left: [] })
  const lost = [aVolume('failed', 'lost')]
  expect(compareVolumes(lost, lost, listed)).toMatchObject({ lost: [], back: [id], left: [] })
})

it('deletes what is known as deleted or never completed, and nothing that is unknown', () => {
  const deleted = [aVolume('deleted')]
  expect(compareVolumes([], deleted, listed).left).toEqual([id])
  const failed = [aVolume('failed', 'machine_silent')]
  expect(compareVolumes(failed, failed, listed)).toMatchObject({ back: [], left: [id] })
  expect(compareVolumes([], [], listed)).toEqual({ lost: [], back: [], left: [], used: [] })
})

it('leaves volumes alone that are being created or deleted', () => {
  for (const state of ['creating', 'deleting'] as const) {
    const rows = [aVolume(state)]
    const nothing = { lost: [], back: [], left: [] }
    expect(compareVolumes(rows, rows, [])).toMatchObject(nothing)
    expect(compareVolumes(rows, rows, listed)).toMatchObject(nothing)
  }
})

it('does not miss a volume that became ready while the machine was asked', () => {
  expect(compareVolumes([aVolume('creating')], [aVolume('ready')], []).lost).toEqual([])
})

it('records use that changed', () => {
  const rows = [aVolume('ready')]
  expect(compareVolumes(rows, rows, listed).used).toEqual([{ id, bytes: 5 }])
  const same = [{ ...aVolume('ready'), used_bytes: 5 }]
  expect(compareVolumes(same, same, listed).used).toEqual([])
})

function aVolume(state: VolumeState, failure: VolumeFailure | null = null): ExpectedVolume {
  return { id, state, failure, used_bytes: null }
}
