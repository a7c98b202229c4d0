import { endpoints } from 'virtual:api-facts'
import { IconCoin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { AsCode, type CodeAction } from '../../../ui/components/as-code.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { tokensQuery } from '../api/wallet-queries.ts'
import { TokenSection } from './token-section.tsx'

/** `/token`: the tokens of this installation, and what the connected wallet holds of them. */
export function TokenPage() {
  const client = useClient()
  const tokens = useQuery(tokensQuery(client))
  const config = useQuery(configQuery(client)).data
  return (
    <Page
      title="Tokens"
      lead="Tokens of this installation. Prices and balances on this site are in US dollars."
      actions={<AsCode actions={code} />}
    >
      <Loaded query={tokens} what="the tokens" rows={4}>
        {(list) =>
          list.length === 0 ? (
            <NoTokens />
          ) : (
            list.map((token) => (
              <TokenSection
                key={`${token.chain_id} ${token.address}`}
                token={token}
                chain={config?.chains.find(({ id }) => id === token.chain_id)}
              />
            ))
          )
        }
      </Loaded>
    </Page>
  )
}

function NoTokens() {
  return (
    <Section title="Tokens" inset="flush">
      <EmptyState icon={<IconCoin size={20} stroke={1.6} />} title="No token">
        This installation has no token. An operator configures them with the variable TOKENS.
      </EmptyState>
    </Section>
  )
}

const code: readonly CodeAction[] = [{ name: 'List tokens', endpoint: endpoints.wallet.tokens }]
