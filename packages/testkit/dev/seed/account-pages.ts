import type { Client } from '@gridloom/client/calls'
import { credentials, type SeededAccounts } from './accounts.ts'

/** A public key in OpenSSH format, whose private half was discarded. */
const sshKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJE/+THCNDC8gny6JfLisaB64HgfBDqILyU9bFQdTsPt laptop'

/** Creates the keys of the renter, a company with two members, and an announcement of the operator. */
export async function seedAccountPages(accounts: SeededAccounts): Promise<void> {
  const { renter, operator } = accounts
  await seedKeys(renter)
  await seedCompany(accounts)
  const announcements = await operator.operator.announcements()
  if (announcements.length > 0) return
  const text = 'This installation is for development: its machines and engines are stand-ins.'
  await operator.operator.announce({ body: { level: 'info', text } })
}

async function seedKeys(renter: Client): Promise<void> {
  if ((await renter.keys.apiKeys()).length === 0) {
    const scopes = ['models:use', 'chats:read'] as const
    await renter.keys.generateApiKey({ body: { name: 'Notebook', scopes: [...scopes] } })
  }
  await renter.keys.addSshKey({ body: { ssh_key: sshKey, name: 'Laptop' } })
}

async function seedCompany({ renter, provider }: SeededAccounts): Promise<void> {
  if ((await renter.companies.list()).length > 0) return
  const { id } = await renter.companies.create({ body: { name: 'Northlight Studio' } })
  const params = { id }
  const { email } = credentials.provider
  const invitation = await renter.companies.invite({ params, body: { email, role: 'member' } })
  await provider.companies.acceptInvitation({ params: { id: invitation.id } })
  await renter.companies.fund({ params, body: { micro_usd: 50_000_000, key: 'development' } })
}
