import type { WalletId } from '@gridloom/contract/core/ids'
import { eventually } from '@gridloom/testkit/eventually'
import { sql } from 'kysely'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { aBrowser } from '../../../../test/browser.ts'
import { startWalletSite, type WalletSite } from '../../../../test/wallet-site.ts'

const dayMs = 24 * 60 * 60_000

describe('the payout address', () => {
  it('takes effect a day after the change, which is told by email', async () => {
    await using site = await startWalletSite()
    const user = await withWallets(site, 1)
    expect(await user.read()).toEqual({ current: null, pending: null, wait_hours: 24 })
    const [first] = user.wallets
    const changed = await user.change(first)
    const effectiveAt = new Date(site.clock.now().getTime() + dayMs).toISOString()
    expect(changed).toEqual({
      current: null,
      pending: { wallet_id: first?.id, address: first?.address, effective_at: effectiveAt },
      wait_hours: 24,
    })
    expect((await user.emailAbout('will change')).text).toMatch(/0x[0-9a-fA-F]{40}/)
    await passes(site, '23:59:59')
    expect((await user.read()).current).toBeNull()
    await passes(site, '00:00:01')
    expect(await user.read()).toMatchObject({
      current: { wallet_id: first?.id, address: first?.address },
      pending: null,
    })
  })

  it('stays while a change waits; a further change replaces it, and it can be cancelled', async () => {
    await using site = await startWalletSite()
    const user = await withWallets(site, 3)
    const [first, second, third] = user.wallets
    await user.change(first)
    await passes(site, '24:00:00')
    await user.change(second)
    expect(await user.change(third)).toMatchObject({
      current: { wallet_id: first?.id },
      pending: { wallet_id: third?.id },
    })
    expect(await user.client.wallet.cancelPayoutAddress()).toMatchObject({
      current: { wallet_id: first?.id },
      pending: null,
    })
    await user.emailAbout('stays')
    await passes(site, '48:00:00')
    expect(await user.read()).toMatchObject({ current: { wallet_id: first?.id }, pending: null })
    const again = user.client.wallet.cancelPayoutAddress()
    await expect(again).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is none after its wallet was removed, and never the one before', async () => {
    await using site = await startWalletSite()
    const user = await withWallets(site, 2)
    const [first, second] = user.wallets
    await user.change(first)
    await passes(site, '24:00:00')
    await user.change(second)
    await passes(site, '24:00:00')
    expect(await user.read()).toMatchObject({ current: { wallet_id: second?.id } })
    await user.remove(second)
    expect(await user.read()).toEqual({ current: null, pending: null, wait_hours: 24 })
  })

  it('is not changed by a waiting change whose wallet was removed', async () => {
    await using site = await startWalletSite()
    const user = await withWallets(site, 2)
    const [first, second] = user.wallets
    await user.change(first)
    await passes(site, '24:00:00')
    await user.change(second)
    await user.remove(second)
    await passes(site, '48:00:00')
    expect(await user.read()).toMatchObject({ current: { wallet_id: first?.id }, pending: null })
  })

  it('has one waiting change after two at once', async () => {
    await using site = await startWalletSite()
    const user = await withWallets(site, 2)
    await Promise.all(user.wallets.map((wallet) => user.change(wallet)))
    const { pending } = await user.read()
    expect(user.wallets.map(({ id }) => id)).toContain(pending?.wallet_id)
    await user.client.wallet.cancelPayoutAddress()
    expect(await user.read()).toEqual({ current: null, pending: null, wait_hours: 24 })
  })

  it('needs re-authentication and an own wallet', async () => {
    await using site = await startWalletSite()
    const user = await withWallets(site, 1)
    const eve = site.server.client(await site.open('eve@example.com'))
    const [first] = user.wallets
    const body = { wallet_id: idOf(first) }
    await expect(eve.wallet.changePayoutAddress({ body })).rejects.toMatchObject({
      code: 'not_found',
    })
    await site.clock.advance(20 * 60_000)
    const late = site.server.client((await user.client.auth.refresh()).token)
    await expect(late.wallet.changePayoutAddress({ body })).rejects.toMatchObject({
      code: 'confirmation_required',
    })
  })
})

/** Lets time pass for the changes alone: turning the clock by days would run all work of these days. */
async function passes(site: WalletSite, hours: string): Promise<void> {
  await sql`update payout_addresses set requested_at = requested_at - ${hours}::interval,
    effective_at = effective_at - ${hours}::interval,
    cancelled_at = cancelled_at - ${hours}::interval`.execute(site.server.container.db)
}

interface Own {
  id: WalletId
  address: string
}

function idOf(wallet: Own | undefined): WalletId {
  if (wallet === undefined) throw new Error('no wallet')
  return wallet.id
}

/** A user with linked wallets. */
async function withWallets(site: WalletSite, count: number) {
  const email = 'ada@example.com'
  const key = privateKeyToAccount(generatePrivateKey())
  const browser = aBrowser()
  const first = await site.open(email)
  await site.link(browser, first, key)
  for (let more = 1; more < count; more++)
    await site.link(browser, first, privateKeyToAccount(generatePrivateKey()))
  const client = site.server.client(first)
  const wallets: Own[] = await client.auth.wallets()
  return {
    wallets,
    client,
    read: () => client.wallet.payoutAddress(),
    change: (wallet: Own | undefined) =>
      client.wallet.changePayoutAddress({ body: { wallet_id: idOf(wallet) } }),
    remove: (wallet: Own | undefined) => client.auth.removeWallet({ params: { id: idOf(wallet) } }),
    emailAbout: (word: string) =>
      eventually(async () => {
        const messages = await site.server.inbox.emailsTo(email)
        const found = messages.find(({ subject }) => subject.includes(word))
        if (found === undefined) throw new Error(`no email about ${word}`)
        return found
      }),
  }
}
