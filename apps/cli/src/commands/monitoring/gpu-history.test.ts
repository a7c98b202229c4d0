import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { aMachine } from '../../../test/samples.ts'

const at = '2026-11-21T09:00:00.000Z'
const gpu = {
  ...{ index: 0, uuid: 'GPU-1', vendor: 'nvidia', model: 'NVIDIA H100', vram_mib: 81_559 },
  ...{ driver: '570.86.15', pci_address: null, temperature_c: 40, power_w: 70 },
  ...{ utilization_percent: 0, memory_used_mib: 4, source: 'nvidia-smi' },
}
const hardware = {
  ...{ hostname: 'tower', os: 'Debian 12', kernel: '6.1', arch: 'x64', cpu_model: 'CPU' },
  ...{ cpu_cores: 4, cpu_threads: 8, memory_mib: 65_536, disk_total_gb: 500 },
  ...{ disk_free_gb: 400, gpus: [gpu], engine: null, images: [] },
}
const own = { 'machines.list': () => [aMachine({ hardware })] }
const nothing = {
  ...{ at, cpu_percent: null, memory_used_mib: null, temperature_c: null, power_w: null },
  ...{ utilization_percent: null, sm_clock_mhz: null, memory_clock_mhz: null },
  ...{ fan_percent: null, throttled_percent: null, ecc_errors: null },
}
const points = [
  {
    ...nothing,
    temperature_c: { min: 40, avg: 61.4, max: 89 },
    throttled_percent: 12.5,
    ecc_errors: 1,
  },
]
const history = { span: 'month', gpu: 'GPU-1', points }

describe('gpus history', () => {
  it('shows average and maximum of a GPU by hour, which is named by its number', async () => {
    await using world = await aWorld({
      answers: { ...own, 'monitoring.history': () => history },
    })
    const words = ['gpus', 'history', 'tower', '--gpu', '0', '--span', 'month']
    const { stdout } = await world.run(...words)
    expect(stdout).toMatch(/^TIME +LOAD +TEMP +POWER +MEMORY +CLOCK +FAN +SLOWED +ECC\n/)
    expect(stdout).toMatch(/2026-11-21 09:00:00 +— +61 \/ 89 °C .* 12\.5 % +1\n/)
    expect(world.server.calls.at(-1)?.query).toEqual({ span: 'month', gpu: 'GPU-1' })
    expect(JSON.parse((await world.run(...words, '--json')).stdout)).toEqual(history)
  })

  it('shows the load of a machine by minute', async () => {
    const one = (value: number) => ({ min: value, avg: value, max: value })
    const minutes = [{ ...nothing, cpu_percent: one(12), memory_used_mib: one(4_096) }]
    const load = { span: 'hour', gpu: null, points: minutes }
    await using world = await aWorld({ answers: { ...own, 'monitoring.history': () => load } })
    const { stdout } = await world.run('gpus', 'history', 'tower')
    expect(stdout).toMatch(/^TIME +CPU +MEMORY\n2026-11-21 09:00:00 +12 % +4096 MiB\n$/)
    expect(world.server.calls.at(-1)?.query).toEqual({ span: 'hour' })
  })

  it('says what is not there', async () => {
    const none = { span: 'hour', gpu: null, points: [] }
    await using world = await aWorld({ answers: { ...own, 'monitoring.history': () => none } })
    expect((await world.run('gpus', 'history', 'tower')).stdout).toContain('Nothing was reported')
    const ran = await world.run('gpus', 'history', 'tower', '--gpu', '3')
    expect(ran).toMatchObject({ code: 4 })
    expect(ran.stderr).toContain('0  NVIDIA H100')
    expect((await world.run('gpus', 'history', 'tower', '--span', 'year')).code).toBe(2)
  })
})

describe('gpus alerts', () => {
  const alert = {
    ...{ machine_id: aMachine().id, gpu_uuid: 'GPU-1', gpu_model: 'NVIDIA H100' },
    ...{ kind: 'temperature', since: at, value: 89 },
  }

  it('lists the problems of one’s GPUs', async () => {
    await using world = await aWorld({ answers: { ...own, 'monitoring.alerts': () => [alert] } })
    const { stdout } = await world.run('gpus', 'alerts')
    expect(stdout).toMatch(/tower +NVIDIA H100 +temperature +89 °C +1 h ago/)
    expect(JSON.parse((await world.run('gpus', 'alerts', '--json')).stdout)).toEqual([alert])
  })
})

describe('gpus alerts settings', () => {
  const settings = { temperature_c: 88, ecc: true, throttling: true, repeat_hours: 6 }
  const answers = {
    'monitoring.alertSettings': () => settings,
    'monitoring.changeAlertSettings': ({ body }: { body: unknown }) => body,
  }

  it('shows them, and changes nothing without an option', async () => {
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('gpus', 'alerts', 'settings')
    expect(stdout).toMatch(/Temperature +from 88 °C\n.*on\n.*on\nRepeat +after 6 hours\n/)
    expect(world.server.calls).toHaveLength(1)
  })

  it('changes those that are given, and keeps the others', async () => {
    await using world = await aWorld({ answers })
    const words = ['gpus', 'alerts', 'settings', '--temperature', 'off', '--ecc', 'off', '--json']
    const changed = { ...settings, temperature_c: null, ecc: false }
    expect(JSON.parse((await world.run(...words)).stdout)).toEqual(changed)
    expect(world.server.calls.at(-1)?.body).toEqual(changed)
  })

  it('refuses values out of their bounds, and shows what the server refuses', async () => {
    const refusing = {
      ...answers,
      'monitoring.changeAlertSettings': () => new Refusal('too_many_requests'),
    }
    await using world = await aWorld({ answers: refusing })
    for (const option of [
      ['--temperature', '20'],
      ['--ecc', 'yes'],
      ['--repeat-hours', '0'],
    ])
      expect((await world.run('gpus', 'alerts', 'settings', ...option)).code).toBe(2)
    expect((await world.run('gpus', 'alerts', 'settings', '--ecc', 'on')).code).toBe(9)
  })
})
