import { NewAutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import type { Template } from '@gridloom/contract/templates/template'
import type { z } from 'zod'
import {
  type LimitsDraft,
  limitProblems,
  newLimits,
  toLimits,
} from '../../../shared/auto-orders/limits-draft.ts'
import { toEnvironment } from '../../../shared/templates/env-rows.ts'
import type { WrongFields } from '../../../ui/form/problem-at.ts'
import { emptyDraft, type RentDraft } from '../rent/rent-draft.ts'
import { toAutomation, toFields } from '../rent/to-order.ts'

/** The input of an automatic order: its limits, and what it orders, as in the rent dialog. */
export interface AutoOrderDraft {
  readonly limits: LimitsDraft
  readonly rent: RentDraft
}

export function newAutoOrder(name: string, query: string): AutoOrderDraft {
  return { limits: newLimits(name, query), rent: emptyDraft }
}

interface Chosen {
  readonly template: Template | undefined
  readonly diskGb: number
  readonly nowMs: number
}

/** An automatic order in the contract's shape, or its problems by the fields of the form. */
export type AutoOrderAttempt =
  | { readonly ok: true; readonly body: z.input<typeof NewAutoOrder> }
  | { readonly ok: false; readonly fields: WrongFields }

/** Builds the automatic order from the input, validated by the same schema as on the server. */
export function toAutoOrder(
  { limits, rent }: AutoOrderDraft,
  { template, diskGb, nowMs }: Chosen,
): AutoOrderAttempt {
  const wrong = limitProblems(limits)
  if (Object.keys(wrong).length > 0) return { ok: false, fields: wrong }
  const parsed = NewAutoOrder.safeParse({
    ...toLimits(limits, nowMs),
    order: {
      ...{ slots: rent.slots, disk_gb: diskGb, label: rent.label, env: toEnvironment(rent.env) },
      restart_policy: rent.restartPolicy,
      ...toAutomation(rent),
      ...(template
        ? { template_id: template.id, template_version: template.version }
        : { template: toFields(rent.own) }),
    },
  })
  if (parsed.success) return { ok: true, body: parsed.data }
  const fields = parsed.error.issues.map(({ path, message }) => [path.join('.'), message])
  return { ok: false, fields: ofForm(Object.fromEntries(fields)) }
}

/** The shared fields of the rent dialog name their problems by the paths of an order. */
export function ofForm(fields: Readonly<Record<string, string>>): WrongFields {
  return Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [path.replace(/^order[.]/, ''), text]),
  )
}
