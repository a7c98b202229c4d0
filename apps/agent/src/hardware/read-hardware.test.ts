import { Hardware } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { spaceOf } from '../host/files.ts'
import { createHardwareProbe, type ReadEngine } from './read-hardware.ts'

describe('the hardware report', () => {
  it('matches the contract and describes this machine', async () => {
    const hardware = Hardware.parse(await setup().probe())
    expect(hardware.cpu_threads).toBeGreaterThanOrEqual(hardware.cpu_cores)
    expect(hardware.memory_mib).toBeGreaterThan(100)
    expect(hardware.disk_total_gb).toBeGreaterThan(0)
    expect(hardware.cpu_model).not.toBe('')
  })

  it('has no engine and no images if no engine answers', async () => {
    expect(await setup().probe()).toMatchObject({ engine: null, images: [] })
  })

  it('has the facts, images and isolation gaps of the engine', async () => {
    const engine = {
      kind: 'docker' as const,
      version: '26.1',
      api_version: '1.45',
      runtimes: ['runc'],
      storage_driver: 'overlay2',
      disk_quota: false,
    } satisfies NonNullable<Hardware['engine']>
    const images = [{ name: 'debian:12', size_bytes: 1 }]
    const gaps = ['runc' as const]
    const isolation_gaps = ['runc', 'egress']
    expect(await setup({ engine, images, gaps }).probe()).toMatchObject({
      engine,
      images,
      isolation_gaps,
    })
  })
})

function setup(held: Awaited<ReturnType<ReadEngine>> = null) {
  const probe = createHardwareProbe({
    execute: async () => ({ exitCode: null, stdout: '', stderr: '', failure: 'missing' }),
    readEngine: async () => held,
    readSpace: () => spaceOf('/'),
  })
  return { probe: () => probe(['egress']) }
}
