import { api } from '@gridloom/contract/api'
import type { Offer } from '@gridloom/contract/offers'
import { AsCode } from '../../../lib/parts/as-code.tsx'
import type { Rent } from './use-rent.ts'

/** The quote and the order of this very dialog, to be scripted. */
export function RentCode({ offer, rent }: { offer: Offer; rent: Rent }) {
  const size = { slots: rent.slots, disk_gb: rent.diskGb }
  const name = rent.template?.name.toLowerCase().replace(/\s+/g, '-')
  return (
    <AsCode
      actions={[
        {
          name: 'Lock the price for 60 s',
          endpoint: api.offers.quote,
          input: { body: { offer_id: offer.id, ...size } },
        },
        {
          name: 'Rent it',
          endpoint: api.instances.order,
          input: {
            body: { offer_id: offer.id, template_id: rent.template?.id ?? 'tpl_…', ...size },
          },
          ...(name
            ? { cli: `gridloom rent ${offer.id} --template ${name} --disk ${rent.diskGb}` }
            : {}),
        },
      ]}
    />
  )
}
