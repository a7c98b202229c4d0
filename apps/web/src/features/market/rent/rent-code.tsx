import { endpoints } from 'virtual:api-facts'
import type { Offer } from '@gridloom/contract/market/offer'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import { templateWord } from '../../../shared/templates/template-words.ts'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { draftVolumes, type RentDraft } from './rent-draft.ts'
import { toOrder } from './to-order.ts'
import type { Rent } from './use-rent.ts'

interface RentCodeProps {
  offer: Offer
  draft: RentDraft
  rent: Rent
}

/** The quote and the order of this dialog as code, with the current input. */
export function RentCode({ offer, draft, rent }: RentCodeProps) {
  const { template, slots, diskGb } = rent
  const attempt = toOrder(draft, { offer, template, slots, diskGb })
  const quote = { offer_id: offer.id, slots, disk_gb: diskGb }
  return (
    <AsCode
      actions={[
        {
          name: 'Lock the price for 60 s',
          endpoint: endpoints.market.quote,
          input: { body: quote },
        },
        {
          name: 'Rent this offer',
          endpoint: endpoints.instances.order,
          input: { body: attempt.ok ? attempt.order : quote },
          cli: commandLine({ offer, draft, rent }),
        },
      ]}
    />
  )
}

function commandLine({ offer, draft, rent }: RentCodeProps): string {
  const what = rent.template
    ? ['--template', templateWord(rent.template)]
    : ['--image', quoteShell(draft.own.image.trim() || 'debian:12')]
  const label = draft.label.trim() === '' ? [] : ['--label', quoteShell(draft.label.trim())]
  const volumes = draftVolumes(draft, offer).flatMap(({ name, path, mode }) => [
    '--volume',
    quoteShell(`${name}:${path}${mode === 'read_only' ? ':ro' : ''}`),
  ])
  return ['gridloom rent', offer.id, ...what, '--disk', rent.diskGb, ...label, ...volumes].join(' ')
}
