import { useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** A tab of the billing section after the first two, with the feature that owns it. */
export interface BillingTab {
  /** In the URL: `?section=billing&tab=`. */
  id: string
  word: string
  Panel: ComponentType
}

/** Returns the tab of the billing section that the URL asks for; an unknown one is the first. */
export function useBillingTab(ids: readonly string[]): string {
  const { tab }: { tab?: string | undefined } = useSearch({ strict: false })
  return ids.find((one) => one === tab) ?? 'overview'
}
