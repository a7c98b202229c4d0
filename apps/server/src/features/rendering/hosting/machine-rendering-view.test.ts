import { MachineRendering } from '@gridloom/contract/rendering/machine-rendering'
import { expect, it } from 'vitest'
import { aCapability } from '../../../../test/render-rows.ts'
import { systemIds } from '../../../platform/ids.ts'
import type { CheckRow, RenderMachineRow } from '../schema.ts'
import { machineRenderingView } from './machine-rendering-view.ts'

const ids = systemIds(() => new Date('2026-01-01T00:00:00.000Z'))
const machineId = ids.mint('machine')
const nothing = { earnedMicroUsd: 0, checkers: 0, held: { frames: 0, microUsd: 0 } }

it('matches the contract for known and unknown machines', () => {
  for (const row of [undefined, aRow()]) {
    const view = machineRenderingView({ machineId, row, checks: [aCheck()], ...nothing })
    expect(MachineRendering.parse(view)).toEqual(view)
  }
})

it('shows an unknown machine as a new one', () => {
  const view = machineRenderingView({ machineId, row: undefined, checks: [], ...nothing })
  expect(view).toMatchObject({ enabled: true, admission: 'unverified', score: null, trust: 50 })
})

it('dates a check by its decision, or by its creation while it is pending', () => {
  const at = (check: CheckRow) =>
    machineRenderingView({ machineId, row: aRow(), checks: [check], ...nothing }).checks[0]?.at
  expect(at(aCheck())).toBe('2026-01-02T00:00:00.000Z')
  expect(at(aCheck({ decided_at: new Date('2026-01-03T00:00:00.000Z') }))).toBe(
    '2026-01-03T00:00:00.000Z',
  )
})

it('does not name the checking machine', () => {
  const other = ids.mint('machine')
  const checks = [aCheck({ checker_machine_id: other })]
  const view = machineRenderingView({ machineId, row: aRow(), checks, ...nothing })
  expect(JSON.stringify(view)).not.toContain(other)
})

function aRow(): RenderMachineRow {
  return {
    machine_id: machineId,
    account_id: ids.mint('account'),
    enabled: false,
    micro_usd_per_reference_hour: 1_000,
    capability: aCapability(),
    missing: null,
    admission: 'admitted',
    score: 2,
    trust: 90,
    vouched: false,
    frames_paid: 3,
    frames_refused: 1,
    scenes: [],
    canary_at: null,
    canary: null,
  }
}

function aCheck(over: Partial<CheckRow> = {}): CheckRow {
  return {
    id: ids.mint('renderCheck'),
    job_id: ids.mint('renderJob'),
    number: 7,
    part: 0,
    machine_id: machineId,
    checker_machine_id: null,
    chunk_id: null,
    region: { x: 1, y: 2, width: 8, height: 8 },
    vote: 1,
    outcome: 'pending',
    psnr_db: null,
    differing_percent: null,
    dispute: null,
    has_crops: false,
    render_ms: null,
    created_at: new Date('2026-01-02T00:00:00.000Z'),
    decided_at: null,
    ...over,
  }
}
