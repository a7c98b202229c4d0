import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { aMachine } from '../../../test/samples.ts'

const at = '2026-11-27T09:00:00.000Z'
const gpu = {
  index: 0,
  uuid: 'GPU-1',
  vendor: 'nvidia',
  model: 'NVIDIA H100 80GB HBM3',
  vram_mib: 81_559,
  driver: '570.86.15',
  pci_address: null,
  temperature_c: 40,
  power_w: 70,
  utilization_percent: 0,
  memory_used_mib: 4,
  source: 'nvidia-smi',
}
const reading = {
  uuid: 'GPU-1',
  temperature_c: 89,
  power_w: 512,
  power_limit_w: 700,
  utilization_percent: 100,
  memory_used_mib: 74_210,
  sm_clock_mhz: 1_095,
  memory_clock_mhz: 2_619,
  fan_percent: null,
  ecc_corrected: 12,
  ecc_uncorrected: 1,
  throttle_reasons: ['power_cap'],
}
const hardware = {
  hostname: 'tower',
  os: 'Debian 12',
  kernel: '6.1',
  arch: 'x64',
  cpu_model: 'CPU',
  cpu_cores: 4,
  cpu_threads: 8,
  memory_mib: 65_536,
  disk_total_gb: 500,
  disk_free_gb: 400,
  gpus: [gpu],
  engine: null,
  images: [],
}
const load = { at, cpu_percent: 5, memory_used_mib: 1_024, disk_free_gb: 400, gpus: [reading] }
const alert = {
  machine_id: aMachine().id,
  gpu_uuid: 'GPU-1',
  gpu_model: gpu.model,
  kind: 'temperature',
  since: at,
  value: 89,
}

describe('gpus', () => {
  it('shows the sensors of one’s own GPUs', async () => {
    const { stdout } = await gpus({ hardware, load })
    for (const value of ['tower', '100 %', '89 °C', '512 W', '1095 MHz', '12 / 1', 'power_cap'])
      expect(stdout).toContain(value)
  })

  it('shows their alerts, and no values of an offline machine', async () => {
    expect((await gpus({ hardware, load }, [alert])).stdout).toContain('temperature')
    const { stdout } = await gpus({ hardware, load, status: 'offline' })
    expect(stdout).toContain('offline')
    expect(stdout).not.toContain('89 °C')
  })

  it('shows their measured speed, also of an offline machine', async () => {
    const { stdout } = await gpus({
      ...{ hardware, load, status: 'offline' },
      gpu_benchmarks: [
        { gpu_uuid: gpu.uuid, kind: 'gpu_tflops_fp32', value: 61.27, measured_at: at },
      ],
    })
    expect(stdout).toContain('61.3')
  })

  it('shows what the hardware report has where the agent is older', async () => {
    const { stdout } = await gpus({ hardware, load: { ...load, gpus: undefined } })
    expect(stdout).toContain('40 °C')
  })

  it('says where to look without a GPU', async () => {
    expect((await gpus({ hardware: { ...hardware, gpus: [] } })).stdout).toContain('--market')
  })

  it('shows the models on the market', async () => {
    const model = {
      model: gpu.model,
      gpus: 8,
      free: 3,
      machines: 1,
      vram_mib: { min: 81_559, max: 81_559 },
      drivers: [],
      price: { lowest_micro_usd_per_hour: 1_900_000, median_micro_usd_per_hour: 2_100_000 },
      render_score: null,
      gpu_tflops_fp32: { min: 60.2, max: 64.3 },
      gpu_memory_bandwidth_gb_s: { min: 2_900, max: 2_950.4 },
      specification: null,
    }
    const answers = { 'statistics.gpuModels': () => ({ at, models: [model] }) }
    await using world = await aWorld({ answers, columns: 200 })
    const { stdout } = await world.run('gpus', '--market')
    expect(stdout).toContain('3 of 8')
    expect(stdout).toContain('$1.90/h')
    for (const value of ['64.3', '2950']) expect(stdout).toContain(value)
  })
})

async function gpus(machine: object, alerts: readonly object[] = []) {
  const answers = {
    'machines.list': () => [aMachine({ ...machine })],
    'monitoring.alerts': () => alerts,
  }
  await using world = await aWorld({ answers, columns: 200 })
  return await world.run('gpus')
}
