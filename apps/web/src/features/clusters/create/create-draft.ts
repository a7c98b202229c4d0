import { NewCluster } from '@gridloom/contract/clusters/cluster'
import { clusterLimits } from '@gridloom/contract/clusters/network'
import type { OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import type { z } from 'zod'
import { type EnvRow, toEnvironment } from '../../../shared/templates/env-rows.ts'
import type { TypedNumber } from '../../../ui/form/typed.ts'

/** The input of the dialog that creates a cluster. */
export interface ClusterDraft {
  readonly name: string
  /** A template's id; empty: an image of one's own. */
  readonly templateId: string
  readonly image: string
  readonly startScript: string
  readonly slots: number
  readonly diskGb: number
  /** Of each node. */
  readonly env: readonly EnvRow[]
  /** How long all nodes together may take to start. */
  readonly startMinutes: TypedNumber
  /** How many nodes of each offer. */
  readonly counts: Readonly<Record<OfferId, number>>
}

export const emptyClusterDraft: Omit<ClusterDraft, 'templateId'> = {
  name: '',
  image: '',
  startScript: '',
  slots: 1,
  diskGb: 20,
  env: [],
  startMinutes: 15,
  counts: {},
}

/** How many nodes an offer has room for. */
export function roomOf(
  { slots_free, disk_free_gb }: Offer,
  { slots, diskGb }: ClusterDraft,
): number {
  const room = Math.min(Math.floor(slots_free / slots), Math.floor(disk_free_gb / diskGb))
  return Math.min(clusterLimits.nodesMax, room)
}

/** The offers of the nodes in the order of their ranks, as far as the offers still have room. */
export function chosenOffers(offers: readonly Offer[], draft: ClusterDraft): Offer[] {
  return offers.flatMap((offer) => {
    const count = Math.min(draft.counts[offer.id] ?? 0, roomOf(offer, draft))
    return Array.from({ length: Math.max(0, count) }, () => offer)
  })
}

/** The price of one node of an offer, in micro-dollars per hour. */
export function nodePrice(offer: Offer, { slots, diskGb }: ClusterDraft): number {
  return offer.price_micro_usd_per_hour * slots + offer.disk_gb_micro_usd_per_hour * diskGb
}

/** The order, or what is wrong with it by field. */
export type ClusterAttempt =
  | { readonly ok: true; readonly order: z.input<typeof NewCluster> }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> }

/** Builds the order, validated by the same schema as on the server. It is refused where it became dearer meanwhile. */
export function toCluster(draft: ClusterDraft, nodes: readonly Offer[]): ClusterAttempt {
  const shown = nodes.reduce((sum, offer) => sum + nodePrice(offer, draft), 0)
  const order = {
    name: draft.name,
    nodes: nodes.map(({ id }) => ({ offer_id: id })),
    slots: draft.slots,
    disk_gb: draft.diskGb,
    env: toEnvironment(draft.env),
    ...(draft.startMinutes === '' ? {} : { start_minutes: Number(draft.startMinutes) }),
    // Prices of parts are rounded per node: several slots may cost a micro-dollar more than so many times one.
    running_micro_usd_per_hour_max: shown + nodes.length * draft.slots,
    ...(draft.templateId === ''
      ? { template: toFields(draft) }
      : { template_id: draft.templateId }),
  }
  const parsed = NewCluster.safeParse(order)
  if (parsed.success) return { ok: true, order: parsed.data }
  const fields = parsed.error.issues.map(({ path, message }) => [path.join('.'), message] as const)
  return { ok: false, fields: Object.fromEntries(fields) }
}

function toFields({ image, startScript }: ClusterDraft) {
  return { image_path_with_tag: image.trim(), on_start_script: startScript }
}
