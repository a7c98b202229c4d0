import { CountryCode, countriesByRegion, regionOf } from '@gridloom/contract/machines/countries'
import type { Machine } from '@gridloom/contract/machines/machine'
import { Select } from '@mantine/core'
import { countryName, regionName } from '../../../shared/market/fact-text.ts'
import { Section } from '../../../ui/components/section.tsx'
import { useChangeMachine } from '../api/change-machine.ts'

/** Declares the country of a machine, by which renters search; nothing verifies it. */
export function CountryChoice({ machine }: { machine: Machine }) {
  const change = useChangeMachine(machine.id)
  const shown = change.isPending ? change.variables.country : machine.country
  const region = shown ? regionOf(shown) : null
  return (
    <Section title="Location" note="declared by you, not verified">
      <Select
        label="Country"
        description={
          region === null
            ? 'Renters who search by country or region do not see this machine until you declare it.'
            : `Region: ${regionName(region)}. Renters see that you declared it.`
        }
        nothingFoundMessage="No country with this name"
        searchable
        // 250 options, of which most visits need none.
        comboboxProps={{ keepMounted: false }}
        allowDeselect={false}
        data={choices()}
        value={shown ?? undeclared}
        disabled={change.isPending}
        onChange={(code) => {
          const country = CountryCode.safeParse(code).data ?? null
          if (country !== machine.country) change.mutate({ country })
        }}
      />
    </Section>
  )
}

/** The choice that withdraws the declaration: keyboards cannot reach a field's button that clears it. */
const undeclared = 'none'

let listed: { group: string; items: { value: string; label: string }[] }[] | undefined

/** Every country by its region, both in the order of their names. */
function choices() {
  listed ??= Object.entries(countriesByRegion)
    .map(([region, codes]) => ({
      group: regionName(region),
      items: codes
        .map((value) => ({ value, label: `${countryName(value)} (${value})` }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    }))
    .sort((one, other) => one.group.localeCompare(other.group))
  return [{ value: undeclared, label: 'Not declared' }, ...listed]
}
