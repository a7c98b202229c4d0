import { AccountId, MachineId, RenderJobId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { aCapability, someSettings } from '../../../../test/render-rows.ts'
import type { AskingMachine, CandidateJob } from './claim-store.ts'
import { affordable, expectedPrice, partsPerFrameOf, planClaim } from './plan-claim.ts'

it('gives one part while the job’s render time is unknown', () => {
  expect(planClaim(aMachine(), aJob())?.parts).toBe(1)
})

it('gives as many parts as the machine can render in a minute', () => {
  const job = aJob({ reference_ms_sum: 10_000, reference_ms_count: 5, pending: 200 })
  // 2 s on the reference machine is 1 s on one twice as fast: 60 of them in a minute.
  expect(planClaim(aMachine({ score: 2 }), job)).toMatchObject({ parts: 60, expectedMs: 1_000 })
})

it('estimates many remaining parts from the job’s counts, and counts few exactly', () => {
  const known = { reference_ms_sum: 1_000, reference_ms_count: 1 }
  const many = aJob({ ...known, pending: 200, frames_total: 100_000 })
  expect(planClaim(aMachine({ able: 100 }), many)?.parts).toBe(60)
  const few = aJob({ ...known, pending: 8, frames_total: 100_000 })
  expect(planClaim(aMachine({ able: 2 }), few)?.parts).toBe(2)
})

it('gives no second chunk if other machines could render the rest at once', () => {
  const job = aJob({ pending: 3 })
  expect(planClaim(aMachine({ leased: 1, able: 3 }), job)).toBeUndefined()
  expect(planClaim(aMachine({ leased: 1, able: 2 }), job)).toBeDefined()
  expect(planClaim(aMachine({ leased: 0, able: 3 }), job)).toBeDefined()
})

it('gives at most the parts that the budget covers, and none if it covers none', () => {
  const known = { reference_ms_sum: 1_000, reference_ms_count: 1, pending: 200 }
  const priced = (open: number) =>
    planClaim(aMachine(), aJob({ ...known, open_micro_usd: open }))?.parts
  expect(priced(2_500)).toBe(2)
  expect(priced(999)).toBeUndefined()
})

it('commits a test’s whole budget to its frame, and a share per frame while times are unknown', () => {
  const job = aJob({ budget_micro_usd: 1_000, frames_total: 10 })
  expect(expectedPrice(job, 3_600_000)).toBe(100)
  expect(expectedPrice({ ...job, state: 'testing' }, 3_600_000)).toBe(1_000)
  expect(expectedPrice(job, 0)).toBe(0)
})

it('never rounds the price of a part down to zero', () => {
  const job = aJob({ budget_micro_usd: 5, frames_total: 1_000 })
  expect(expectedPrice(job, 1)).toBe(1)
})

it('gives nothing to a machine that does not fit', () => {
  const job = aJob({ settings: someSettings({ engine: 'eevee' }) })
  const machine = aMachine({ capability: aCapability({ engines: ['cycles'] }) })
  expect(planClaim(machine, job)).toBeUndefined()
})

it('requires the Blender that saved the very file which is rendered', () => {
  const zip = { blend_paths: ['a.blend', 'b.blend'], blend_versions: ['5.0', '3.0'] }
  const of = (blend_path: string) => aJob({ ...zip, settings: someSettings({ blend_path }) })
  expect(planClaim(aMachine(), of('a.blend'))).toBeUndefined()
  expect(planClaim(aMachine(), of('b.blend'))).toBeDefined()
})

it('counts the parts of a frame', () => {
  expect(partsPerFrameOf(someSettings())).toBe(1)
  expect(partsPerFrameOf(someSettings({ split: { kind: 'tiles', columns: 3, rows: 2 } }))).toBe(6)
  expect(partsPerFrameOf(someSettings({ split: { kind: 'samples', ranges: 4 } }))).toBe(4)
})

it('covers no parts if more is used than the hold', () => {
  expect(affordable(-1, 0)).toBe(0)
  expect(affordable(10, 0)).toBeGreaterThan(10)
})

function aMachine(given: Partial<AskingMachine> = {}): AskingMachine {
  return {
    machine_id: MachineId.parse(`mch_${'0'.repeat(26)}`),
    account_id: AccountId.parse(`acc_${'0'.repeat(26)}`),
    enabled: true,
    micro_usd_per_reference_hour: 3_600_000,
    capability: aCapability(),
    missing: null,
    admission: 'admitted',
    score: 1,
    trust: 100,
    vouched: false,
    frames_paid: 0,
    frames_refused: 0,
    scenes: [],
    canary_at: null,
    canary: null,
    online: true,
    memory_mib: 16_384,
    rented: false,
    leased: 0,
    able: 1,
    ...given,
  }
}

function aJob(given: Partial<CandidateJob> = {}): CandidateJob {
  return {
    id: RenderJobId.parse(`rnj_${'0'.repeat(26)}`),
    account_id: AccountId.parse(`acc_${'0'.repeat(26)}`),
    state: 'rendering',
    settings: someSettings(),
    budget_micro_usd: 1_000_000,
    frame_micro_usd_max: null,
    charged_micro_usd: 0,
    open_micro_usd: 1_000_000,
    frames_total: 1_000,
    frames_done: 0,
    frames_failed: 0,
    reference_ms_sum: 0,
    reference_ms_count: 0,
    content_hash: 'a'.repeat(64),
    blend_paths: ['scene.blend'],
    blend_versions: ['3.4'],
    pending: 200,
    ...given,
  }
}
