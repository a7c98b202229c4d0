import type { PayoutSource } from '@gridloom/contract/payouts/payout'
import type {
  PayeeNeed,
  PayoutSchedule,
  PayoutSettings,
  PayoutSettingsView,
} from '@gridloom/contract/payouts/settings'
import { isTaxNumberPossible } from '@gridloom/domain/invoices/vat-id'
import { microUsdOf, type Usd, usdOf } from '../../ui/format/usd.ts'
import { wayOf } from './source-words.ts'

/** The fields of the settings. */
export interface SettingsDraft {
  schedule: PayoutSchedule
  threshold: Usd
  /** The place in the list of what payouts are made in. */
  source: string
  name: string
  country: string
  taxId: string
}

export function draftOf(
  { schedule, threshold_micro_usd, source, payee }: PayoutSettingsView,
  sources: readonly PayoutSource[],
): SettingsDraft {
  const place = sources.findIndex((one) => source !== null && isSame(one, source))
  return {
    schedule,
    threshold: usdOf(threshold_micro_usd),
    source: String(Math.max(0, place)),
    name: payee?.name ?? '',
    country: payee?.country ?? '',
    taxId: payee?.tax_id ?? '',
  }
}

/** What is wrong, by field. */
export function draftProblems(
  { name, country, taxId }: SettingsDraft,
  need: PayeeNeed,
): Partial<Record<keyof SettingsDraft, string>> {
  if (need === 'none') return {}
  return {
    ...(name.trim() === '' ? { name: 'Name is required' } : {}),
    ...(/^[A-Za-z]{2}$/.test(country.trim()) ? {} : { country: 'Enter two letters, such as DE' }),
    ...taxProblem(taxId.trim(), country.trim().toUpperCase(), need),
  }
}

function taxProblem(taxId: string, country: string, need: PayeeNeed): { taxId?: string } {
  if (need !== 'tax_id') return {}
  if (taxId === '') return { taxId: 'Tax number is required' }
  if (isTaxNumberPossible(taxId, country)) return {}
  return { taxId: 'This VAT number is not right: check it for typing errors' }
}

/** The settings to store. What the operator does not ask for stays as it was. */
export function settingsOf(
  draft: SettingsDraft,
  { payee, payee_need: need }: PayoutSettingsView,
  sources: readonly PayoutSource[],
): PayoutSettings {
  const source = sources[Number(draft.source)]
  const entered = {
    name: draft.name.trim(),
    country: draft.country.trim().toUpperCase(),
    tax_id: draft.taxId.trim() === '' ? null : draft.taxId.trim(),
  }
  return {
    schedule: draft.schedule,
    threshold_micro_usd: microUsdOf(draft.threshold),
    source: source === undefined ? null : wayOf(source),
    payee: need === 'none' ? payee : entered,
  }
}

function isSame(one: PayoutSource, other: NonNullable<PayoutSettings['source']>): boolean {
  if (one.method !== 'wallet' || other.method !== 'wallet') return one.method === other.method
  return one.chain_id === other.chain_id && one.token.toLowerCase() === other.token.toLowerCase()
}
