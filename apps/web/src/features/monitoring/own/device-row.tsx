import type { GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import type { GpuAlert } from '@gridloom/contract/monitoring/gpu-alert'
import { gpuSpecification } from '@gridloom/domain/gpu-specifications'
import { Link } from '@tanstack/react-router'
import { HardwareMark } from '../../../ui/components/hardware-mark.tsx'
import { Cell, RowHead } from '../../../ui/components/table.tsx'
import { StaleNote } from '../../../ui/components/time-ago.tsx'
import { shortModel } from '../../../ui/format/hardware.ts'
import { formatMib, formatPercent } from '../../../ui/format/numbers.ts'
import type { Device } from '../devices.ts'
import { GpuSpeed } from '../gpu-speed.tsx'
import styles from '../monitoring.module.css'
import { DeviceState } from './device-state.tsx'
import { withUnit } from './sensor-words.ts'

interface DeviceRowProps {
  device: Device
  isOpen: boolean
  alerts: readonly GpuAlert[]
}

/** One GPU, or the CPUs of a machine, with its sensors now. Its name opens its history. */
export function DeviceRow({ device, isOpen, alerts }: DeviceRowProps) {
  const { machine, gpu, isLive } = device
  const { load, hardware } = machine
  const model = gpu ? `${gpu.vendor} ${gpu.model}` : (hardware?.cpu_model ?? '')
  const busy = gpu ? gpuValues(device) : cpuValues(device)
  return (
    <tr data-open={isOpen} className={styles.row}>
      <RowHead>
        <div className={styles.nameLine}>
          <HardwareMark model={model} kind={gpu ? 'gpu' : 'cpu'} />
          <Link
            from="/dashboard/gpu-info"
            to="/dashboard/gpu-info"
            search={(before) => ({
              ...(before.span ? { span: before.span } : {}),
              machine: machine.id,
              ...(gpu ? { gpu: gpu.uuid } : {}),
            })}
            resetScroll={false}
            className={styles.name}
            aria-current={isOpen ? 'true' : undefined}
            title={gpu ? gpu.uuid : undefined}
          >
            {gpu ? shortModel(gpu.model) : (hardware?.cpu_model ?? 'CPU')}
          </Link>
        </div>
        <div className={styles.small}>
          {gpu ? `GPU ${gpu.index}` : `${hardware?.cpu_threads ?? 0} threads`} of{' '}
          <Link to="/machines/$id" params={{ id: machine.id }}>
            {machine.name}
          </Link>
          {gpu?.driver && ` · driver ${gpu.driver}`}
        </div>
        {load !== null && isLive && <StaleNote lastSeenAt={machine.last_seen_at} />}
      </RowHead>
      <Cell label="Load" align="number">
        {isLive ? busy.load : '—'}
      </Cell>
      <Cell label="Temperature" align="number">
        {isLive ? busy.temperature : '—'}
      </Cell>
      <Cell label="Power" align="number">
        {isLive ? busy.power : '—'}
      </Cell>
      <Cell label="Memory" align="number">
        {isLive ? busy.memory : '—'}
      </Cell>
      <Cell label="Clocks" align="number">
        {isLive ? busy.clocks : '—'}
      </Cell>
      <Cell label="Measured speed" align="number">
        <DeviceSpeed device={device} />
      </Cell>
      <Cell label="State" holds="words">
        <DeviceState device={device} alerts={alerts} />
      </Cell>
    </tr>
  )
}

/** The speed is that of the last measurement, also while the machine is offline. */
function DeviceSpeed({ device: { machine, gpu } }: { device: Device }) {
  if (gpu === null) return '—'
  const measuredOf = (kind: GpuBenchmarkKind) => {
    const figure = machine.gpu_benchmarks.find(
      (each) => each.gpu_uuid === gpu.uuid && each.kind === kind,
    )
    return figure === undefined ? null : { min: figure.value, max: figure.value }
  }
  const measured = {
    gpu_tflops_fp32: measuredOf('gpu_tflops_fp32'),
    gpu_memory_bandwidth_gb_s: measuredOf('gpu_memory_bandwidth_gb_s'),
  }
  return <GpuSpeed measured={measured} specification={gpuSpecification(gpu.model)} />
}

type Values = Record<'load' | 'temperature' | 'power' | 'memory' | 'clocks', string>

/** An older agent sends sensors once a minute, with the hardware. */
function gpuValues({ gpu, reading }: Device): Values {
  const now = reading ?? gpu
  const limit = reading?.power_limit_w ?? null
  const power = withUnit(now?.power_w, 'W')
  const used = now?.memory_used_mib ?? null
  const total = gpu?.vram_mib ?? null
  const [sm, memory] = [reading?.sm_clock_mhz ?? null, reading?.memory_clock_mhz ?? null]
  return {
    load: now?.utilization_percent == null ? '—' : formatPercent(now.utilization_percent),
    temperature: withUnit(now?.temperature_c, '°C'),
    power: limit === null ? power : `${power} of ${limit.toFixed(0)} W`,
    memory: ofTotal(used, total),
    clocks: sm === null && memory === null ? '—' : `${sm ?? '—'} / ${memory ?? '—'} MHz`,
  }
}

function cpuValues({ machine: { load, hardware } }: Device): Values {
  return {
    load: load === null ? '—' : formatPercent(load.cpu_percent),
    temperature: '—',
    power: '—',
    memory: ofTotal(load?.memory_used_mib ?? null, hardware?.memory_mib ?? null),
    clocks: '—',
  }
}

function ofTotal(used: number | null, total: number | null): string {
  if (total === null) return used === null ? '—' : formatMib(used)
  return used === null ? formatMib(total) : `${formatMib(used)} of ${formatMib(total)}`
}
