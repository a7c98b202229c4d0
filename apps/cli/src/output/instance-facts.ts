import type { Instance } from '@gridloom/contract/instances/instance'
import { chargingBegins, chargingReason } from '@gridloom/domain/charging-words'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatPerHour, formatUsd, formatUsdExact } from '@gridloom/domain/money-format'
import { formatSince, formatTime } from './format.ts'
import { hardwareText, stateTone, stateWord, templateOf } from './instance-table.ts'
import type { Draw } from './output.ts'

/** All details of one instance. */
export function instanceFacts(draw: Draw, instance: Instance, nowMs: number): string {
  const { reason, progress } = instance
  return draw.facts([
    ['Instance', instance.id],
    ...(instance.label ? [['Label', instance.label] as const] : []),
    ['State', draw.paint(stateWord(instance), stateTone(instance))],
    ...(reason ? [['Reason', `${reason.text} (${reason.code})`] as const] : []),
    ...(reason?.machine_says ? [['Host message', reason.machine_says] as const] : []),
    ...(progress ? [['Progress', progress.text] as const] : []),
    ['Machine', `${instance.machine_name} (${instance.machine_id})`],
    ['Last seen', formatSince(instance.last_seen_at, nowMs)],
    ['Template', templateOf(instance)],
    ...(instance.app?.login ?? []).map(({ label, value }) => [label, value] as const),
    ['Image', instance.image],
    ['Hardware', `${hardwareText(instance)}, ${instance.disk_gb} GB disk`],
    ...instance.volumes.map(
      ({ name, path, mode }) =>
        ['Volume', `${name} at ${path}${mode === 'read_only' ? ', read-only' : ''}`] as const,
    ),
    ...(instance.ports.length > 0 ? [['Ports', instance.ports.join(', ')] as const] : []),
    ...Object.entries(instance.env).map(([name, value]) => ['Env', `${name}=${value}`] as const),
    ['Price', priceText(instance)],
    ...bidFacts(instance),
    [
      'Cost so far',
      `${formatUsdExact(instance.cost_micro_usd)} for ${formatDuration(instance.ready_s)}`,
    ],
    ['Charged since', chargedSince(instance)],
    ['On hold', formatUsd(instance.held_micro_usd)],
    ['Ordered', formatTime(instance.created_at)],
    ['Ready since', formatTime(instance.ready_at)],
    ...(instance.stopped_at ? [['Stopped', formatTime(instance.stopped_at)] as const] : []),
    ...(instance.destroyed_at ? [['Destroyed', formatTime(instance.destroyed_at)] as const] : []),
    ...(instance.disk_kept_until
      ? [['Disk kept until', formatTime(instance.disk_kept_until)] as const]
      : []),
  ])
}

/** Since when it is charged, and why; or when it will be. */
function chargedSince({ charging, state }: Instance): string {
  if (charging !== null) return `${formatTime(charging.since)}: ${chargingReason(charging.cause)}`
  return state === 'destroyed' ? 'Never charged' : `not yet. ${chargingBegins}`
}

/** The bid of an interruptible instance, and what happens next with it. */
function bidFacts({ bid }: Instance): (readonly [string, string])[] {
  if (bid === null) return []
  const paid = `${formatUsdExact(bid.paid_micro_usd_per_hour)}/h per slot now`
  const facts = [
    ['Bid', `${formatUsdExact(bid.max_micro_usd_per_hour)}/h per slot, ${paid}`],
    ...(bid.interrupted_at ? [['Interrupted', formatTime(bid.interrupted_at)]] : []),
    ...(bid.waits ? [['Waits', 'It starts again when its bid wins slots.']] : []),
  ] as const
  return facts.map(([name = '', value = '']) => [name, value] as const)
}

function priceText(instance: Instance): string {
  const running = formatPerHour(instance.running_micro_usd_per_hour)
  return `${running} running, ${formatPerHour(instance.stopped_micro_usd_per_hour)} stopped`
}
