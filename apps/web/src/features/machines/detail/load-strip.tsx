import type { Machine, MachineLoad } from '@gridloom/contract/machines/machine'
import { useMachineLoads } from '../../../api/live/use-live.ts'
import { Figure, FigureStrip } from '../../../ui/components/facts.tsx'
import { HourlyPrice, Money } from '../../../ui/components/money.tsx'
import { Sparkline } from '../../../ui/components/sparkline.tsx'
import { formatPerMonth } from '../../../ui/format/money.ts'
import { formatGb, formatMib, formatPercent, plural } from '../../../ui/format/numbers.ts'

/** Current load and earnings of a machine. */
export function LoadStrip({ machine }: { machine: Machine }) {
  const loads = useMachineLoads(machine.id)
  const { load, hardware, earning_micro_usd_per_hour: earning } = machine
  const isReporting = machine.status === 'online' && load !== null
  return (
    <FigureStrip>
      <Figure
        name="CPU"
        value={isReporting ? formatPercent(load.cpu_percent) : '—'}
        note={
          isReporting && (
            <LoadLine loads={loads} {...(hardware && { threads: hardware.cpu_threads })} />
          )
        }
      />
      <Figure
        name="Memory used"
        value={isReporting ? formatMib(load.memory_used_mib) : '—'}
        note={hardware && `of ${formatMib(hardware.memory_mib)}`}
      />
      <Figure
        name="Disk free"
        value={load ? formatGb(load.disk_free_gb) : '—'}
        note={hardware && `of ${formatGb(hardware.disk_total_gb)}`}
      />
      <Figure
        name="Slots rented"
        value={`${machine.slots_rented} of ${machine.slots_total}`}
        note={machine.listed ? 'Free slots are listed' : 'Not listed'}
      />
      <Figure
        name="Earning now"
        value={earning > 0 ? <HourlyPrice microUsdPerHour={earning} /> : '—'}
        note={earning > 0 ? `${formatPerMonth(earning)}, after fees` : 'No active rentals'}
      />
      <Figure
        name="Earned so far"
        value={<Money microUsd={machine.earned_micro_usd} />}
        note="After fees"
      />
    </FigureStrip>
  )
}

/** Sparkline of the load; needs two samples and shows the CPU's size until then. */
function LoadLine({ loads, threads }: { loads: readonly MachineLoad[]; threads?: number }) {
  if (loads.length < 2) return threads === undefined ? null : `of ${plural(threads, 'thread')}`
  return (
    <Sparkline
      values={loads.map((sample) => sample.cpu_percent)}
      max={100}
      width={120}
      label="CPU load in percent"
    />
  )
}
