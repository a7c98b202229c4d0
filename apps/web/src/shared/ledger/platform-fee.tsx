import type { BasisPoints } from '@gridloom/contract/core/values'
import { formatFee } from '@gridloom/domain/fees'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'

/** Returns the platform fee of new orders; `undefined` while it loads. */
export function usePlatformFee(): BasisPoints | undefined {
  return useQuery(configQuery(useClient())).data?.platform_fee_basis_points
}

/** The note that the platform fee is part of a renter's price; `lead` separates it from words before it. */
export function FeeIncluded({ lead = '' }: { lead?: string }) {
  const fee = usePlatformFee()
  if (fee === undefined || fee === 0) return null
  return (
    <>
      {lead}incl. {formatFee(fee)} platform fee
    </>
  )
}
