import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../ui/components/as-code.tsx'
import type { SectionId } from './sections.ts'

const { accounts, audit, auth, keys, ledger, privacy, webhooks } = endpoints

const code: Record<SectionId, readonly CodeAction[]> = {
  profile: [
    { name: 'Get the signed-in user', endpoint: accounts.details, cli: 'gridloom whoami' },
    {
      name: 'Update name and username',
      endpoint: accounts.updateProfile,
      input: { body: { name: 'Ada Lovelace', username: 'ada' } },
    },
    {
      name: 'Remove the picture',
      endpoint: accounts.updateProfile,
      input: { body: { image: null } },
    },
  ],
  password: [
    {
      name: 'Change your password',
      endpoint: auth.updatePassword,
      input: { body: { old_password: '…', new_password: '…' } },
    },
  ],
  wallets: [
    { name: 'List your wallets', endpoint: auth.wallets },
    {
      name: 'Rename a wallet',
      endpoint: auth.renameWallet,
      input: { params: { id: 'wlt_…' }, body: { label: 'Ledger' } },
    },
    { name: 'Remove a wallet', endpoint: auth.removeWallet, input: { params: { id: 'wlt_…' } } },
  ],
  'sign-in-methods': [
    { name: 'List your passkeys', endpoint: auth.passkeys },
    { name: 'List your sign-in providers', endpoint: auth.logins },
    {
      name: 'Remove a passkey',
      endpoint: auth.removePasskey,
      input: { params: { id: 'psk_…' } },
    },
    {
      name: 'Disconnect a provider',
      endpoint: auth.removeLogin,
      input: { params: { id: 'lgn_…' } },
    },
  ],
  sessions: [
    { name: 'List your sessions', endpoint: auth.sessions },
    { name: 'End a session', endpoint: auth.endSession, input: { params: { id: 'ses_…' } } },
    { name: 'End all other sessions', endpoint: auth.endOtherSessions },
    { name: 'Sign out', endpoint: auth.logout, cli: 'gridloom logout' },
  ],
  'ssh-keys': [
    { name: 'List your SSH keys', endpoint: keys.sshKeys, cli: 'gridloom ssh-keys list' },
    {
      name: 'Add an SSH key',
      endpoint: keys.addSshKey,
      input: { body: { ssh_key: 'ssh-ed25519 AAAA… you@laptop' } },
      cli: 'gridloom ssh-keys add ~/.ssh/id_ed25519.pub',
    },
    {
      name: 'Remove an SSH key',
      endpoint: keys.removeSshKey,
      input: { params: { id: 'ssh_…' } },
      cli: 'gridloom ssh-keys remove laptop',
    },
  ],
  keys: [
    { name: 'List your API keys', endpoint: keys.apiKeys, cli: 'gridloom keys list' },
    {
      name: 'Create an API key',
      endpoint: keys.generateApiKey,
      input: {
        body: { name: 'ci', scopes: ['instances:read'], budget_micro_usd: 5_000_000 },
      },
      cli: 'gridloom keys create ci --scope instances:read --budget 5',
    },
    {
      name: 'Revoke an API key',
      endpoint: keys.revokeApiKey,
      input: { params: { id: 'key_…' } },
      cli: 'gridloom keys revoke ci',
    },
  ],
  webhooks: [
    { name: 'List your webhooks', endpoint: webhooks.list, cli: 'gridloom webhooks list' },
    {
      name: 'Create a webhook',
      endpoint: webhooks.create,
      input: {
        body: { url: 'https://example.com/hooks', events: ['instance.ready', 'instance.failed'] },
      },
      cli: 'gridloom webhooks create https://example.com/hooks --event instance.ready',
    },
    {
      name: 'Send a test event',
      endpoint: webhooks.test,
      input: { params: { id: 'whk_…' } },
      cli: 'gridloom webhooks test example.com',
    },
    {
      name: 'List deliveries',
      endpoint: webhooks.deliveries,
      input: { params: { id: 'whk_…' } },
      cli: 'gridloom webhooks deliveries example.com',
    },
  ],
  notifications: [
    { name: 'List the settings', endpoint: accounts.notifications },
    {
      name: 'Change a setting',
      endpoint: accounts.changeNotifications,
      input: { body: { announcements: false } },
    },
  ],
  billing: [
    { name: 'Get the balance', endpoint: ledger.balance, cli: 'gridloom balance' },
    { name: 'Get the bill of this month', endpoint: ledger.bill, cli: 'gridloom bill' },
    {
      name: 'List transactions',
      endpoint: ledger.lines,
      input: { query: { granularity: 'day', limit: 50 } },
      cli: 'gridloom ledger --by day --limit 50',
    },
  ],
  activity: [
    {
      name: 'List activity',
      endpoint: audit.listOwn,
      input: { query: { page: 1, page_size: 20 } },
      cli: 'gridloom account audit --limit 20',
    },
  ],
  'your-data': [
    {
      name: 'Export all data',
      endpoint: privacy.exportData,
      cli: 'gridloom account export > everything.json',
    },
  ],
}

/** Returns the code samples of a section's actions. */
export function accountCode(section: SectionId): readonly CodeAction[] {
  return code[section]
}
