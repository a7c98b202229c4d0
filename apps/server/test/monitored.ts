import type { MachineId } from '@gridloom/contract/core/ids'
import type { GpuReading } from '@gridloom/contract/machines/gpu-reading'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import { recordMinutes } from '../src/features/monitoring/record-minutes.ts'
import { withMachines } from './machines.ts'
import { aGpu, aHeartbeat } from './messages.ts'

/** The sensors of a healthy GPU. */
export function aReading(given: Partial<GpuReading> = {}): GpuReading {
  return {
    uuid: 'GPU-1',
    temperature_c: 60,
    power_w: 300,
    power_limit_w: 450,
    utilization_percent: 97,
    memory_used_mib: 20_000,
    sm_clock_mhz: 2_520,
    memory_clock_mhz: 10_501,
    fan_percent: 55,
    ecc_corrected: 0,
    ecc_uncorrected: 0,
    throttle_reasons: [],
    ...given,
  }
}

/** The GPU of a machine that reports {@link aReading}. */
export const gpuHardware: Partial<Hardware> = {
  gpus: [aGpu()],
  engine: {
    kind: 'docker',
    version: '24.0',
    api_version: '1.43',
    runtimes: ['runc', 'nvidia'],
    storage_driver: 'overlay2',
    disk_quota: false,
  },
}

/** Machines whose heartbeats are sampled. */
export async function withMonitoredMachines() {
  const market = await withMachines()
  const { clock, ctx } = market
  return {
    ...market,
    /** Lets minutes pass with a heartbeat and a sample in each. */
    async minutes(
      count: number,
      machineId: MachineId,
      load: (minute: number) => { cpu_percent?: number; gpus?: GpuReading[] } = () => ({}),
    ): Promise<void> {
      for (let minute = 0; minute < count; minute++) {
        await clock.advance(60_000)
        const heartbeat = aHeartbeat()
        await market.say(machineId, {
          ...heartbeat,
          load: { ...heartbeat.load, at: clock.now().toISOString(), ...load(minute) },
        })
        await recordMinutes(ctx)
      }
    },
    [Symbol.asyncDispose]: () => market[Symbol.asyncDispose](),
  }
}
