import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { channelsQuery } from './channels-api.ts'
import { channelsCode } from './channels-code.ts'
import { ConnectSection } from './connect-section.tsx'
import { ConnectedSection } from './connected-section.tsx'

/** `/ambassador/manage`: the accounts of channels that are connected, and the channels that can be. */
export function ChannelsPage() {
  const channels = useQuery(channelsQuery(useClient()))
  return (
    <Page
      title="Channels"
      lead="Connect the accounts and pages on which you publish. Gridloom gets the smallest access that works, and no password."
      actions={<AsCode actions={channelsCode} />}
    >
      <Loaded query={channels} what="the channels" rows={8}>
        {({ channels: all }) => (
          <>
            <ConnectedSection channels={all} />
            <ConnectSection channels={all} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
