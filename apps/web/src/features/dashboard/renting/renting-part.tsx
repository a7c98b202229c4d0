import type { Renting } from '@gridloom/contract/dashboard/dashboard'
import { useQuery } from '@tanstack/react-query'
import { balanceQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { PartTitle } from '../part-title.tsx'
import { Hints } from './hints.tsx'
import { RentingStrip } from './renting-strip.tsx'
import { ReservedSlots } from './reserved-slots.tsx'
import { SpendByLabel } from './spend-by-label.tsx'

interface RentingPartProps {
  renting: Renting
  title: string | undefined
}

/** What an account rents: figures, reservations, spending by label, and ways to spend less. */
export function RentingPart({ renting, title }: RentingPartProps) {
  const balance = useQuery(balanceQuery(useClient()))
  return (
    <>
      {title && <PartTitle>{title}</PartTitle>}
      <RentingStrip renting={renting} balance={balance.data} />
      <ReservedSlots />
      <SpendByLabel renting={renting} />
      <Hints hints={renting.hints} />
    </>
  )
}
