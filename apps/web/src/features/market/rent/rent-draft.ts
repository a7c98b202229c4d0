import { limits } from '@gridloom/contract/core/constants'
import type { MachineId, ReservationId, TemplateId, VolumeId } from '@gridloom/contract/core/ids'
import type { InterruptionSignal, RestartPolicy } from '@gridloom/contract/instances/instance'
import type { Offer } from '@gridloom/contract/market/offer'
import type { Reservation } from '@gridloom/contract/reservations/reservation'
import type { Template, TemplateFields } from '@gridloom/contract/templates/template'
import type { VolumeMode } from '@gridloom/contract/volumes/mount'
import type { EnvRow } from '../../../shared/templates/env-rows.ts'
import { emptyReadiness, type ReadinessDraft } from '../../../shared/templates/readiness-draft.ts'
import type { TypedNumber } from '../../../ui/form/typed.ts'
import { microUsdOf, type Usd } from '../../../ui/format/usd.ts'

/** The input for an own image. Ports and commands stay text until the order is built. */
export interface OwnImage {
  readonly image: string
  readonly launchMode: TemplateFields['launch_mode']
  readonly startScript: string
  readonly ports: string
  readonly readiness: ReadinessDraft
}

/** A volume to attach, on the machine that it is on. */
export interface VolumeRow {
  readonly id: VolumeId
  readonly name: string
  readonly machineId: MachineId
  readonly path: string
  readonly mode: VolumeMode
}

/** The input of the rent dialog. It is kept when the renter switches to another offer. */
export interface RentDraft {
  readonly source: 'template' | 'image'
  readonly templateId: string | undefined
  readonly own: OwnImage
  readonly slots: number
  /** Whose slots it takes; undefined: a reservation's, if the account has a free one. */
  readonly reservation: ReservationId | 'on_demand' | undefined
  /** Undefined until the renter changes it; then it overrides the template's recommendation. */
  readonly diskGb: number | undefined
  readonly label: string
  /** Empty: none. */
  readonly project: string
  readonly restartPolicy: RestartPolicy
  readonly env: readonly EnvRow[]
  readonly volumes: readonly VolumeRow[]
  /** In dollars and in hours; empty: no limit. */
  readonly budgetUsd: Usd
  readonly stopAfterHours: TypedNumber
  /** The bid for a slot in dollars; `null`: on demand. Offers that accept no bids are rented on demand. */
  readonly bidUsd: Usd | null
  /** What the main process receives with the notice of an interruption; `usual`: as fits the launch mode. */
  readonly interruptionSignal: InterruptionSignal | 'usual'
}

export const emptyDraft: RentDraft = {
  source: 'template',
  templateId: undefined,
  own: {
    image: '',
    launchMode: 'shell',
    startScript: '',
    ports: '',
    readiness: emptyReadiness,
  },
  slots: 1,
  reservation: undefined,
  diskGb: undefined,
  label: '',
  project: '',
  restartPolicy: 'on_machine_restart',
  env: [],
  volumes: [],
  budgetUsd: '',
  stopAfterHours: '',
  bidUsd: null,
  interruptionSignal: 'usual',
}

/** Returns the template of the draft: the chosen one; until one is chosen, the one that orders begin with. */
export function chosenTemplate(
  draft: RentDraft,
  { list, first }: { list: readonly Template[]; first?: TemplateId | undefined },
): Template | undefined {
  if (draft.source === 'image') return undefined
  const withId = (wanted: string | undefined) => list.find(({ id }) => id === wanted)
  return withId(draft.templateId) ?? withId(first) ?? list[0]
}

/** Returns the disk size to order in GB: as typed, else recommended or searched for, within the offer's limit. */
export function diskGbOf(
  draft: RentDraft,
  { offer, template, usual }: { offer: Offer; template: Template | undefined; usual: number },
): number {
  const wanted = draft.diskGb ?? Math.max(usual, template?.recommended_disk_gb ?? 0)
  return Math.max(limits.diskGbMin, Math.min(wanted, diskGbMost(offer)))
}

/** Returns the largest disk of an offer that can be ordered, in GB. */
export function diskGbMost(offer: Offer): number {
  return Math.max(limits.diskGbMin, Math.min(offer.disk_free_gb, limits.diskGbMax))
}

/** Returns the reservation whose slots are ordered: the chosen one; until one is chosen, the first. */
export function draftReservation(
  { reservation: chosen }: Pick<RentDraft, 'reservation'>,
  own: readonly Reservation[],
): Reservation | undefined {
  if (chosen === 'on_demand') return undefined
  return chosen === undefined ? own[0] : own.find(({ id }) => id === chosen)
}

/** Returns the slots to order, at most those that are free. */
export function draftSlots(draft: RentDraft, { slots_free: free }: { slots_free: number }): number {
  const most = Math.max(1, Math.min(free, limits.slotsPerInstance))
  return Math.max(1, Math.min(draft.slots, most))
}

/** Returns the bid for a slot in micro-dollars; `undefined`: it is rented on demand. */
export function draftBid({ bidUsd }: RentDraft, offer: Offer): number | undefined {
  if (bidUsd === null || offer.bid_price_micro_usd_per_hour === null) return undefined
  return microUsdOf(bidUsd)
}

/** Returns the volumes to attach: those on the machine of the offer. */
export function draftVolumes(draft: RentDraft, offer: Offer): VolumeRow[] {
  return draft.volumes.filter(({ machineId }) => machineId === offer.machine_id)
}
