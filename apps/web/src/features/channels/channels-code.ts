import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../ui/components/as-code.tsx'

const { channels } = endpoints

/** The actions of the page as code. */
export const channelsCode: readonly CodeAction[] = [
  { name: 'List channels', endpoint: channels.list, cli: 'gridloom channels list' },
  {
    name: 'List connected accounts',
    endpoint: channels.connected,
    cli: 'gridloom channels connected',
  },
]
