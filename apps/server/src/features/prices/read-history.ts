import type { PriceDay } from '@gridloom/contract/prices/prices'
import type { Ctx } from '../../platform/ctx.ts'
import { daysBefore } from './days.ts'
import { listDays } from './read-prices-store.ts'

/** Returns the last days of one kind of hardware on which it was listed; today is one of them. */
export async function readHistory(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { hardware_class, days }: { hardware_class: string; days: number },
): Promise<PriceDay[]> {
  return listDays(db, { hardwareClass: hardware_class, since: daysBefore(clock.now(), days - 1) })
}
