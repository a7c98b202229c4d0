import { Hardware } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { anEngine as engine } from '../../test/builders.ts'
import { spaceOf } from '../host/files.ts'
import type { LogFields } from '../host/log.ts'
import { createHardwareProbe, type ReadEngine } from './read-hardware.ts'

const noEngine = new Error('connect ENOENT /var/run/docker.sock')

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

  it('logs once that the engine does not answer, and again when it is lost again', async () => {
    const test = setup()
    await test.probe()
    await test.probe()
    expect(test.logged).toMatchObject([{ event: 'engine.lost', err: noEngine }])
    test.answers({ engine, images: [], gaps: [] })
    await test.probe()
    test.answers(undefined)
    await test.probe()
    expect(test.logged).toHaveLength(2)
  })

  it('has the facts, images and isolation gaps of the engine', async () => {
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

type Held = Awaited<ReturnType<ReadEngine>>

function setup(first?: Held) {
  const logged: LogFields[] = []
  const write = (fields: LogFields) => void logged.push(fields)
  let held = first
  const probe = createHardwareProbe({
    execute: async () => ({ exitCode: null, stdout: '', stderr: '', failure: 'missing' }),
    readEngine: async () => held ?? Promise.reject(noEngine),
    readSpace: () => spaceOf('/'),
    log: { debug: write, info: write, warn: write, error: write },
  })
  return {
    probe: () => probe(['egress']),
    logged,
    answers: (next: Held | undefined) => {
      held = next
    },
  }
}
