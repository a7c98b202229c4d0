import { Gpu } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import { parseRocmSmi } from './rocm-smi.ts'

describe('rocm-smi', () => {
  it('yields all values of one GPU', () => {
    expect(read('rocm-smi-rx-7900-xt.json')).toEqual([
      {
        index: 0,
        uuid: '0x4a3c1f0e5b7d9a21',
        vendor: 'amd',
        model: 'Navi 31 [Radeon RX 7900 XT/7900 XTX/7900M]',
        vram_mib: 20_464,
        driver: '6.8.5',
        pci_address: '0000:03:00.0',
        temperature_c: 36,
        power_w: 14,
        utilization_percent: 0,
        memory_used_mib: 27,
        source: 'rocm-smi',
      },
    ])
  })

  it('reads the member names of older versions, and another sensor if the first has no value', () => {
    const gpus = read('rocm-smi-2-mi250x.json')
    expect(gpus).toHaveLength(2)
    expect(gpus[0]).toMatchObject({
      model: 'AMD INSTINCT MI200 (MCM) OAM LC MBA HPE C2',
      temperature_c: 42,
      pci_address: '0000:c1:00.0',
    })
    expect(gpus[1]).toMatchObject({ power_w: null, utilization_percent: 97, index: 1 })
  })

  it('uses the PCI address as the id of a GPU without one, and skips warnings', () => {
    expect(read('rocm-smi-780m.json')[0]).toMatchObject({
      uuid: '0000:c4:00.0',
      model: 'Phoenix3',
      power_w: 7.222,
      vram_mib: 512,
    })
  })

  it.each(['rocm-smi-no-driver.txt'])('yields no GPU for %s', (file) => {
    expect(read(file)).toEqual([])
  })

  it.each(['', '{}', '[]', '{"card0": 3}'])('yields no GPU for %j', (output) => {
    expect(parseRocmSmi(output)).toEqual([])
  })
})

function read(name: string): Gpu[] {
  return Gpu.array().parse(parseRocmSmi(fixture(import.meta.url, name)))
}
