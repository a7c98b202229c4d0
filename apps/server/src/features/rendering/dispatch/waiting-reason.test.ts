import { AccountId, MachineId, RenderJobId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { aCapability, someSettings } from '../../../../test/render-rows.ts'
import { standingOf } from './waiting-reason.ts'
import type { FreeMachine, OpenJob } from './waiting-store.ts'

it('reports that no rendering machine is free', () => {
  expect(standingOf(aJob(), [])).toMatchObject({
    kind: 'no_machine',
    text: expect.stringContaining('No rendering machine is free'),
  })
})

it('reports what most machines lack', () => {
  const job = aJob({ settings: someSettings({ engine: 'eevee' }) })
  const lacking = aMachine('1', { capability: aCapability({ engines: ['cycles'] }) })
  const small = aMachine('2', { capability: aCapability({ engines: ['cycles'] }) })
  expect(standingOf(job, [lacking, small])).toMatchObject({
    kind: 'no_machine',
    text: expect.stringContaining('do not have the render engine'),
  })
})

it('returns the machines that fit', () => {
  const standing = standingOf(aJob(), [aMachine('1'), aMachine('2', { capability: null })])
  expect(standing).toMatchObject({
    kind: 'going',
    machines: [{ machine_id: aMachine('1').machine_id }],
  })
})

it('ignores machines that keep failing at the job', () => {
  const machine = aMachine('1')
  const job = aJob({ shut_out: [machine.machine_id] })
  expect(standingOf(job, [machine])).toMatchObject({
    kind: 'no_machine',
    text: expect.stringContaining('machines failed'),
  })
})

it('reports a used budget if not even the cheapest machine is affordable', () => {
  const job = aJob({ reference_ms_sum: 1_000, reference_ms_count: 1, budget_micro_usd: 900 })
  expect(standingOf(job, [aMachine('1')])).toEqual({ kind: 'budget_used' })
  const cheap = aMachine('2', { micro_usd_per_reference_hour: 1_800_000 })
  expect(standingOf(job, [aMachine('1'), cheap]).kind).toBe('going')
})

it('reports a job as hopeless after five failed frames, unless one succeeded', () => {
  expect(standingOf(aJob({ frames_failed: 5 }), [aMachine('1')]).kind).toBe('hopeless')
  expect(standingOf(aJob({ frames_failed: 4 }), [aMachine('1')]).kind).toBe('going')
  const some = aJob({ frames_failed: 50, frames_done: 1 })
  expect(standingOf(some, [aMachine('1')]).kind).toBe('going')
})

function aMachine(digit: string, given: Partial<FreeMachine> = {}): FreeMachine {
  return {
    machine_id: MachineId.parse(`mch_${digit.repeat(26)}`),
    capability: aCapability(),
    memory_mib: 16_384,
    micro_usd_per_reference_hour: 3_600_000,
    ...given,
  }
}

function aJob(given: Partial<OpenJob> = {}): OpenJob {
  return {
    id: RenderJobId.parse(`rnj_${'0'.repeat(26)}`),
    account_id: AccountId.parse(`acc_${'0'.repeat(26)}`),
    state: 'rendering',
    reason: null,
    settings: someSettings(),
    budget_micro_usd: 1_000_000,
    charged_micro_usd: 0,
    committed_micro_usd: 0,
    frame_micro_usd_max: null,
    frames_total: 100,
    frames_done: 0,
    frames_failed: 0,
    reference_ms_sum: 0,
    reference_ms_count: 0,
    blend_paths: ['scene.blend'],
    blend_versions: ['3.4'],
    is_out: false,
    has_pending: true,
    held: 0,
    shut_out: [],
    ...given,
  }
}
