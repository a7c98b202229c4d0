import type { Instance } from '@gridloom/contract/instances/instance'
import { formatDuration } from '@gridloom/domain/format-duration'
import { useQuery } from '@tanstack/react-query'
import { balanceQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { useNow } from '../../../browser/clock.ts'
import { Figure, FigureStrip } from '../../../ui/components/facts.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { formatPerHour, formatPerMonth } from '../../../ui/format/money.ts'
import { chargedNow, costAt } from '../cost.ts'
import { CostTicker } from '../parts/cost-ticker.tsx'
import { Uptime } from '../parts/uptime.tsx'
import { LoadFigure } from './load-figure.tsx'

/** The instance in figures: cost and load, which a phone shows on every tab, then price, charged time, balance and machine. */
export function InstanceFigures({ instance }: { instance: Instance }) {
  return (
    <FigureStrip>
      <Figure
        name="Cost so far"
        value={<CostTicker instance={instance} />}
        note={<CostNote instance={instance} />}
      />
      <LoadFigure instance={instance} />
      <Figure
        name="Price now"
        value={<PriceNow instance={instance} />}
        note={<PriceNote instance={instance} />}
      />
      <Figure
        name="Charged for"
        value={<Uptime instance={instance} />}
        note={<Since instance={instance} />}
      />
      <Figure
        name="Balance lasts"
        value={<BalanceLasts />}
        note={<BalanceNote instance={instance} />}
      />
      <Figure
        name="Machine"
        value={instance.machine_name}
        note={
          instance.last_seen_at === null ? (
            'not connected yet'
          ) : (
            <>
              last seen <TimeAgo at={instance.last_seen_at} />
            </>
          )
        }
      />
    </FigureStrip>
  )
}

function CostNote({ instance }: { instance: Instance }) {
  const { mode } = costAt(instance, useNow())
  switch (mode) {
    case 'ticking':
      return 'up to the second'
    case 'still':
      return 'no charges right now'
    case 'stale':
      return 'as of the last heartbeat; not billed while offline'
  }
}

function PriceNow({ instance }: { instance: Instance }) {
  const now = chargedNow(instance)
  return now > 0 ? formatPerHour(now) : '$0.00/h'
}

function PriceNote({ instance }: { instance: Instance }) {
  const { state, running_micro_usd_per_hour: running } = instance
  if (state === 'destroyed') return `was ${formatPerHour(running)}`
  if (instance.bid !== null && state !== 'stopped')
    return `Interruptible, bid ${formatPerHour(instance.bid.max_micro_usd_per_hour)} per slot`
  if (instance.bid !== null)
    return `at most ${formatPerHour(instance.bid.max_micro_usd_per_hour)} per slot while running`
  if (state === 'stopped') return `${formatPerHour(running)} while running`
  if (chargedNow(instance) > 0) return formatPerMonth(running)
  return `${formatPerHour(running)} once ready or in use`
}

function Since({ instance }: { instance: Instance }) {
  const { charging, ready, state } = instance
  if (charging === null) return 'free until ready'
  if (state !== 'running') return 'in total'
  return (
    <>
      since <TimeAgo at={charging.since} />
      {!ready && ', not ready yet'}
    </>
  )
}

function BalanceLasts() {
  const balance = useQuery(balanceQuery(useClient()))
  if (balance.data === undefined) return '…'
  const { lasts_s: lastsS } = balance.data
  return lastsS === null ? 'no limit' : formatDuration(lastsS)
}

function BalanceNote({ instance }: { instance: Instance }) {
  if (instance.held_micro_usd === 0) return 'at the current spend rate'
  return (
    <>
      <Money microUsd={instance.held_micro_usd} /> on hold
    </>
  )
}
