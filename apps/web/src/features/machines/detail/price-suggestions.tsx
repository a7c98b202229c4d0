import type { Machine, Pricing } from '@gridloom/contract/machines/machine'
import type { PriceSuggestion } from '@gridloom/contract/prices/prices'
import { hardwareName, suggestionText } from '@gridloom/domain/prices/price-words'
import { slotPriceFor } from '@gridloom/domain/prices/slot-price'
import { slotGroups } from '@gridloom/domain/slots'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { formatPerHour } from '../../../ui/format/money.ts'
import { priceSuggestionsQuery } from '../api/price-suggestions.ts'
import styles from './pricing-form.module.css'

type SlotPrice = keyof Pick<Pricing, 'gpu_slot_micro_usd_per_hour' | 'cpu_slot_micro_usd_per_hour'>

interface PriceSuggestionsProps {
  machine: Machine
  /** Enters the price of a slot into the form. */
  enter: (name: SlotPrice, microUsdPerHour: number) => void
}

/** What the market of the last two weeks says about the saved prices; nothing while it says nothing. */
export function PriceSuggestions({ machine, enter }: PriceSuggestionsProps) {
  const suggestions = useQuery(priceSuggestionsQuery(useClient(), machine.id))
  const known = suggestions.data?.filter(({ best }) => best !== null) ?? []
  if (known.length === 0) return null
  return (
    <ul className={styles.suggestions} aria-label="Price suggestions">
      {known.map((suggestion) => (
        <li key={suggestion.hardware_class}>
          <p>
            <strong>{hardwareName(suggestion.hardware_class)}.</strong> {suggestionText(suggestion)}{' '}
            <Link to="/prices" search={{ hardware: suggestion.hardware_class }}>
              View prices
            </Link>
          </p>
          <Enter machine={machine} suggestion={suggestion} enter={enter} />
        </li>
      ))}
    </ul>
  )
}

interface EnterProps extends PriceSuggestionsProps {
  suggestion: PriceSuggestion
}

function Enter({ machine, suggestion, enter }: EnterProps) {
  const { best, verdict, hardware_class: hardwareClass } = suggestion
  const groups = machine.hardware ? slotGroups(machine.hardware, machine.cpu_slots) : []
  const model = hardwareClass.replace(/^gpu:/, '')
  const slot = groups.find(({ kind, gpuModel }) => kind === 'cpu' || gpuModel === model)
  if (slot === undefined || best === null || verdict === 'keep') return null
  const name = slot.kind === 'gpu' ? 'gpu_slot_micro_usd_per_hour' : 'cpu_slot_micro_usd_per_hour'
  const price = slotPriceFor(suggestion, {
    current: machine.pricing[name],
    units: slot.kind === 'gpu' ? 1 : slot.vcpus,
  })
  if (price === undefined) return null
  return (
    <Button size="compact-sm" onClick={() => enter(name, price)}>
      Use {formatPerHour(price)} per slot
    </Button>
  )
}
