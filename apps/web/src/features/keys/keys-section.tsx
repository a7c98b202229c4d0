import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { KeyTable } from '../../shared/keys/key-table.tsx'
import { apiKeysQuery } from '../../shared/keys/keys-queries.ts'
import { NewKeyDialog } from '../../shared/keys/new-key-dialog.tsx'
import { RevokeKey } from '../../shared/keys/revoke-key.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { useMakeApiKey } from './api/make-api-key.ts'
import { useRevokeApiKey } from './api/revoke-api-key.ts'
import { ApiReceipt } from './api-receipt.tsx'
import { KeyHelp } from './key-help.tsx'

/** The user's own API keys with their scopes, budget and expiry. */
export function KeysSection() {
  const apiKeys = useQuery(apiKeysQuery(useClient()))
  const make = useMakeApiKey()
  const revoke = useRevokeApiKey()
  const [opened, { open, close }] = useDisclosure(false)
  const start = (variant: 'default' | 'filled') => (
    <Button variant={variant} onClick={open}>
      New API key
    </Button>
  )
  const hasSome = apiKeys.data !== undefined && apiKeys.data.length > 0
  return (
    <>
      <Section title="API keys" inset="flush" actions={hasSome && start('default')}>
        <Loaded query={apiKeys} what="your API keys">
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                icon={<IconCode size={20} stroke={1.6} />}
                title="No API key yet"
                action={start('filled')}
              >
                API keys let scripts and programs act for your account, within the scopes, the
                budget and the expiry date that you set.
              </EmptyState>
            ) : (
              <KeyTable
                keys={list}
                actionOf={(key) => <RevokeKey apiKey={key} revoke={revoke} />}
              />
            )
          }
        </Loaded>
        <NewKeyDialog opened={opened} make={make} close={close} />
      </Section>
      {hasSome && <ApiReceipt />}
      <KeyHelp />
    </>
  )
}
