import type { Dashboard, Hosting, Renting } from '@gridloom/contract/dashboard/dashboard'
import { formatPerHour, formatUsd } from '@gridloom/domain/money-format'
import type { Draw } from '../../output/output.ts'

/** Renders a dashboard as text: what is hosted, then what is rented. */
export function dashboardText(draw: Draw, { hosting, renting }: Dashboard): string {
  if (hosting === null && renting === null)
    return 'Nothing hosted or rented yet. Rent: gridloom offers. Host: gridloom machines token'
  return [
    ...(hosting ? [hostingText(draw, hosting)] : []),
    ...(renting ? [rentingText(draw, renting)] : []),
  ].join('\n\n')
}

function hostingText(draw: Draw, { connectedTime, earned, forecast, ...hosting }: Hosting): string {
  const { days, hours, minutes } = connectedTime
  const share = hosting.utilization_percent
  return draw.facts([
    ['Connected time', `${days} d ${hours} h ${minutes} min`],
    ['Earned today', draw.paint(formatUsd(earned.today_micro_usd), 'strong')],
    ['Earned this week', formatUsd(earned.week_micro_usd)],
    [
      'Earned this month',
      `${formatUsd(earned.month_micro_usd)} (forecast ${formatUsd(forecast.micro_usd)})`,
    ],
    ['Earning now', formatPerHour(forecast.micro_usd_per_hour)],
    ['Utilization, 30 days', share === null ? '—' : `${share} %`],
  ])
}

function rentingText(draw: Draw, { running, spent, forecast, groups, hints }: Renting): string {
  return draw.facts([
    ['Running now', String(running)],
    ['Spent today', draw.paint(formatUsd(spent.today_micro_usd), 'strong')],
    ['Spent this week', formatUsd(spent.week_micro_usd)],
    [
      'Spent this month',
      `${formatUsd(spent.month_micro_usd)} (forecast ${formatUsd(forecast.micro_usd)})`,
    ],
    ...groups.map(
      ({ kind, label, product, micro_usd }) =>
        [
          `30 days, ${kind === 'label' ? (label ?? '') : kind === 'rest' ? 'other instances' : product}`,
          formatUsd(micro_usd),
        ] as const,
    ),
    ...hints.map(
      ({ kind, label, micro_usd }) =>
        [
          `Save on ${label}`,
          `${formatUsd(micro_usd)} in 30 days: ${
            kind === 'stop_idle'
              ? `gridloom automation ${label} --stop-idle 30`
              : 'destroy it if you no longer need it'
          }`,
        ] as const,
    ),
  ])
}
