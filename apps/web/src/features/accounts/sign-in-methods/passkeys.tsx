import type { Passkey } from '@gridloom/contract/auth/passkey'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { hasPasskeys } from '../../../shared/auth/passkeys.ts'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { Item, ItemList, Line } from '../../../ui/components/item-list.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { passkeysQuery } from '../api/account-queries.ts'
import { useRemovePasskey } from '../api/remove-passkey.ts'
import { NewPasskey } from './new-passkey.tsx'

/** The user's passkeys, with a button that adds one. */
export function Passkeys() {
  const passkeys = useQuery(passkeysQuery(useClient()))
  const [opened, { open, close }] = useDisclosure(false)
  const canMake = hasPasskeys()
  const add = (variant: 'default' | 'filled') => (
    <Button variant={variant} onClick={open} disabled={!canMake}>
      Add passkey
    </Button>
  )
  return (
    <Section
      title="Passkeys"
      inset="flush"
      actions={passkeys.data !== undefined && passkeys.data.length > 0 && add('default')}
    >
      <Loaded query={passkeys} what="your passkeys">
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconFingerprint size={20} stroke={1.6} />}
              title="No passkey yet"
              action={add('filled')}
            >
              {canMake
                ? 'Devices that sign you in with a fingerprint, a face or a PIN appear here.'
                : 'Passkeys need HTTPS and a browser that supports them.'}
            </EmptyState>
          ) : (
            <PasskeyList passkeys={list} />
          )
        }
      </Loaded>
      {opened && <NewPasskey close={close} />}
    </Section>
  )
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const remove = useRemovePasskey()
  return (
    <ItemList label="Passkeys">
      {passkeys.map((passkey) => (
        <Item
          key={passkey.id}
          icon={<IconFingerprint size={17} stroke={1.6} />}
          title={passkey.name}
          badge={passkey.synced && <StatusBadge look="plain" tone="good" word="Synced" />}
          actions={
            <RemoveButton
              thing={passkey}
              word="Remove"
              name={passkey.name}
              confirmWord="Remove passkey"
              done={`Passkey ${passkey.name} removed`}
              remove={remove}
            >
              You can no longer sign in with it. Afterwards, you can also delete it from your
              device.
            </RemoveButton>
          }
        >
          <Line
            facts={[
              {
                key: 'made',
                fact: (
                  <>
                    added <TimeAgo at={passkey.created_at} />
                  </>
                ),
              },
              { key: 'used', fact: <LastUsed at={passkey.last_used_at} /> },
            ]}
          />
        </Item>
      ))}
    </ItemList>
  )
}

/** `last used 3 d ago`, or `never used`. */
export function LastUsed({ at }: { at: string | null }) {
  if (at === null) return 'never used'
  return (
    <>
      last used <TimeAgo at={at} />
    </>
  )
}
