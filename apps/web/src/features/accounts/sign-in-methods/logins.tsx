import type { Login } from '@gridloom/contract/auth/login-provider'
import type { PublicConfig } from '@gridloom/contract/system/public-config'
import { Button } from '@mantine/core'
import { IconExternalLink, IconLogin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { Item, ItemList, Line } from '../../../ui/components/item-list.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { loginsQuery } from '../api/account-queries.ts'
import { useConnectLogin } from '../api/connect-login.ts'
import { useRemoveLogin } from '../api/remove-login.ts'
import { LastUsed } from './passkeys.tsx'
import { providerName } from './provider-name.ts'
import styles from './sign-in-methods.module.css'

type Providers = PublicConfig['login_providers']

/** The connected sign-in providers, and those available to connect. */
export function Logins({ providers }: { providers: Providers }) {
  const logins = useQuery(loginsQuery(useClient()))
  return (
    <Section title="Sign-in providers" inset="flush">
      <Loaded query={logins} what="your sign-in providers" rows={2}>
        {(list) => <LoginList logins={list} providers={providers} />}
      </Loaded>
    </Section>
  )
}

function LoginList({ logins, providers }: { logins: readonly Login[]; providers: Providers }) {
  const remove = useRemoveLogin()
  const open = providers.filter(({ id }) => !logins.some(({ provider }) => provider === id))
  if (logins.length === 0 && open.length === 0) {
    return (
      <EmptyState
        icon={<IconLogin2 size={20} stroke={1.6} />}
        title="No sign-in providers available"
      >
        Once the operator sets up a provider such as Google, you can connect it here.
      </EmptyState>
    )
  }
  return (
    <ItemList label="Sign-in providers">
      {logins.map((login) => (
        <Item
          key={login.id}
          icon={<IconLogin2 size={17} stroke={1.6} />}
          title={providerName(providers, login.provider)}
          actions={
            <RemoveButton
              thing={login}
              word="Disconnect"
              name={providerName(providers, login.provider)}
              confirmWord="Disconnect"
              done={`${providerName(providers, login.provider)} disconnected`}
              remove={remove}
            >
              <strong>{login.email}</strong> can no longer be used to sign in. You can connect it
              again.
            </RemoveButton>
          }
        >
          <Line
            facts={[
              { key: 'email', fact: login.email },
              {
                key: 'since',
                fact: (
                  <>
                    connected <TimeAgo at={login.created_at} />
                  </>
                ),
              },
              { key: 'used', fact: <LastUsed at={login.last_used_at} /> },
            ]}
          />
        </Item>
      ))}
      {open.map((provider) => (
        <OpenProvider key={provider.id} provider={provider} />
      ))}
    </ItemList>
  )
}

function OpenProvider({ provider: { id, name } }: { provider: Providers[number] }) {
  const connect = useConnectLogin((url) => location.assign(url))
  return (
    <Item
      icon={<IconLogin2 size={17} stroke={1.6} />}
      title={name}
      actions={
        <Button
          size="xs"
          aria-label={`Connect ${name}`}
          rightSection={<IconExternalLink size={14} aria-hidden />}
          loading={connect.isPending}
          onClick={() => connect.mutate(id)}
        >
          Connect
        </Button>
      }
    >
      {connect.error ? (
        <span role="alert" className={styles.bad}>
          {describeError(connect.error).text}
        </span>
      ) : (
        'Not connected. You’ll be redirected to sign in.'
      )}
    </Item>
  )
}
