import type { Offer } from '@gridloom/contract/market/offer'
import { Checkbox } from '@mantine/core'
import { hardwareName } from '../../../shared/market/hardware-name.ts'
import { comparedMax } from '../offer-search.ts'
import type { CompareMarks } from './use-compare.ts'

interface CompareMarkProps {
  offer: Offer
  marks: CompareMarks
  label?: string
}

/** Marks an offer for comparison; no more than five are. */
export function CompareMark({ offer, marks, label }: CompareMarkProps) {
  const checked = marks.marked.includes(offer.id)
  const isFull = !checked && marks.marked.length >= comparedMax
  return (
    <Checkbox
      size="xs"
      label={label}
      aria-label={`Compare ${hardwareName(offer)} on ${offer.machine_name}`}
      title={isFull ? `Up to ${comparedMax} offers are compared` : 'Compare'}
      checked={checked}
      disabled={isFull}
      onChange={() => marks.toggle(offer.id)}
    />
  )
}
