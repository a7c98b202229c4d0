import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../ui/components/as-code.tsx'

const { ledger, operator, rendering } = endpoints

// The actions of the operator's screens as code, by screen.

export const usersCode: readonly CodeAction[] = [
  {
    name: 'Find accounts',
    endpoint: operator.users,
    input: { query: { search: 'ada', page: 1, page_size: 20 } },
  },
  {
    name: 'Suspend an account',
    endpoint: operator.suspend,
    input: { params: { id: 'acc_…' }, body: { reason: 'Card fraud' } },
  },
  {
    name: 'Restore an account',
    endpoint: operator.restore,
    input: { params: { id: 'acc_…' }, body: {} },
  },
]

export const accessCodesCode: readonly CodeAction[] = [
  { name: 'List the access codes', endpoint: operator.accessCodes },
  {
    name: 'Create an access code',
    endpoint: operator.makeAccessCode,
    input: { body: { label: 'Meetup in November', uses_max: 50 } },
  },
  {
    name: 'Revoke an access code',
    endpoint: operator.revokeAccessCode,
    input: { params: { id: 'cod_…' } },
  },
]

export const machinesCode: readonly CodeAction[] = [
  {
    name: 'Find machines',
    endpoint: operator.machines,
    input: { query: { search: 'loom', page: 1, page_size: 20 } },
  },
  {
    name: 'Unlist a machine',
    endpoint: operator.unlistMachine,
    input: { params: { id: 'mch_…' }, body: { reason: 'Its disk loses data' } },
  },
  {
    name: 'Vouch for a machine’s rendering',
    endpoint: rendering.vouch,
    input: { params: { id: 'mch_…' }, body: { vouched: true } },
  },
]

export const maintenanceCode: readonly CodeAction[] = [
  {
    name: 'Enable maintenance mode',
    endpoint: operator.switchMaintenance,
    input: { body: { on: true } },
  },
  {
    name: 'Disable maintenance mode',
    endpoint: operator.switchMaintenance,
    input: { body: { on: false } },
  },
  {
    name: 'Publish an announcement',
    endpoint: operator.announce,
    input: { body: { level: 'info', text: 'New GPUs are here', mail: false } },
  },
  {
    name: 'Withdraw an announcement',
    endpoint: operator.withdrawAnnouncement,
    input: { params: { id: 'ann_…' } },
  },
]

export const settingsCode: readonly CodeAction[] = [
  {
    name: 'Set the welcome credit',
    endpoint: operator.writeSettings,
    input: { body: { starting_credit_micro_usd: 5_000_000 } },
    cli: 'gridloom operator settings --starting-credit 5',
  },
  {
    name: 'Set the platform fee',
    endpoint: operator.writeSettings,
    input: { body: { platform_fee_basis_points: 1_000 } },
    cli: 'gridloom operator settings --platform-fee 10',
  },
  {
    name: 'Give credit',
    endpoint: ledger.credit,
    input: {
      body: {
        email: 'ada@example.com',
        micro_usd: 20_000_000,
        key: 'welcome-ada',
        text: 'Welcome',
      },
    },
    cli: 'gridloom operator credit ada@example.com 20 --text Welcome',
  },
]

export const overviewCode: readonly CodeAction[] = [
  { name: 'Get the settings', endpoint: operator.readSettings, cli: 'gridloom operator settings' },
  { name: 'Get the maintenance mode', endpoint: operator.maintenance },
  {
    name: 'Get the disk usage',
    endpoint: operator.storage,
    cli: 'gridloom operator storage',
  },
]
