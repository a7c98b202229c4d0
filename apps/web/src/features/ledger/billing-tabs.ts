import { useSearch } from '@tanstack/react-router'

export const billingTabs = ['overview', 'transactions'] as const
type BillingTab = (typeof billingTabs)[number]

/** Returns the tab of the billing section that the URL asks for. */
export function useBillingTab(): BillingTab {
  const { tab }: { tab?: string | undefined } = useSearch({ strict: false })
  return billingTabs.find((one) => one === tab) ?? 'overview'
}
