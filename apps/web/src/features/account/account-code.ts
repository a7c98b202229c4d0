import { account } from '@gridloom/contract/account'
import { identity } from '@gridloom/contract/identity'
import { ledger } from '@gridloom/contract/ledger'
import type { CodeAction } from '../../lib/parts/as-code.tsx'
import type { SectionId } from './sections.ts'

const code: Record<SectionId, readonly CodeAction[]> = {
  profile: [
    { name: 'Who is signed in', endpoint: identity.details, cli: 'gridloom whoami' },
    {
      name: 'Change name and username',
      endpoint: account.updateProfile,
      input: { body: { name: 'Ada Lovelace', username: 'ada' } },
    },
    {
      name: 'Take the picture away',
      endpoint: account.updateProfile,
      input: { body: { image: null } },
    },
  ],
  password: [
    {
      name: 'Change the password',
      endpoint: identity.updatePassword,
      input: { body: { old_password: '…', new_password: '…' } },
    },
  ],
  'ways-in': [
    { name: 'List your passkeys', endpoint: account.passkeys },
    { name: 'List your sign-in providers', endpoint: account.logins },
    {
      name: 'Remove a passkey',
      endpoint: account.removePasskey,
      input: { params: { id: 'psk_…' } },
    },
    {
      name: 'Disconnect a provider',
      endpoint: account.removeLogin,
      input: { params: { id: 'lgn_…' } },
    },
  ],
  sessions: [
    { name: 'List your sessions', endpoint: account.sessions },
    { name: 'End one', endpoint: account.endSession, input: { params: { id: 'ses_…' } } },
    { name: 'End all others', endpoint: account.endOtherSessions },
    { name: 'Sign out here', endpoint: identity.logout, cli: 'gridloom logout' },
  ],
  'ssh-keys': [
    { name: 'List your SSH keys', endpoint: account.sshKeys, cli: 'gridloom ssh-keys list' },
    {
      name: 'Add an SSH key',
      endpoint: account.addSshKey,
      input: { body: { ssh_key: 'ssh-ed25519 AAAA… you@laptop' } },
      cli: 'gridloom ssh-keys add ~/.ssh/id_ed25519.pub',
    },
    {
      name: 'Remove an SSH key',
      endpoint: account.removeSshKey,
      input: { params: { id: 'ssh_…' } },
      cli: 'gridloom ssh-keys remove laptop',
    },
  ],
  keys: [
    { name: 'List your API keys', endpoint: account.apiKeys, cli: 'gridloom keys list' },
    {
      name: 'Make an API key',
      endpoint: account.generateApiKey,
      input: {
        body: { name: 'ci', scopes: ['instances:read'], budget_micro_usd: 5_000_000 },
      },
      cli: 'gridloom keys create ci --scope instances:read --budget 5',
    },
    {
      name: 'Revoke an API key',
      endpoint: account.revokeApiKey,
      input: { params: { id: 'key_…' } },
      cli: 'gridloom keys revoke ci',
    },
  ],
  notifications: [
    { name: 'Read the settings', endpoint: account.notifications },
    {
      name: 'Change one',
      endpoint: account.changeNotifications,
      input: { body: { announcements: false } },
    },
  ],
  billing: [
    { name: 'Read the balance', endpoint: ledger.balance, cli: 'gridloom balance' },
    {
      name: 'Read the movements',
      endpoint: ledger.statements,
      input: { query: { page: 1, page_size: 20 } },
      cli: 'gridloom ledger --page 1 --limit 20',
    },
  ],
  activity: [
    {
      name: 'Read the activity',
      endpoint: account.audit,
      input: { query: { page: 1, page_size: 20 } },
      cli: 'gridloom account audit --limit 20',
    },
  ],
  'your-data': [
    {
      name: 'Export everything',
      endpoint: account.exportEverything,
      cli: 'gridloom account export > everything.json',
    },
  ],
}

/** A section's actions as code. */
export function codeOf(section: SectionId): readonly CodeAction[] {
  return code[section]
}
