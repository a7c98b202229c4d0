import { Order } from '@gridloom/contract/instances/order'
import type { Offer } from '@gridloom/contract/market/offer'
import type { Quote } from '@gridloom/contract/market/quote'
import type { Reservation } from '@gridloom/contract/reservations/reservation'
import type { Template } from '@gridloom/contract/templates/template'
import type { z } from 'zod'
import { toEnvironment } from '../../../shared/templates/env-rows.ts'
import { readPorts } from '../../../shared/templates/read-ports.ts'
import { toReadiness } from '../../../shared/templates/readiness-draft.ts'
import { microUsdOf } from '../../../ui/format/usd.ts'
import { draftBid, draftVolumes, type OwnImage, type RentDraft } from './rent-draft.ts'

interface Chosen {
  readonly offer: Offer
  readonly template: Template | undefined
  readonly slots: number
  readonly diskGb: number
  readonly quote?: Quote | undefined
  readonly reservation?: Reservation | undefined
}

/** An order in the contract's shape, or its problems by field. */
export type OrderAttempt =
  | { readonly ok: true; readonly order: z.input<typeof Order> }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> }

/** Builds the order from the input, validated by the same schema as on the server. */
export function toOrder(draft: RentDraft, chosen: Chosen): OrderAttempt {
  const bid = chosen.reservation === undefined ? draftBid(draft, chosen.offer) : undefined
  const parsed = Order.safeParse({
    offer_id: chosen.offer.id,
    reservation_id: chosen.reservation?.id,
    ...(bid === undefined ? { quote_id: chosen.quote?.id } : toBid(draft, bid)),
    slots: chosen.slots,
    disk_gb: chosen.diskGb,
    label: draft.label,
    ...(draft.project !== '' && { project: draft.project }),
    restart_policy: draft.restartPolicy,
    env: toEnvironment(draft.env),
    ...toAutomation(draft),
    ...toVolumes(draft, chosen.offer),
    ...(chosen.template
      ? { template_id: chosen.template.id, template_version: chosen.template.version }
      : { template: toFields(draft.own) }),
  })
  if (parsed.success) return { ok: true, order: parsed.data }
  const fields = parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message] as const)
  return { ok: false, fields: Object.fromEntries(fields) }
}

function toBid({ interruptionSignal: signal }: RentDraft, microUsd: number) {
  const chosen = signal === 'usual' ? {} : { interruption_signal: signal }
  return { bid_micro_usd_per_hour: microUsd, ...chosen }
}

/** The volumes that are attached; nothing where there are none. */
function toVolumes(draft: RentDraft, offer: Offer) {
  const volumes = draftVolumes(draft, offer).map(({ id, path, mode }) => ({
    volume_id: id,
    path: path.trim(),
    mode,
  }))
  return volumes.length === 0 ? {} : { volumes }
}

/** What the order limits by itself; nothing where both fields are empty. */
export function toAutomation({ budgetUsd, stopAfterHours }: RentDraft) {
  const budget = budgetUsd === '' ? {} : { budget_micro_usd: microUsdOf(budgetUsd) }
  const stop =
    stopAfterHours === '' ? {} : { stop_after_s: Math.round(Number(stopAfterHours) * 3_600) }
  const automation = { ...budget, ...stop }
  return Object.keys(automation).length === 0 ? {} : { automation }
}

/** Returns the fields of an own image as the API takes them, which rejects invalid ones. */
export function toFields(own: OwnImage) {
  return {
    image_path_with_tag: own.image.trim(),
    launch_mode: own.launchMode,
    on_start_script: own.startScript,
    ports: readPorts(own.ports),
    readiness: toReadiness(own.readiness),
  }
}
