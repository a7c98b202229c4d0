import { connectedAccountsMax } from '@gridloom/contract/channels/connected-account'
import type { Quota } from '../../../platform/feature.ts'
import { countConnectedAccounts } from './accounts-store.ts'

export const connectedAccountQuota: Quota = {
  max: connectedAccountsMax,
  what: 'connected accounts of channels',
  used: countConnectedAccounts,
}
