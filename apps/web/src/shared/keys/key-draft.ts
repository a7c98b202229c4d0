import type { BudgetPeriod } from '@gridloom/contract/budgets/budget-period'
import { ProjectName } from '@gridloom/contract/budgets/project-name'
import { microUsdPerUsd } from '@gridloom/contract/core/constants'
import { NewApiKey } from '@gridloom/contract/keys/api-key'
import { ModelId } from '@gridloom/contract/models/model-id'
import type { Scope } from '@gridloom/contract/scopes'
import { type Expiry, endOf, isOver } from './expiry.ts'

/** The form of a new key as typed; the budget in dollars, empty for none. */
export interface KeyDraft {
  name: string
  scopes: Scope[]
  budget_micro_usd: string | number
  /** Used only with a budget. */
  budget_period: BudgetPeriod
  /** What its orders are booked to; empty: none. */
  project: string
  /** Ids; empty: all models. Used only with a scope that may use models. */
  models: string[]
  expires_at: Expiry
}

/** The defaults: a key that can only read, and that expires. */
export const newKeyDraft: KeyDraft = {
  name: '',
  scopes: [],
  budget_micro_usd: '',
  budget_period: 'never',
  project: '',
  models: [],
  expires_at: { choice: '90', date: '' },
}

/** Returns the problem of each field, or `null`, with the contract's texts. */
export function draftProblems(nowMs: number) {
  return {
    name: (name: string) => problemOf(NewApiKey.shape.name.safeParse(name)),
    scopes: (scopes: Scope[]) => problemOf(NewApiKey.shape.scopes.safeParse(scopes)),
    budget_micro_usd: (usd: string | number) => {
      if (usd === '') return null
      const microUsd = NewApiKey.shape.budget_micro_usd.safeParse(microUsdOf(usd))
      return microUsd.success ? null : 'Enter an amount above $0, up to $1,000,000'
    },
    project: (project: string) =>
      project === '' ? null : problemOf(ProjectName.safeParse(project)),
    expires_at: (expiry: Expiry) => {
      const end = endOf(expiry, nowMs)
      if (end === undefined) return 'Choose a date'
      return isOver(end, nowMs) ? 'Choose a time in the future' : null
    },
  }
}

/** Converts the form to the contract's shape. */
export function readKeyDraft(draft: KeyDraft, nowMs: number): NewApiKey {
  const { budget_micro_usd: usd } = draft
  const models = draft.models.map((id) => ModelId.parse(id))
  return {
    name: draft.name.trim(),
    scopes: draft.scopes,
    budget_micro_usd: usd === '' ? null : microUsdOf(usd),
    budget_period: usd === '' ? 'never' : draft.budget_period,
    models: models.length === 0 || !asksModels(draft.scopes) ? null : models,
    ...(draft.project !== '' && { project: ProjectName.parse(draft.project) }),
    expires_at: endOf(draft.expires_at, nowMs) ?? null,
  }
}

/** Whether a key with these scopes may use models. */
export function asksModels(scopes: readonly Scope[]): boolean {
  return scopes.includes('models:use')
}

function microUsdOf(usd: string | number): number {
  return Math.round(Number(usd) * microUsdPerUsd)
}

interface Parsed {
  success: boolean
  error?: { issues: readonly { message: string }[] } | undefined
}

function problemOf({ success, error }: Parsed): string | null {
  return success ? null : (error?.issues[0]?.message ?? 'Invalid value')
}
