import type { Gpu, Hardware } from '@gridloom/contract/machines/hardware'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rentableOf, slotGroups, slotMemoryMibMin, slotVcpusMin } from './slots.ts'

describe('slotsOf a machine without GPUs', () => {
  it('divides CPU and memory equally, after the host’s part', () => {
    const [group] = slotGroups(aMachine({ cpu_threads: 8, memory_mib: 16_384 }), 2)
    expect(group).toEqual({
      kind: 'cpu',
      gpuModel: null,
      vramMib: null,
      gpuUuids: [],
      slots: 2,
      vcpus: 3.8,
      memoryMib: 7_680,
    })
  })

  it('has fewer slots if a share would be too small to use', () => {
    const [group] = slotGroups(aMachine({ cpu_threads: 2, memory_mib: 2_048 }), 256)
    expect(group?.slots).toBe(7)
    expect(group?.vcpus).toBeGreaterThanOrEqual(slotVcpusMin)
  })

  it('has none if not even one fits, or no engine answers', () => {
    expect(slotGroups(aMachine({ memory_mib: 200 }), 1)).toEqual([])
    expect(slotGroups(aMachine({ engine: null }), 1)).toEqual([])
  })

  it('never exceeds the machine’s resources', () => {
    const threads = fc.integer({ min: 1, max: 512 })
    const memoryMib = fc.integer({ min: 0, max: 4_000_000 })
    const cpuSlots = fc.integer({ min: 1, max: 256 })
    fc.assert(
      fc.property(threads, memoryMib, cpuSlots, (cpu_threads, memory_mib, wanted) => {
        for (const group of slotGroups(aMachine({ cpu_threads, memory_mib }), wanted)) {
          expect(group.slots).toBeLessThanOrEqual(wanted)
          expect(group.vcpus * group.slots).toBeLessThan(cpu_threads)
          expect(group.memoryMib * group.slots).toBeLessThan(memory_mib)
          expect(group.memoryMib).toBeGreaterThanOrEqual(slotMemoryMibMin)
        }
      }),
    )
  })
})

describe('slotsOf a machine with GPUs', () => {
  it('has one slot per GPU, grouped by model, all with the same share', () => {
    const gpus = [aGpu(0, 'RTX 4090'), aGpu(1, 'RTX 3090'), aGpu(2, 'RTX 4090')]
    const groups = slotGroups(aMachine({ gpus, cpu_threads: 32, memory_mib: 131_072 }), 8)
    expect(groups.map(({ gpuModel, slots, gpuUuids }) => ({ gpuModel, slots, gpuUuids }))).toEqual([
      { gpuModel: 'RTX 4090', slots: 2, gpuUuids: ['GPU-0', 'GPU-2'] },
      { gpuModel: 'RTX 3090', slots: 1, gpuUuids: ['GPU-1'] },
    ])
    expect(new Set(groups.map(({ vcpus, memoryMib }) => `${vcpus} ${memoryMib}`)).size).toBe(1)
    expect(groups[0]).toMatchObject({ vcpus: 10.13, memoryMib: 40_960 })
  })

  it('states the least video memory of the group, and null if one is unknown', () => {
    const gpus = [aGpu(0, 'A100', { vram_mib: 81_920 }), aGpu(1, 'A100', { vram_mib: 40_960 })]
    expect(slotGroups(aMachine({ gpus }), 1)[0]?.vramMib).toBe(40_960)
    const unread = [...gpus, aGpu(2, 'A100', { vram_mib: null })]
    expect(slotGroups(aMachine({ gpus: unread }), 1)[0]?.vramMib).toBeNull()
  })

  it('has CPU slots if its GPUs cannot reach a container', () => {
    const console = aGpu(0, 'ASPEED Graphics', { source: 'pci', vendor: 'other' })
    expect(slotGroups(aMachine({ gpus: [console] }), 3)[0]).toMatchObject({ kind: 'cpu', slots: 3 })
    const withoutRuntime = aMachine({ gpus: [aGpu(0, 'RTX 4090')] }, { runtimes: ['runc'] })
    expect(slotGroups(withoutRuntime, 3)[0]).toMatchObject({ kind: 'cpu', slots: 3 })
  })

  it('counts a GPU once that is listed twice', () => {
    const twice = [aGpu(0, 'A'), { ...aGpu(1, 'B'), uuid: aGpu(0, 'A').uuid }, aGpu(2, 'A')]
    const groups = slotGroups(aMachine({ gpus: twice }), 1)
    expect(groups).toMatchObject([{ slots: 2, gpuUuids: [aGpu(0, 'A').uuid, aGpu(2, 'A').uuid] }])
  })

  it('assigns each GPU to exactly one slot', () => {
    const models = fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 16 })
    fc.assert(
      fc.property(models, (names) => {
        const gpus = names.map((model, index) => aGpu(index, model))
        const given = slotGroups(aMachine({ gpus }), 1).flatMap((group) => group.gpuUuids)
        expect(given.toSorted()).toEqual(gpus.map((gpu) => gpu.uuid).toSorted())
      }),
    )
  })
})

describe('rentableOf', () => {
  it.each([
    { cpu_threads: 1, memory_mib: 512, vcpus: 0.9, memoryMib: 256 },
    { cpu_threads: 2, memory_mib: 24_576, vcpus: 1.9, memoryMib: 23_040 },
    { cpu_threads: 64, memory_mib: 524_288, vcpus: 62, memoryMib: 516_096 },
  ])('keeps the host’s part of $cpu_threads threads and $memory_mib MiB', (machine) => {
    const { vcpus, memoryMib } = machine
    expect(rentableOf(machine)).toEqual({ vcpus, memoryMib })
  })
})

function aGpu(index: number, model: string, changes: Partial<Gpu> = {}): Gpu {
  return {
    index,
    uuid: `GPU-${index}`,
    vendor: 'nvidia',
    model,
    vram_mib: 24_564,
    driver: '550.54',
    pci_address: null,
    temperature_c: 40,
    power_w: 60,
    utilization_percent: 0,
    memory_used_mib: 0,
    source: 'nvidia-smi',
    ...changes,
  }
}

function aMachine(
  changes: Partial<Hardware> = {},
  engine: Partial<NonNullable<Hardware['engine']>> = {},
): Hardware {
  return {
    hostname: 'loom-1',
    os: 'Debian 12',
    kernel: '6.1',
    arch: 'x64',
    cpu_model: 'EPYC',
    cpu_cores: 4,
    cpu_threads: 8,
    memory_mib: 16_384,
    disk_total_gb: 500,
    disk_free_gb: 400,
    gpus: [],
    engine: {
      kind: 'docker',
      version: '27.0',
      api_version: '1.46',
      runtimes: ['runc', 'nvidia'],
      storage_driver: 'overlay2',
      disk_quota: false,
      ...engine,
    },
    images: [],
    ...changes,
  }
}
