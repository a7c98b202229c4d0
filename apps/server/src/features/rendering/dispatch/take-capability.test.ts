import type { RenderingReport } from '@gridloom/contract/agent/protocol'
import { expect, it } from 'vitest'
import { aCapability } from '../../../../test/render-rows.ts'
import { shownOf } from './take-capability.ts'

it('keeps the admission while the same Blender renders on the same devices', () => {
  expect(shownOf(aRow(), aReport())).toMatchObject({ admission: 'admitted' })
})

it.each([
  ['another version', { blender_version: '5.0.1' }],
  ['another driver', { driver: 'bpy' as const }],
  ['other devices', { devices: [{ kind: 'optix' as const, name: 'GPU' }] }],
])('makes a machine unverified again with %s', (_, given) => {
  const report = aReport({ capability: aCapability(given) })
  expect(shownOf(aRow(), report).admission).toBe('unverified')
})

it('keeps a machine refused with another Blender if its trust is too low', () => {
  const report = aReport({ capability: aCapability({ blender_version: '5.0.1' }) })
  const row = { admission: 'refused', trust: 10 } as const
  expect(shownOf({ ...aRow(), ...row }, report).admission).toBe('refused')
})

it('keeps the last capability while a machine is still probing', () => {
  const report = aReport({ capability: null, missing: null, scenes: ['b'] })
  expect(shownOf(aRow(), report)).toMatchObject({
    capability: aCapability(),
    admission: 'admitted',
    scenes: ['b'],
  })
})

it('stores why a machine cannot render', () => {
  const report = aReport({ capability: null, missing: 'Install Blender.' })
  expect(shownOf(aRow(), report)).toMatchObject({ capability: null, missing: 'Install Blender.' })
})

function aRow() {
  return { capability: aCapability(), missing: null, admission: 'admitted', trust: 100 } as const
}

function aReport(given: Partial<RenderingReport> = {}): RenderingReport {
  return { capability: aCapability(), missing: null, scenes: [], chunks: [], ...given }
}
