import type { Gpu } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import type { Execute } from '../../host/execute.ts'
import { mergeGpus } from './merge.ts'
import { readGpus } from './read-gpus.ts'

describe('the GPUs of a machine', () => {
  it('contain a GPU once that both its own tool and the bus report', async () => {
    const gpus = await readGpus(
      tools({ 'nvidia-smi': 'nvidia-smi-rtx-4090.csv', lspci: 'lspci-workstation.txt' }),
    )
    expect(gpus.map(brief)).toEqual(['0 NVIDIA GeForce RTX 4090 nvidia-smi', '1 Arc A770 pci'])
  })

  it('contain a GPU whose driver is broken, from the bus', async () => {
    const gpus = await readGpus(
      tools({ 'nvidia-smi': 'nvidia-smi-no-driver.txt', lspci: 'lspci-workstation.txt' }),
    )
    expect(gpus.map(brief)).toEqual(['0 GeForce RTX 4090 pci', '1 Arc A770 pci'])
  })

  it('contain GPUs of both vendors, each with its own index', async () => {
    const gpus = await readGpus(
      tools({ 'nvidia-smi': 'nvidia-smi-rtx-4090.csv', 'rocm-smi': 'rocm-smi-rx-7900-xt.json' }),
    )
    expect(gpus.map(({ index, vendor }) => [index, vendor])).toEqual([
      [0, 'nvidia'],
      [1, 'amd'],
    ])
  })

  it('are empty if no tool is installed', async () => {
    expect(await readGpus(tools({}), '/nowhere')).toEqual([])
  })
})

describe('merging', () => {
  it('keeps GPUs without an address apart', () => {
    const gpus = mergeGpus([[aGpu({ uuid: 'a' })], [aGpu({ uuid: 'b' })]])
    expect(gpus.map(({ index }) => index)).toEqual([0, 1])
  })

  it('merges GPUs with the same id', () => {
    expect(mergeGpus([[aGpu({ uuid: 'a' })], [aGpu({ uuid: 'a' })]])).toHaveLength(1)
  })
})

function brief({ index, model, source }: Gpu): string {
  return `${index} ${model} ${source}`
}

/** Answers each tool with a recorded output; other tools are not installed. */
function tools(recorded: Record<string, string>): Execute {
  return async ([program = '']) => {
    const name = recorded[program]
    if (name === undefined) return { exitCode: null, stdout: '', stderr: '', failure: 'missing' }
    const stdout = fixture(import.meta.url, name)
    return { exitCode: 0, stdout, stderr: '', failure: undefined }
  }
}

function aGpu(changes: Partial<Gpu>): Gpu {
  return {
    index: 0,
    uuid: 'GPU-a',
    vendor: 'nvidia',
    model: 'a card',
    vram_mib: null,
    driver: null,
    pci_address: null,
    temperature_c: null,
    power_w: null,
    utilization_percent: null,
    memory_used_mib: null,
    source: 'pci',
    ...changes,
  }
}
