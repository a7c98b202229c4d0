import { Flow } from '@gridloom/contract/accounts/flow'
import { countriesByRegion } from '@gridloom/contract/machines/countries'
import { Tier } from '@gridloom/contract/tiers/tier'
import { MultiSelect, SegmentedControl, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { countryName } from '../../../shared/market/fact-text.ts'
import { flowChoices } from '../mission-words.ts'
import type { MissionDraft } from './mission-draft.ts'
import { tierTableQuery } from './tier-table-api.ts'

/** For whom a mission is: every condition must hold, and empty ones hold for everybody. */
export function AudienceFields({ form }: { form: UseFormReturnType<MissionDraft> }) {
  const tiers = useQuery(tierTableQuery(useClient()))
  const nameOf = (tier: Tier) => tiers.data?.find((one) => one.tier === tier)?.name ?? tier
  const { audience } = form.values
  return (
    <>
      <SegmentedControl
        aria-label="Who can do it"
        data={[
          { value: 'everyone', label: 'Everyone' },
          { value: 'ambassadors', label: 'Ambassadors' },
        ]}
        {...form.getInputProps('audience.who')}
      />
      <MultiSelect
        label="Came to"
        description="What accounts chose at the start; empty: all accounts"
        data={flowChoices}
        value={audience.flows}
        onChange={(values) => form.setFieldValue('audience.flows', Flow.array().parse(values))}
        error={form.errors['audience.flows']}
      />
      <MultiSelect
        label="Countries"
        description="Of the billing details; empty: all accounts"
        data={countryChoices()}
        searchable
        maxValues={60}
        nothingFoundMessage="No country with this name"
        comboboxProps={{ keepMounted: false }}
        {...form.getInputProps('audience.countries')}
      />
      <Select
        label="Tier"
        data={Tier.options.map((value, n) => ({
          value,
          label: n === 0 ? 'All tiers' : `${nameOf(value)} and above`,
        }))}
        allowDeselect={false}
        {...form.getInputProps('audience.tier_at_least')}
      />
    </>
  )
}

/** Every country, by name. */
function countryChoices() {
  return Object.values(countriesByRegion)
    .flat()
    .map((value) => ({ value, label: `${countryName(value)} (${value})` }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
}
