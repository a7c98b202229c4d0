import { InstanceState } from '@gridloom/contract/instances/instance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anInstance } from '../../../test/instance-builders.ts'
import { unbookedS } from './book-use.ts'
import { neverReached } from './destroy-unseen.ts'
import { rateNow } from './keep-hold.ts'
import { hadDisk } from './lose-disk.ts'
import { instanceConflict, noSuchInstance } from './owned-instance.ts'

const at = new Date('2026-01-01T00:00:00.000Z')
const reasonOf = (code: 'disk_lost' | 'stopped_by_renter') => ({ code, text: '', exit_code: null })

describe('the current rate of an instance', () => {
  it('is the running price while it runs, ready or not', () => {
    expect(rateNow(anInstance({ state: 'running', ready: false }))).toBe(36_000)
    expect(rateNow(anInstance({ state: 'running', ready: true }))).toBe(36_000)
  })

  it('is the disk price while it is stopped, if charging has begun and the disk is not kept free', () => {
    const stopped = { state: 'stopped', charged_from: at } as const
    expect(rateNow(anInstance(stopped))).toBe(3_600)
    expect(rateNow(anInstance({ ...stopped, charged_from: null }))).toBe(0)
    expect(rateNow(anInstance({ ...stopped, disk_kept_until: at }))).toBe(0)
  })

  it('is zero once its destruction is desired, in every state', () => {
    for (const state of InstanceState.options)
      expect(rateNow(anInstance({ state, desired: 'destroyed', charged_from: at }))).toBe(0)
  })

  it('is zero in every other state', () => {
    const others = InstanceState.options.filter(
      (state) => state !== 'running' && state !== 'stopped',
    )
    expect(others.length).toBeGreaterThanOrEqual(8)
    for (const state of others)
      expect([state, rateNow(anInstance({ state, ready_at: at }))]).toEqual([state, 0])
  })
})

it('counts metered seconds that are not booked, running and stopped', () => {
  const seconds = fc.nat(1_000_000)
  fc.assert(
    fc.property(
      seconds,
      seconds,
      seconds,
      seconds,
      (running, stopped, moreRunning, moreStopped) => {
        const row = anInstance({
          booked_running_s: running,
          metered_running_s: running + moreRunning,
          booked_stopped_s: stopped,
          metered_stopped_s: stopped + moreStopped,
        })
        expect(unbookedS(row)).toBe(moreRunning + moreStopped)
      },
    ),
  )
})

describe('a machine that never had an instance', () => {
  it('is one that was lost before it reported the instance', () => {
    expect(neverReached(anInstance({ state: 'lost' }))).toBe(true)
  })

  it('is not one that reported it, was seen since the order, or may still start it', () => {
    expect(neverReached(anInstance({ state: 'lost', observed_generation: 1 }))).toBe(false)
    expect(neverReached(anInstance({ state: 'lost', last_seen_at: at }))).toBe(false)
    expect(neverReached(anInstance({ state: 'requested' }))).toBe(false)
  })

  it('is one that lost the disk, even after earlier reports', () => {
    const lost = { state: 'failed', observed_generation: 3, last_seen_at: at } as const
    expect(neverReached(anInstance({ ...lost, reason: reasonOf('disk_lost') }))).toBe(true)
    expect(neverReached(anInstance({ ...lost, reason: reasonOf('stopped_by_renter') }))).toBe(false)
  })
})

describe('a disk that can be lost', () => {
  it('exists once charging has begun, unless its destruction is desired', () => {
    expect(hadDisk(anInstance({ charged_from: at, state: 'stopped', desired: 'stopped' }))).toBe(
      true,
    )
  })

  it('does not exist before charging, when destruction is desired, or once destroyed', () => {
    expect(hadDisk(anInstance({ charged_from: null }))).toBe(false)
    expect(hadDisk(anInstance({ charged_from: at, desired: 'destroyed' }))).toBe(false)
    expect(hadDisk(anInstance({ charged_from: at, state: 'destroyed' }))).toBe(false)
  })
})

it('reports the conflicting state, and only not_found for a missing instance', () => {
  expect(instanceConflict({ state: 'lost' })).toMatchObject({
    code: 'state_conflict',
    details: { what: 'instance', state: 'lost' },
  })
  expect(noSuchInstance()).toMatchObject({ code: 'not_found', details: { what: 'instance' } })
})
