import type { WebhookId } from '@gridloom/contract/core/ids'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { detailsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { webhooksQuery } from '../../shared/webhooks/api/webhooks-queries.ts'
import { DeliveriesSection } from '../../shared/webhooks/deliveries/deliveries-section.tsx'
import { NewWebhookDialog } from '../../shared/webhooks/edit/new-webhook-dialog.tsx'
import { WebhookTable } from '../../shared/webhooks/list/webhook-table.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { WebhookHelp } from './webhook-help.tsx'

/** The webhooks of the active account, and the deliveries of the chosen one. */
export function WebhooksSection() {
  const webhooks = useQuery(webhooksQuery(useClient()))
  const company = useQuery(detailsQuery(useClient())).data?.active_company
  const [opened, { open, close }] = useDisclosure(false)
  const [chosen, choose] = useState<WebhookId | null>(null)
  const shown = webhooks.data?.find(({ id }) => id === chosen) ?? webhooks.data?.[0]
  const start = (variant: 'default' | 'filled') => (
    <Button variant={variant} onClick={open}>
      New webhook
    </Button>
  )
  const hasSome = webhooks.data !== undefined && webhooks.data.length > 0
  return (
    <>
      <Section
        title="Webhooks"
        note={company && `of ${company.name}`}
        inset="flush"
        actions={hasSome && start('default')}
      >
        <Loaded query={webhooks} what="your webhooks">
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                icon={<IconWebhook size={20} stroke={1.6} />}
                title="No webhook yet"
                action={start('filled')}
              >
                A webhook sends the events that you choose to your server, signed, as soon as they
                happen.
              </EmptyState>
            ) : (
              <WebhookTable webhooks={list} shown={shown?.id ?? null} onShow={choose} />
            )
          }
        </Loaded>
        <NewWebhookDialog opened={opened} close={close} />
      </Section>
      {shown && <DeliveriesSection key={shown.id} webhook={shown} />}
      <WebhookHelp />
    </>
  )
}
