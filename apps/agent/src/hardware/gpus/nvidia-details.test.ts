import { describe, expect, it } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import {
  nvidiaDetailsArgv,
  parseCudaVersion,
  parseNvidiaDetails,
  parseNvlinks,
} from './nvidia-details.ts'

describe('the details of GPUs', () => {
  it('are read in a call of their own', () => {
    expect(nvidiaDetailsArgv.join(' ')).toBe(
      'nvidia-smi --query-gpu=uuid,compute_cap,pcie.link.gen.max,pcie.link.width.max,clocks.max.sm,power.limit ' +
        '--format=csv,noheader,nounits',
    )
  })

  it('are read by UUID, with null for what a GPU does not report', () => {
    expect(parseNvidiaDetails(read('nvidia-details-rtx-4090.csv'))).toEqual(
      new Map([
        [
          'GPU-5a8e6b1c-3f0d-9c41-7e2a-d0c6b7f81e55',
          {
            compute_capability: '8.9',
            pcie_gen_max: 4,
            pcie_lanes_max: 16,
            clock_max_mhz: 3_105,
            power_limit_w: 450,
          },
        ],
      ]),
    )
    const [laptop] = parseNvidiaDetails(read('nvidia-details-gtx-960m.csv')).values()
    expect(laptop).toMatchObject({ power_limit_w: null, compute_capability: '5.0' })
  })

  it.each(['nvidia-details-470.txt', 'nvidia-smi-no-driver.txt'])('are none in %s', (file) => {
    expect(parseNvidiaDetails(read(file)).size).toBe(0)
  })
})

describe('the CUDA version', () => {
  it('is that of the header', () => {
    expect(parseCudaVersion(read('nvidia-smi-header-570.txt'))).toBe('12.8')
  })

  it.each(['nvidia-smi-no-driver.txt', 'nvidia-smi-mismatch.txt'])('is null in %s', (file) => {
    expect(parseCudaVersion(read(file))).toBeNull()
  })
})

describe('NVLinks', () => {
  it('are summed for each GPU that has some, without inactive ones', () => {
    const speed = Math.round(4 * 25.781 * 1_000) / 1_000
    expect(parseNvlinks(read('nvlink-2-v100.txt'))).toEqual(
      new Map([['GPU-4b6ebbfe-8eac-8fed-1939-b4c545eafa7f', speed]]),
    )
  })

  it('are bounded for each GPU, and read in linear time', () => {
    const link = '\t Link 0: 1 GB/s\n'
    const many = `GPU 0: X (UUID: GPU-1)\n${link.repeat(10_000)}`
    expect(parseNvlinks(many).get('GPU-1')).toBe(64)
  })
})

function read(name: string): string {
  return fixture(import.meta.url, name)
}
