import { limits } from '@gridloom/contract/core/constants'
import { bytecode } from '@gridloom/testkit/chain/bytecode'
import { chainAccounts, startChain } from '@gridloom/testkit/chain/start-chain'
import { eventually } from '@gridloom/testkit/eventually'
import { register } from '@gridloom/testkit/sign-up'
import { sql } from 'kysely'
import {
  concatHex,
  encodeDeployData,
  getCreate2Address,
  type Hex,
  padHex,
  parseAbi,
  serializeErc6492Signature,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aBrowser } from '../../../../test/browser.ts'
import { startWalletSite, type WalletSite } from '../../../../test/wallet-site.ts'
import { sweepAuth } from '../sweep-auth.ts'
import { messageLifeMs } from './sign-in-message.ts'

const walletAbi = parseAbi(['constructor(address owner)'])
const refused = { status: 400, code: 'wallet_refused' }
const Token = z.object({ token: z.string() })
const Wallet = z.object({ id: z.string(), address: z.string() })

describe('the message', () => {
  it('is one of EIP-4361 that names site, address, chain, nonce and times', async () => {
    await using site = await startWalletSite()
    const [wallet, browser] = [aWallet(), aBrowser()]
    const { data } = await site.call(browser, '/api/user/login/wallet/message', {
      body: { address: wallet.address, chain_id: 56 },
    })
    const { nonce, message } = z.looseObject({ nonce: z.string(), message: z.string() }).parse(data)
    expect(nonce).toMatch(/^[0-9a-f]{32}$/)
    const parsed = parseSiweMessage(message)
    const { publicUrl } = site.server.container.config
    expect(parsed).toEqual({
      scheme: 'http',
      domain: new URL(publicUrl).host,
      address: wallet.address,
      statement: 'Sign in to Gridloom.',
      uri: publicUrl,
      version: '1',
      chainId: 56,
      nonce,
      issuedAt: site.clock.now(),
      expirationTime: new Date(site.clock.now().getTime() + messageLifeMs),
    })
    const expected = { message: parsed, nonce, time: site.clock.now() }
    expect(validateSiweMessage(expected)).toBe(true)
  })

  it('is refused for a chain that is not configured and an address with a wrong checksum', async () => {
    await using site = await startWalletSite()
    const wrong = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'
    const ask = (address: string, chain_id: number) =>
      site.call(aBrowser(), '/api/user/login/wallet/message', { body: { address, chain_id } })
    expect(await ask(aWallet().address, 5)).toMatchObject({ status: 400, code: 'chain_unknown' })
    expect(await ask(wrong, 1)).toMatchObject({ status: 400, code: 'invalid_input' })
  })

  it('names the account that the address is linked to', async () => {
    await using site = await startWalletSite()
    const token = await site.open('ada@example.com')
    const { data } = await site.call(aBrowser(), '/api/user/wallets/message', {
      token,
      body: { address: aWallet().address, chain_id: 1, purpose: 'link' },
    })
    expect(JSON.stringify(data)).toContain(
      'Link this address to the Gridloom account ada@example.com.',
    )
  })
})

describe('linking', () => {
  it('stores the address, emails the user, and lets the address sign in', async () => {
    await using site = await startWalletSite()
    const [wallet, browser] = [aWallet(), aBrowser()]
    const token = await site.open('ada@example.com')
    const linked = await site.link(browser, token, wallet)
    const address = wallet.address.toLowerCase()
    expect(linked).toMatchObject({ status: 201, data: { address, contract_chain_id: null } })
    const entered = await site.logIn(aBrowser(), wallet)
    expect(entered.status).toBe(200)
    const client = site.server.client(Token.parse(entered.data).token)
    expect(await client.accounts.details()).toMatchObject({ email: 'ada@example.com' })
    const current = (await client.auth.sessions()).find((session) => session.current)
    expect(current).toMatchObject({ origin: 'wallet' })
    expect(await client.auth.wallets()).toMatchObject([{ last_used_at: expect.any(String) }])
    expect((await emailAbout(site, 'linked')).text).toContain(wallet.address)
  })

  it('refuses an address that is linked already, to whichever account, also in parallel', async () => {
    await using site = await startWalletSite()
    const wallet = aWallet()
    const tokens = [await site.open('ada@example.com'), await site.open('eve@example.com')]
    const both = await Promise.all(tokens.map((token) => site.link(aBrowser(), token, wallet)))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const again = await site.link(aBrowser(), String(tokens[0]), wallet)
    expect(again).toMatchObject({ status: 409, code: 'wallet_taken' })
  })

  it('requires a verified email address, and has a maximum', async () => {
    await using site = await startWalletSite()
    const claim = await register(site.server, { email: 'x@example.com' })
    const body = { address: aWallet().address, chain_id: 1, purpose: 'link' }
    expect(
      await site.call(aBrowser(), '/api/user/wallets/message', { token: claim, body }),
    ).toMatchObject({ status: 403, code: 'email_unverified' })
    const token = await site.open('ada@example.com')
    await sql`insert into wallets (id, account_id, address, label, created_at)
      select 'wlt_' || lpad(n::text, 26, '0'), id, '0x' || lpad(n::text, 40, '0'), 'x', now()
      from accounts, generate_series(1, ${limits.walletsPerAccount}::int) n
      where email = 'ada@example.com'`.execute(site.server.container.db)
    expect(await site.link(aBrowser(), token, aWallet())).toMatchObject({
      status: 409,
      code: 'limit_reached',
    })
  })
})

describe('a signature', () => {
  it('is good once, also in two calls at once', async () => {
    await using site = await startWalletSite()
    const { wallet, browser } = await linked(site)
    const body = await site.sign(browser, { wallet })
    const both = await Promise.all([
      site.call(browser, '/api/user/login/wallet', { body }),
      site.call(browser, '/api/user/login/wallet', { body }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await site.call(browser, '/api/user/login/wallet', { body })).toMatchObject(refused)
  })

  it('is good in the browser that asked for the message, and in no other', async () => {
    await using site = await startWalletSite()
    const { wallet, browser } = await linked(site)
    const body = await site.sign(browser, { wallet })
    const stolen = { body }
    for (const other of [aBrowser(), await usedBrowser(site)])
      expect(await site.call(other, '/api/user/login/wallet', stolen)).toMatchObject(refused)
    expect(await site.call(browser, '/api/user/login/wallet', { body })).toMatchObject({
      status: 200,
    })
  })

  it('of two tabs of one browser is good in either order', async () => {
    await using site = await startWalletSite()
    const { wallet, browser } = await linked(site)
    const first = await site.sign(browser, { wallet })
    const second = await site.sign(browser, { wallet })
    for (const body of [first, second])
      expect((await site.call(browser, '/api/user/login/wallet', { body })).status).toBe(200)
  })

  it('is good for five minutes, and swept afterwards', async () => {
    await using site = await startWalletSite()
    const { wallet, browser } = await linked(site)
    const body = await site.sign(browser, { wallet })
    await site.clock.advance(messageLifeMs)
    expect(await site.call(browser, '/api/user/login/wallet', { body })).toMatchObject(refused)
    await site.clock.advance(1)
    await sweepAuth(site.server.container.system)
    const left = await sql`select 1 from wallet_messages`.execute(site.server.container.db)
    expect(left.rows).toEqual([])
  })

  it('of another key, another message or no curve point is refused', async () => {
    await using chain = await startChain(1)
    await using site = await startWalletSite({ RPC_URL_1: chain.url })
    const { wallet, browser } = await linked(site)
    const { nonce, signature } = await site.sign(browser, { wallet })
    const foreign = await aWallet().signMessage({ message: 'x' })
    const other = await wallet.signMessage({ message: 'Sign in to Gridloom.' })
    const wrong = [foreign, other, `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`]
    for (const one of wrong) {
      const body = { nonce, signature: one }
      expect(await site.call(browser, '/api/user/login/wallet', { body })).toMatchObject(refused)
    }
    const body = { nonce, signature }
    expect((await site.call(browser, '/api/user/login/wallet', { body })).status).toBe(200)
  })

  it('for one purpose is not good for another', async () => {
    await using site = await startWalletSite()
    const { wallet, browser, token } = await linked(site)
    const forLogin = await site.sign(browser, { wallet })
    const forConfirm = await site.sign(browser, { wallet, token, purpose: 'confirm' })
    const confirm = (body: object) =>
      site.call(browser, '/api/user/confirm/wallet', { token, body })
    expect(await confirm(forLogin)).toMatchObject(refused)
    expect(await site.call(browser, '/api/user/login/wallet', { body: forConfirm })).toMatchObject(
      refused,
    )
    const eve = await site.open('eve@example.com')
    const link = { token: eve, body: { ...forConfirm, label: 'x' } }
    expect(await site.call(browser, '/api/user/wallets', link)).toMatchObject(refused)
    expect(await confirm(forConfirm)).toMatchObject({ status: 200 })
  })
})

describe('signing in', () => {
  it('opens no account for an address that nobody has linked', async () => {
    await using site = await startWalletSite()
    expect(await site.logIn(aBrowser(), aWallet())).toMatchObject({
      status: 400,
      code: 'wallet_unknown',
    })
    const { rows } = await sql`select 1 from accounts where role = 'user'`.execute(
      site.server.container.db,
    )
    expect(rows).toEqual([])
  })

  it('refuses a suspended account', async () => {
    await using site = await startWalletSite()
    const { wallet } = await linked(site)
    await sql`update accounts set suspended_at = now() where email = 'ada@example.com'`.execute(
      site.server.container.db,
    )
    expect(await site.logIn(aBrowser(), wallet)).toMatchObject({
      code: 'account_suspended',
    })
  })
})

describe('re-authentication', () => {
  it('lets a protected call through, by a linked address alone', async () => {
    await using site = await startWalletSite()
    const { wallet, browser, token } = await linked(site)
    await site.clock.advance(20 * 60_000)
    const fresh = await site.server.client(token).auth.refresh()
    const other = aWallet()
    const asking = { token: fresh.token, wallet: other, purpose: 'confirm' } as const
    const strange = await site.sign(browser, asking)
    const confirm = (body: object) =>
      site.call(browser, '/api/user/confirm/wallet', { token: fresh.token, body })
    expect(await confirm(strange)).toMatchObject(refused)
    expect(await site.link(browser, fresh.token, other)).toMatchObject({
      code: 'confirmation_required',
    })
    expect(await confirm(await site.sign(browser, { ...asking, wallet }))).toMatchObject({
      status: 200,
    })
    expect(await site.link(browser, fresh.token, other)).toMatchObject({ status: 201 })
  })
})

describe('removing', () => {
  it('ends sign-in with the address and emails the user', async () => {
    await using site = await startWalletSite()
    const { wallet, token, id } = await linked(site)
    const client = site.server.client(token)
    await client.auth.renameWallet({ params: { id }, body: { label: 'Ledger' } })
    expect(await client.auth.wallets()).toMatchObject([{ label: 'Ledger' }])
    await client.auth.removeWallet({ params: { id } })
    expect(await client.auth.wallets()).toEqual([])
    expect(await site.logIn(aBrowser(), wallet)).toMatchObject({ code: 'wallet_unknown' })
    expect((await emailAbout(site, 'removed')).text).toContain(wallet.address)
  })

  it('keeps the last sign-in method', async () => {
    await using site = await startWalletSite()
    const { token, id } = await linked(site)
    await sql`update accounts set password_hash = null where email = 'ada@example.com'`.execute(
      site.server.container.db,
    )
    await expect(
      site.server.client(token).auth.removeWallet({ params: { id } }),
    ).rejects.toMatchObject({ status: 409, code: 'last_sign_in_method' })
  })
})

describe('a contract wallet (EIP-1271)', () => {
  it('signs in by its chain’s contract, on that chain alone', async () => {
    await using chain = await startChain(56)
    await using other = await startChain(1)
    await using site = await startWalletSite({ RPC_URL_56: chain.url, RPC_URL_1: other.url })
    const [owner, stranger] = chainAccounts
    const address = await chain.deployWallet(owner.address)
    const contract = { address, signMessage: owner.signMessage }
    const token = await site.open('ada@example.com')
    const browser = aBrowser()
    expect(await site.link(browser, token, contract, 56)).toMatchObject({
      status: 201,
      data: { contract_chain_id: 56 },
    })
    expect(await site.logIn(browser, contract, 56)).toMatchObject({ status: 200 })
    const forged = { address, signMessage: stranger.signMessage }
    expect(await site.logIn(browser, forged, 56)).toMatchObject(refused)
    // No contract of that address there: whoever deploys one later is somebody else.
    expect(await site.logIn(browser, contract, 1)).toMatchObject(refused)
    // The owner's own address is another one.
    expect(await site.logIn(browser, owner, 56)).toMatchObject({ code: 'wallet_unknown' })
  })

  it('that is not deployed yet signs in by how it will be deployed (EIP-6492)', async () => {
    await using chain = await startChain(56)
    await using site = await startWalletSite({ RPC_URL_56: chain.url })
    const [owner, stranger] = chainAccounts
    const { address, wrap } = notDeployed(owner.address)
    const by = (signer: typeof owner) => ({
      address,
      signMessage: async (text: { message: string }) => wrap(await signer.signMessage(text)),
    })
    const token = await site.open('ada@example.com')
    const browser = aBrowser()
    expect(await site.link(browser, token, by(stranger), 56)).toMatchObject(refused)
    const elsewhere = { ...by(owner), address: aWallet().address }
    expect(await site.link(browser, token, elsewhere, 56)).toMatchObject(refused)
    expect(await site.link(browser, token, by(owner), 56)).toMatchObject({
      status: 201,
      data: { contract_chain_id: 56 },
    })
    expect(await site.logIn(browser, by(owner), 56)).toMatchObject({ status: 200 })
    expect(await site.logIn(browser, by(stranger), 56)).toMatchObject(refused)
    expect(await chain.rpc('eth_getCode', [address, 'latest'])).toBe('0x')
  })

  it('says so when its chain is not responding, and takes no endpoint of another chain', async () => {
    await using wrong = await startChain(1)
    await using site = await startWalletSite({
      RPC_URL_1: wrong.url,
      RPC_URL_11155111: wrong.url,
    })
    const contract = { address: aWallet().address, signMessage: aWallet().signMessage }
    for (const chainId of [56, 11_155_111])
      expect(await site.logIn(aBrowser(), contract, chainId)).toMatchObject({
        status: 502,
        code: 'chain_down',
      })
    expect(await site.logIn(aBrowser(), contract, 1)).toMatchObject(refused)
  })
})

/** Anvil has the usual factory of CREATE2, whose call is the salt and the contract's code. */
const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** A contract wallet that nobody has deployed, and how its signatures say so. */
function notDeployed(owner: Hex) {
  const code = encodeDeployData({ abi: walletAbi, bytecode: bytecode.TestWallet, args: [owner] })
  const salt = padHex('0x1')
  return {
    address: getCreate2Address({ from: factory, salt, bytecode: code }),
    wrap: (signature: Hex) =>
      serializeErc6492Signature({ address: factory, data: concatHex([salt, code]), signature }),
  }
}

function aWallet() {
  return privateKeyToAccount(generatePrivateKey())
}

/** An account with a linked wallet. */
async function linked(site: WalletSite) {
  const [wallet, browser] = [aWallet(), aBrowser()]
  const token = await site.open('ada@example.com')
  const { id } = Wallet.parse((await site.link(browser, token, wallet)).data)
  const [own] = await site.server.client(token).auth.wallets()
  if (own?.id !== id) throw new Error('the wallet is not linked')
  return { wallet, browser, token, id: own.id }
}

/** Another browser that has a cookie of its own. */
async function usedBrowser(site: WalletSite) {
  const browser = aBrowser()
  await site.sign(browser, { wallet: aWallet() })
  return browser
}

async function emailAbout(site: WalletSite, word: string) {
  return eventually(async () => {
    const messages = await site.server.inbox.emailsTo('ada@example.com')
    const found = messages.find(({ subject }) => subject.includes(word))
    if (found === undefined) throw new Error(`no email about ${word}`)
    return found
  })
}
