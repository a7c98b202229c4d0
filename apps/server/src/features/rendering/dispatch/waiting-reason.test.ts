import { AccountId, MachineId, RenderJobId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { aCapability, someSettings } from '../../../../test/render-rows.ts'
import { idleJobState } from './waiting-reason.ts'
import type { OpenJob, RenderingMachine } from './waiting-store.ts'

const otherJobId = RenderJobId.parse(`rnj_${'9'.repeat(26)}`)

it.each([
  ['rented', [{ is_rented: true }], 'are rented.'],
  ['offline', [{ is_online: false, is_rented: true }], 'are offline.'],
  ['not verified yet', [{ is_admitted: false }], 'are waiting to be verified.'],
  ['one or the other', [{ is_online: false }, { is_rented: true }], 'are rented or offline.'],
  ['busy', [{ job_ids: [otherJobId] }], 'are busy with other jobs.'],
])('says that all machines that can render it are %s', (_, given, why) => {
  const machines = given.map((one, at) => aMachine(String(at + 1), one))
  const unfit = aMachine('9', { capability: aCapability({ engines: [] }) })
  const text = `Waiting for a machine. All machines that can render this job ${why}`
  expect(idleJobState(aJob(), [...machines, unfit])).toEqual({ kind: 'no_machine', text })
})

it('does not wait for a machine that is free, or that renders its own frames', () => {
  const rented = aMachine('1', { is_rented: true })
  expect(idleJobState(aJob(), [rented, aMachine('2')]).kind).toBe('going')
  expect(idleJobState(aJob(), [aMachine('3', { job_ids: [aJob().id] })]).kind).toBe('going')
})

it('says that nobody offers rendering', () => {
  const text = 'Waiting for a machine. No machine offers rendering right now.'
  expect(idleJobState(aJob(), [])).toEqual({ kind: 'no_machine', text })
})

it('says what all machines lack, or most, or that the selected ones are gone', () => {
  const job = aJob({ settings: someSettings({ engine: 'eevee' }) })
  const lacking = aMachine('1', { capability: aCapability({ engines: ['cycles'] }) })
  const same = aMachine('2', { capability: aCapability({ engines: ['cycles'] }), is_rented: true })
  const without = aMachine('3', { capability: null })
  const textOf = (given: OpenJob, ...machines: RenderingMachine[]) => {
    const idle = idleJobState(given, machines)
    return idle.kind === 'no_machine' ? idle.text : idle.kind
  }
  expect(textOf(job, lacking, same)).toContain('All do not have the render engine.')
  expect(textOf(job, lacking, same, without)).toContain('Most do not have the render engine.')
  const needs = { ...someSettings().needs, machine_ids: [without.machine_id] }
  const choosy = aJob({ settings: someSettings({ needs }) })
  expect(textOf(choosy, aMachine('1'))).toContain('The selected machines do not offer rendering.')
})

it('returns the machines that fit', () => {
  const idle = idleJobState(aJob(), [aMachine('1'), aMachine('2', { capability: null })])
  expect(idle).toMatchObject({
    kind: 'going',
    machines: [{ machine_id: aMachine('1').machine_id }],
  })
})

it('ignores machines that keep failing at the job', () => {
  const machine = aMachine('1')
  const job = aJob({ shut_out: [machine.machine_id] })
  expect(idleJobState(job, [machine])).toMatchObject({
    kind: 'no_machine',
    text: expect.stringContaining('machines failed'),
  })
})

it('reports a used budget if not even the cheapest machine is affordable', () => {
  const job = aJob({ reference_ms_sum: 1_000, reference_ms_count: 1, budget_micro_usd: 900 })
  expect(idleJobState(job, [aMachine('1')])).toEqual({ kind: 'budget_used' })
  const cheap = aMachine('2', { micro_usd_per_reference_hour: 1_800_000 })
  expect(idleJobState(job, [aMachine('1'), cheap]).kind).toBe('going')
})

it('reports a job as hopeless after five failed frames, unless one succeeded', () => {
  expect(idleJobState(aJob({ frames_failed: 5 }), [aMachine('1')]).kind).toBe('hopeless')
  expect(idleJobState(aJob({ frames_failed: 4 }), [aMachine('1')]).kind).toBe('going')
  const some = aJob({ frames_failed: 50, frames_done: 1 })
  expect(idleJobState(some, [aMachine('1')]).kind).toBe('going')
})

function aMachine(digit: string, given: Partial<RenderingMachine> = {}): RenderingMachine {
  return {
    machine_id: MachineId.parse(`mch_${digit.repeat(26)}`),
    capability: aCapability(),
    memory_mib: 16_384,
    micro_usd_per_reference_hour: 3_600_000,
    is_online: true,
    is_rented: false,
    is_admitted: true,
    job_ids: [],
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
