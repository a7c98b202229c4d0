import type { MachineId } from '@gridloom/contract/core/ids'
import type { PriceSuggestion } from '@gridloom/contract/prices/prices'
import { suggestPrice } from '@gridloom/domain/prices/suggest-price'
import type { Ctx } from '../../platform/ctx.ts'
import { requireOwnMachine } from '../machines/index.ts'
import { daysBefore } from './days.ts'
import { listAsked, listLevels } from './read-prices-store.ts'

const daysCompared = 14

/** Compares each price of one of the caller's machines with the market of the last 14 days. @throws Refused not_found */
export async function suggestPrices(ctx: Ctx, machineId: MachineId): Promise<PriceSuggestion[]> {
  await requireOwnMachine(ctx, machineId)
  const since = daysBefore(ctx.clock.now(), daysCompared - 1)
  const asked = await listAsked(ctx.db, machineId)
  return Promise.all(
    asked.map(async ({ hardware_class, asked_micro_usd_per_hour }) => ({
      ...{ machine_id: machineId, hardware_class, asked_micro_usd_per_hour },
      ...suggestPrice(
        await listLevels(ctx.db, { hardwareClass: hardware_class, since }),
        asked_micro_usd_per_hour,
      ),
    })),
  )
}
