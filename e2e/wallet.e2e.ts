import { expect, test } from '@playwright/test'
import { startExchange } from '../packages/testkit/src/chain/exchange-stand-in.ts'
import { chainAccounts, startChain } from '../packages/testkit/src/chain/start-chain.ts'
import { startWalletConnectRelay } from '../packages/testkit/src/chain/walletconnect-relay.ts'
import { startWalletConnectWallet } from '../packages/testkit/src/chain/walletconnect-wallet.ts'
import { register } from './people.ts'
import { relayPort, walletConnectPort } from './ports.ts'
import { installWallet } from './test-wallet.ts'

/** Wallets: an extension that signs with a real chain, and the exchange wallet behind a relay. */

const [ada] = chainAccounts
const short = `${ada.address.slice(0, 6)}…${ada.address.slice(-4)}`

test('a wallet is connected, switched, linked, signs in and is removed', async ({ page }) => {
  await using ethereum = await startChain(1)
  await using bnb = await startChain(56)
  const extension = await installWallet(page, [ethereum, bnb])
  await register(page, `wallet-${Date.now()}@example.com`)
  await page.goto('/account?section=wallets')
  const dialog = page.getByRole('dialog')

  await test.step('a declined connection is told, and can be tried again', async () => {
    await extension.act('reject')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.getByRole('button', { name: 'Test wallet' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('You declined the request in the wallet.')
    await extension.act('accept')
    await dialog.getByRole('button', { name: 'Test wallet' }).click()
    await expect(page.getByRole('button', { name: `Wallet ${short}` })).toBeVisible()
  })
  await test.step('the network is shown and switched; an unknown one is told', async () => {
    await page.getByRole('button', { name: `Wallet ${short}` }).click()
    await expect(dialog.getByText(ada.address)).toBeVisible()
    const network = dialog.getByRole('combobox', { name: 'Network' })
    await expect(network).toHaveValue('Ethereum')
    await network.click()
    await page.getByRole('option', { name: 'BNB Smart Chain' }).click()
    await expect(network).toHaveValue('BNB Smart Chain')
    await network.click()
    await page.getByRole('option', { name: 'Sepolia' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await extension.move(999)
    await expect(dialog.getByText('This network is not available here.')).toBeVisible()
    await extension.move(1)
    await expect(network).toHaveValue('Ethereum')
    await page.keyboard.press('Escape')
  })
  await test.step('it is linked', async () => {
    await page.goto('/account?section=wallets')
    await page.getByRole('button', { name: 'Link connected wallet' }).click()
    await expect(page.getByText('Wallet linked')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Wallets' })).toContainText(ada.address)
  })
  await test.step('it signs in', async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a wallet' }).click()
    await expect(page.getByText('Successfully signed in')).toBeVisible()
    await page.goto('/account?section=sessions')
    await expect(page.getByText('with a wallet')).toBeVisible()
  })
  await test.step('without accounts it is disconnected', async () => {
    await expect(page.getByRole('button', { name: `Wallet ${short}` })).toBeVisible()
    await extension.drop()
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  })
  await test.step('it is removed', async () => {
    await page.goto('/account?section=wallets')
    await page.getByRole('button', { name: 'Remove Test wallet' }).click()
    await dialog.getByRole('button', { name: 'Remove wallet' }).click()
    await expect(page.getByText('No wallet linked')).toBeVisible()
  })
})

test('the exchange wallet connects by its code, and its errors are told', async ({ page }) => {
  await using exchange = await startExchange(relayPort)
  await register(page, `exchange-${Date.now()}@example.com`)
  await page.goto('/account?section=wallets')
  const dialog = page.getByRole('dialog')
  const begin = async () => {
    await dialog.getByRole('button', { name: 'Binance Wallet' }).click()
    await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
    return String(await dialog.getByRole('region', { name: 'Connection code' }).textContent())
  }
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await test.step('the user cancels', async () => {
    await begin()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('[binance-w3w] User closed modal')
  })
  await test.step('the user declines', async () => {
    await using _wallet = await exchange.scan(await begin(), { session: 'reject' })
    await expect(dialog.getByRole('alert')).toHaveText('[binance-w3w] User rejected connection')
  })
  const approve = { accounts: [ada.address.toLowerCase()], chainId: 56 }
  await using wallet = await exchange.scan(await begin(), {
    session: { approve },
    answer: () => ({ error: { code: -32602, message: 'bad' } }),
  })
  expect(await wallet.asked).toBe(56)
  await page.getByRole('button', { name: `Wallet ${short}` }).click()
  await test.step('the wallet refuses to switch, and then does', async () => {
    const network = dialog.getByRole('combobox', { name: 'Network' })
    await expect(network).toHaveValue('BNB Smart Chain')
    await network.click()
    await page.getByRole('option', { name: 'Ethereum' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('[binance-w3w] Invalid request param')
    wallet.update({ approved: true, chainId: 1 })
    await expect(network).toHaveValue('Ethereum')
  })
  await test.step('the wallet leaves', async () => {
    wallet.update({ approved: false })
    await expect(dialog.getByText('Connect a wallet')).toBeVisible()
  })
})

test('a wallet of WalletConnect connects, signs in after a reload, and leaves', async ({
  page,
}) => {
  await using relay = await startWalletConnectRelay(walletConnectPort)
  const wallet = await startWalletConnectWallet(relay)
  await register(page, `walletconnect-${Date.now()}@example.com`)
  await page.goto('/account?section=wallets')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.getByRole('button', { name: 'WalletConnect' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  const code = await dialog.getByRole('region', { name: 'Connection code' }).textContent()
  const { topic } = await wallet.approve(String(code), [`eip155:1:${ada.address}`])
  await expect(page.getByRole('button', { name: `Wallet ${short}` })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: `Wallet ${short}` })).toBeVisible()
  await page.getByRole('button', { name: 'Link connected wallet' }).click()
  await wallet.signNext((message) => ada.signMessage({ message: { raw: message } }))
  await expect(page.getByText('Wallet linked')).toBeVisible()
  await wallet.leave(topic)
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
})
