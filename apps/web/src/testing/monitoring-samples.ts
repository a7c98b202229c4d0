import { Dashboard } from '@gridloom/contract/dashboard/dashboard'
import { GpuReading } from '@gridloom/contract/machines/gpu-reading'
import { GpuAlert } from '@gridloom/contract/monitoring/gpu-alert'
import { HistoryPoint } from '@gridloom/contract/monitoring/history'
import { nothingMeasured } from '@gridloom/contract/monitoring/nothing-measured'
import { GpuModel } from '@gridloom/contract/statistics/gpu-model'
import { lastDays } from '@gridloom/domain/period-amounts'
import { sampleId, secondsBefore } from './samples.ts'

/** The sensors of a GPU that is `GPU-0` of a sample machine. */
export function aReading(parts: object = {}): GpuReading {
  return GpuReading.parse({
    uuid: 'GPU-0',
    temperature_c: 71,
    power_w: 402.5,
    power_limit_w: 450,
    utilization_percent: 97,
    memory_used_mib: 20_480,
    sm_clock_mhz: 2_520,
    memory_clock_mhz: 10_501,
    fan_percent: 62,
    ecc_corrected: null,
    ecc_uncorrected: null,
    throttle_reasons: [],
    ...parts,
  })
}

export function aHistoryPoint(parts: object = {}): HistoryPoint {
  return HistoryPoint.parse({
    at: secondsBefore(60),
    ...nothingMeasured,
    ...parts,
  })
}

export function aGpuAlert(parts: object = {}): GpuAlert {
  return GpuAlert.parse({
    machine_id: sampleId('mch', 1),
    gpu_uuid: 'GPU-0',
    gpu_model: 'NVIDIA GeForce RTX 4090',
    kind: 'temperature',
    since: secondsBefore(600),
    value: 91,
    ...parts,
  })
}

export function aGpuModel(parts: object = {}): GpuModel {
  return GpuModel.parse({
    model: 'NVIDIA GeForce RTX 4090',
    gpus: 6,
    free: 4,
    machines: 2,
    vram_mib: { min: 24_564, max: 24_564 },
    drivers: ['570.86.15', '550.54.14'],
    price: { lowest_micro_usd_per_hour: 420_000, median_micro_usd_per_hour: 450_000 },
    render_score: { min: 8.9, max: 9.4 },
    gpu_tflops_fp32: { min: 78.4, max: 82.1 },
    gpu_memory_bandwidth_gb_s: { min: 911.3, max: 911.3 },
    specification: { gpu_tflops_fp32: 82.6, gpu_memory_bandwidth_gb_s: 1_008 },
    ...parts,
  })
}

const days = lastDays(new Date(secondsBefore(0)), 30)
const amounts = { today_micro_usd: 0, week_micro_usd: 0, month_micro_usd: 0 }

/** A dashboard of a newcomer; the parts of providers and renters are given. */
export function aDashboard(parts: object = {}): Dashboard {
  return Dashboard.parse({ as_of: secondsBefore(0), hosting: null, renting: null, ...parts })
}

export function someHosting(parts: object = {}): object {
  return {
    connectedTime: { days: 12, hours: 4, minutes: 31 },
    connected_since: secondsBefore(13 * 86_400),
    earned: {
      today_micro_usd: 1_240_000,
      week_micro_usd: 9_120_000,
      month_micro_usd: 31_700_000,
    },
    forecast: { micro_usd: 44_100_000, micro_usd_per_hour: 55_000 },
    days: days.map((day, at) => ({
      day,
      earned_micro_usd: at < 17 ? 0 : 1_500_000 + ((at * 7_919) % 1_000) * 1_200,
      slot_hours: at < 17 ? 0 : 96,
      rented_slot_hours: at < 17 ? 0 : 40 + ((at * 31) % 50),
    })),
    utilization_percent: 64.2,
    machines: [
      {
        machine_id: sampleId('mch', 1),
        connectedTime: { days: 12, hours: 4, minutes: 31 },
        utilization_percent: 64.2,
        utilization_days: days.map((_, at) => (at < 17 ? null : 40 + ((at * 31) % 50))),
      },
    ],
    ...parts,
  }
}

export function someRenting(parts: object = {}): object {
  return {
    running: 2,
    spent: amounts,
    forecast: {
      micro_usd: 88_000_000,
      micro_usd_per_hour: 520_000,
      from_holds_micro_usd: 0,
      funds_end_at: null,
    },
    groups: [
      { kind: 'label', label: 'train', product: 'compute', micro_usd: 41_000_000 },
      { kind: 'product', label: null, product: 'models', micro_usd: 3_000_000 },
    ],
    days: days.map((day, at) => ({
      day,
      micro_usd: at < 20 ? [0, 0] : [4_100_000, 300_000],
    })),
    hints: [],
    ...parts,
  }
}
