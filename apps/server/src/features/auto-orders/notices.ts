import type { Instance } from '@gridloom/contract/instances/instance'
import { formatPerHour } from '@gridloom/domain/money-format'
import type { Tx } from '../../platform/ctx.ts'
import type { InstanceRow } from '../instances/index.ts'
import { type NoticeCtx, publishNotice } from '../notices/index.ts'
import type { AutoOrderRow } from './schema.ts'
import { textOf } from './show-auto-orders.ts'

const button = { label: 'View automatic orders', path: '/instance/auto-orders' } as const

interface Rented {
  row: AutoOrderRow
  instance: Pick<InstanceRow, 'id' | 'label' | 'running_micro_usd_per_hour'>
  machineName: Instance['machine_name']
  number: number
}

/** Tells the account that an instance was rented for it, and what it costs. */
export async function tellRented(
  ctx: NoticeCtx,
  tx: Tx,
  { row, instance, machineName, number }: Rented,
): Promise<void> {
  const price = formatPerHour(instance.running_micro_usd_per_hour)
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `auto_order_rented:${instance.id}`,
      level: 'info',
      text: `${row.name}: rented ${instance.label} on ${machineName} for ${price} (${number} of ${row.instances_max}).`,
      instance_id: instance.id,
    },
    mail: {
      kind: 'instance_alerts',
      subject: `${row.name} rented an instance`,
      button: { label: 'View instance', path: `/instance/myinstance/${instance.id}` },
    },
  })
}

/** Tells the account that its balance keeps an order from being placed; once until it rents again. */
export async function tellBalance(ctx: NoticeCtx, tx: Tx, row: AutoOrderRow): Promise<void> {
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `auto_order_balance:${row.id}:${ctx.clock.now().getTime()}`,
      level: 'warning',
      text: `${row.name}: an offer matches, but your balance is too low. ${row.refusal} It is tried again until ${row.name} ends.`,
    },
    mail: {
      kind: 'balance_low',
      subject: `${row.name} waits for your balance`,
    },
  })
}

/** Tells the account that an automatic order was paused for a reason, or has expired. */
export async function tellEnd(ctx: NoticeCtx, tx: Tx, row: AutoOrderRow): Promise<void> {
  const isPaused = row.state === 'paused'
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `auto_order_${row.state}:${row.id}:${ctx.clock.now().getTime()}`,
      level: isPaused ? 'warning' : 'info',
      text: `${row.name}: ${textOf(row)}`,
    },
    mail: {
      kind: 'instance_alerts',
      subject: isPaused ? `${row.name} was paused` : `${row.name} has ended`,
      button,
    },
  })
}
