import { limits } from '@gridloom/contract/core/constants'
import type { RestartPolicy } from '@gridloom/contract/instances/instance'
import { Order } from '@gridloom/contract/instances/order'
import type { Offer } from '@gridloom/contract/market/offer'
import type { Quote } from '@gridloom/contract/market/quote'
import type { Readiness, Template, TemplateFields } from '@gridloom/contract/templates/template'
import type { z } from 'zod'
import type { TypedNumber } from '../../../ui/form/typed.ts'
import { microUsdOf, type Usd } from '../../../ui/format/usd.ts'

/** One environment row as typed; `row` is only a key for rendering. */
export interface EnvRow {
  readonly row: number
  readonly name: string
  readonly value: string
}

/** The input for an own image. Ports and commands stay text until the order is built. */
export interface OwnImage {
  readonly image: string
  readonly launchMode: TemplateFields['launch_mode']
  readonly startScript: string
  readonly ports: string
  readonly readiness: Readiness['kind']
  readonly readinessPort: string
  readonly readinessPath: string
  readonly readinessCommand: string
}

/** The input of the rent dialog. It is kept when the renter switches to another offer. */
export interface RentDraft {
  readonly source: 'template' | 'image'
  readonly templateId: string | undefined
  readonly own: OwnImage
  readonly slots: number
  /** Undefined until the renter changes it; then it overrides the template's recommendation. */
  readonly diskGb: number | undefined
  readonly label: string
  readonly restartPolicy: RestartPolicy
  readonly env: readonly EnvRow[]
  /** In dollars and in hours; empty: no limit. */
  readonly budgetUsd: Usd
  readonly stopAfterHours: TypedNumber
}

const readinessTimeoutS = 300

export const emptyDraft: RentDraft = {
  source: 'template',
  templateId: undefined,
  own: {
    image: '',
    launchMode: 'shell',
    startScript: '',
    ports: '',
    readiness: 'started',
    readinessPort: '',
    readinessPath: '/',
    readinessCommand: '',
  },
  slots: 1,
  diskGb: undefined,
  label: '',
  restartPolicy: 'on_machine_restart',
  env: [],
  budgetUsd: '',
  stopAfterHours: '',
}

/** Returns the template of the draft: the chosen one, or the first until one is chosen. */
export function chosenTemplate(
  draft: RentDraft,
  templates: readonly Template[],
): Template | undefined {
  if (draft.source === 'image') return undefined
  return templates.find(({ id }) => id === draft.templateId) ?? templates[0]
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

/** Returns the slots to order, at most those that are free. */
export function draftSlots(draft: RentDraft, offer: Offer): number {
  const most = Math.max(1, Math.min(offer.slots_free, limits.slotsPerInstance))
  return Math.max(1, Math.min(draft.slots, most))
}

interface Chosen {
  readonly offer: Offer
  readonly template: Template | undefined
  readonly slots: number
  readonly diskGb: number
  readonly quote?: Quote | undefined
}

/** An order in the contract's shape, or its problems by field. */
export type OrderAttempt =
  | { readonly ok: true; readonly order: z.input<typeof Order> }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> }

/** Builds the order from the input, validated by the same schema as on the server. */
export function toOrder(draft: RentDraft, chosen: Chosen): OrderAttempt {
  const parsed = Order.safeParse({
    offer_id: chosen.offer.id,
    quote_id: chosen.quote?.id,
    slots: chosen.slots,
    disk_gb: chosen.diskGb,
    label: draft.label,
    restart_policy: draft.restartPolicy,
    env: toEnvironment(draft.env),
    ...toAutomation(draft),
    ...(chosen.template ? { template_id: chosen.template.id } : { template: toFields(draft.own) }),
  })
  if (parsed.success) return { ok: true, order: parsed.data }
  const fields = parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message] as const)
  return { ok: false, fields: Object.fromEntries(fields) }
}

/** What the order limits by itself; nothing where both fields are empty. */
function toAutomation({ budgetUsd, stopAfterHours }: RentDraft) {
  const budget = budgetUsd === '' ? {} : { budget_micro_usd: microUsdOf(budgetUsd) }
  const stop =
    stopAfterHours === '' ? {} : { stop_after_s: Math.round(Number(stopAfterHours) * 3_600) }
  const automation = { ...budget, ...stop }
  return Object.keys(automation).length === 0 ? {} : { automation }
}

/** Converts rows to an environment; rows without a name are dropped. */
export function toEnvironment(rows: readonly EnvRow[]): Record<string, string> {
  const named = rows.filter(({ name }) => name.trim() !== '')
  return Object.fromEntries(named.map(({ name, value }) => [name.trim(), value]))
}

function toFields(own: OwnImage): unknown {
  return {
    image_path_with_tag: own.image.trim(),
    launch_mode: own.launchMode,
    on_start_script: own.startScript,
    ports: readPorts(own.ports),
    readiness: toReadiness(own),
  }
}

function toReadiness(own: OwnImage): unknown {
  const timeout_s = readinessTimeoutS
  switch (own.readiness) {
    case 'started':
      return { kind: 'started' }
    case 'exec':
      return { kind: 'exec', command: ['sh', '-c', own.readinessCommand], timeout_s }
    case 'http':
      return { kind: 'http', port: Number(own.readinessPort), path: own.readinessPath, timeout_s }
    case 'tcp':
      return { kind: 'tcp', port: Number(own.readinessPort), timeout_s }
  }
}

/** Parses `8080, 22` to numbers; an invalid item becomes `NaN`, which the schema rejects at its position. */
export function readPorts(text: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  return words.map(Number)
}
