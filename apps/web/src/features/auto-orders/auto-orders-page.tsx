import { endpoints } from 'virtual:api-facts'
import { Button } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { autoOrdersQuery } from '../../shared/auto-orders/auto-orders-api.ts'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { AutoOrderDrawer } from './auto-order-drawer.tsx'
import { AutoOrderTable } from './auto-order-table.tsx'

/** `/instance/auto-orders`: searches that rent what matches. */
export function AutoOrdersPage() {
  const orders = useQuery(autoOrdersQuery(useClient()))
  const [openId, setOpenId] = useState<string>()
  const open = orders.data?.find(({ id }) => id === openId)
  return (
    <Page
      title="Automatic orders"
      lead="Searches that rent an instance when an offer matches at your price or below."
      actions={<AsCode actions={codeOf} />}
    >
      <Section title="Automatic orders" inset="flush">
        <Loaded query={orders} what="your automatic orders">
          {(list) =>
            list.length === 0 ? (
              <Nothing />
            ) : (
              <AutoOrderTable orders={list} onOpen={({ id }) => setOpenId(id)} />
            )
          }
        </Loaded>
      </Section>
      <AutoOrderDrawer order={open} onClose={() => setOpenId(undefined)} />
    </Page>
  )
}

function Nothing() {
  return (
    <EmptyState
      icon={<IconBolt size={20} stroke={1.6} />}
      title="No automatic orders yet"
      action={
        <Button variant="filled" component={Link} to="/instance">
          Search the market
        </Button>
      }
    >
      Set filters in the market, choose Rent automatically, and say what an hour may cost. When an
      offer matches, it is rented for you, up to the number and the budget that you set.
    </EmptyState>
  )
}

const codeOf = [
  {
    name: 'List automatic orders',
    endpoint: endpoints.autoOrders.list,
    cli: 'gridloom auto-orders list',
  },
]
