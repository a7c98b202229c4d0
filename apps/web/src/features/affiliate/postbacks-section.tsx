import type { WebhookId } from '@gridloom/contract/core/ids'
import { postbacksMax, urlMacros } from '@gridloom/contract/webhooks/url-macros'
import { isPostback } from '@gridloom/contract/webhooks/webhook'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { webhooksQuery } from '../../shared/webhooks/api/webhooks-queries.ts'
import { DeliveriesSection } from '../../shared/webhooks/deliveries/deliveries-section.tsx'
import { NewWebhookDialog } from '../../shared/webhooks/edit/new-webhook-dialog.tsx'
import { WebhookTable } from '../../shared/webhooks/list/webhook-table.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import styles from './affiliate.module.css'

/** Postback URLs of the account: webhooks of affiliate events, with macros, and what was sent to the chosen one. */
export function PostbacksSection() {
  const webhooks = useQuery(webhooksQuery(useClient()))
  const [opened, { open, close }] = useDisclosure(false)
  const [chosen, choose] = useState<WebhookId | null>(null)
  const postbacks = webhooks.data?.filter(isPostback) ?? []
  const shown = postbacks.find(({ id }) => id === chosen) ?? postbacks[0]
  const add = (
    <Button size="compact-sm" onClick={open}>
      New postback URL
    </Button>
  )
  return (
    <>
      <Section
        title="Postback URLs"
        note="for those who run campaigns"
        inset="flush"
        actions={postbacks.length > 0 && postbacks.length < postbacksMax && add}
      >
        <Loaded query={webhooks} what="your postback URLs" rows={2}>
          {() =>
            postbacks.length === 0 ? (
              <EmptyState
                icon={<IconWebhook size={20} stroke={1.6} />}
                title="No postback URL yet"
                action={add}
              >
                Your tracker receives sign-ups, first payments and commission as they happen,
                signed, with the click ID in its address.
              </EmptyState>
            ) : (
              <WebhookTable
                label="Postback URLs"
                webhooks={postbacks}
                shown={shown?.id ?? null}
                onShow={choose}
              />
            )
          }
        </Loaded>
        <NewWebhookDialog of="postback" opened={opened} close={close} />
      </Section>
      {shown && <DeliveriesSection key={shown.id} webhook={shown} />}
      {shown && <Macros />}
    </>
  )
}

function Macros() {
  return (
    <Section title="Macros" note="in the query of a postback URL">
      <dl className={styles.macros}>
        {Object.entries(urlMacros).map(([name, text]) => (
          <div key={name}>
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
