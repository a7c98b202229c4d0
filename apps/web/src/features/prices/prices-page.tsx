import { endpoints } from 'virtual:api-facts'
import type { ClassPrices } from '@gridloom/contract/prices/prices'
import { IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useClient } from '../../api/runtime.tsx'
import { AsCode, type CodeAction } from '../../ui/components/as-code.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { ClassDays } from './class-days.tsx'
import { OpenData } from './open-data.tsx'
import { PriceTable } from './price-table.tsx'
import { pricesQuery } from './prices-queries.ts'

const route = getRouteApi('/shell/prices')

/** `/prices`: what hardware costs now, and what it has cost. */
export function PricesPage() {
  const { hardware } = route.useSearch()
  const prices = useQuery(pricesQuery(useClient()))
  return (
    <Page
      title="Prices"
      lead="What is asked and paid for hardware, and how much of it is rented. Per GPU with its share of the machine, or per CPU thread with its share of the memory; disk is extra."
      actions={<AsCode actions={code} />}
    >
      <Loaded query={prices} what="the prices" rows={5}>
        {(list) => (list.length === 0 ? <NoPrices /> : <Shown prices={list} wanted={hardware} />)}
      </Loaded>
      <OpenData />
    </Page>
  )
}

function Shown({ prices, wanted }: { prices: readonly ClassPrices[]; wanted: string | undefined }) {
  const shown = prices.find(({ hardware_class: name }) => name === wanted) ?? prices[0]
  return (
    <>
      {shown && <ClassDays prices={shown} />}
      <Section title="On the market" note="as of the last full hour" inset="flush">
        <PriceTable prices={prices} shown={shown?.hardware_class} />
      </Section>
    </>
  )
}

function NoPrices() {
  return (
    <Section title="On the market" inset="flush">
      <EmptyState icon={<IconChartLine size={20} stroke={1.6} />} title="No prices yet">
        Prices are recorded once an hour, as soon as a machine is listed.
      </EmptyState>
    </Section>
  )
}

const code: readonly CodeAction[] = [
  { name: 'List prices', endpoint: endpoints.prices.list, cli: 'gridloom prices' },
  {
    name: 'Get the days of one kind of hardware',
    endpoint: endpoints.prices.history,
    input: { query: { hardware_class: 'cpu', days: 30 } },
    cli: 'gridloom prices cpu --days 30',
  },
  { name: 'List open data files', endpoint: endpoints.prices.months },
]
