import { expect, test } from '@playwright/test'
import { chainAccounts } from '../packages/testkit/src/chain/start-chain.ts'
import { callChain } from './call-chain.ts'
import { register } from './people.ts'
import { installWallet } from './test-wallet.ts'

const [ada] = chainAccounts
const short = `${ada.address.slice(0, 6)}…${ada.address.slice(-4)}`

test('25 test dollars are deposited from a wallet, confirmed and credited', async ({ page }) => {
  await installWallet(page, [{ id: 31_337, rpc: callChain }])
  await register(page, `deposits-${Date.now()}@example.com`)
  await page.goto('/account?section=billing&tab=deposits')
  await page.getByRole('button', { name: 'Show my deposit address' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  await page.getByLabel('Pay from your wallet (USDC)').fill('25')
  await page.getByRole('button', { name: 'Connect wallet and pay' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Test wallet' }).click()
  await expect(page.getByRole('button', { name: `Wallet ${short}` })).toBeVisible()
  const deposits = page.getByRole('list', { name: 'Deposits' })
  await expect(deposits.getByText(/^Confirming [1-5]\/5$/)).toBeVisible()
  await expect(deposits.getByText('$25.00 of credit')).toBeVisible()
  await expect(deposits.getByText('Credited', { exact: true })).toBeVisible()
  // The welcome credit of $5, and the deposit.
  await expect(page.getByText('$30.00').first()).toBeVisible()
  await page.goto('/account?section=billing&tab=transactions')
  await expect(page.getByText('+$25.00').first()).toBeVisible()
})

test('50 test dollars are paid by a signature, without gas of the payer', async ({ page }) => {
  const asked: string[] = []
  const rpc: typeof callChain = (method, params) => {
    asked.push(method)
    return callChain(method, params)
  }
  const wallet = await installWallet(page, [{ id: 31_337, rpc }])
  await register(page, `gasless-${Date.now()}@example.com`)
  await page.goto('/account?section=billing&tab=deposits')
  await page.getByRole('button', { name: 'Show my deposit address' }).click()
  const pay = page.getByRole('button', { name: 'Pay without gas' })
  await expect(pay).toBeDisabled()
  await page.getByLabel('Pay from your wallet (USDC)').fill('50')
  await pay.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Test wallet' }).click()
  await expect(page.getByText('Payment signed.')).toBeVisible()
  const deposits = page.getByRole('list', { name: 'Deposits' })
  await expect(deposits.getByText('$50.00 of credit')).toBeVisible()
  await expect(page.getByText('$55.00').first()).toBeVisible()
  expect(asked).toContain('eth_signTypedData_v4')
  expect(asked).not.toContain('eth_sendTransaction')

  await wallet.act('reject')
  await pay.click()
  await expect(page.getByText('You declined the request in the wallet.')).toBeVisible()
  await expect(pay).toBeEnabled()
})

test('40 dollars are paid in the coin of the chain, at the price of a quote', async ({ page }) => {
  const wallet = await installWallet(page, [{ id: 31_337, rpc: callChain }])
  await register(page, `coins-${Date.now()}@example.com`)
  await page.goto('/account?section=billing&tab=deposits')
  await page.getByRole('combobox', { name: 'Token' }).click()
  await page.getByRole('option', { name: 'ETH' }).click()
  await page.getByLabel('Credit', { exact: true }).fill('40')
  await page.getByRole('button', { name: 'Connect wallet and get a quote' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Test wallet' }).click()
  // 40 dollars at 2,000 less half a percent.
  const quote = page.getByRole('region', { name: 'Quote' })
  await expect(quote.getByText('0.0201 ETH, and the network fee')).toBeVisible()
  await expect(quote.getByText('1 ETH = $1,990.00')).toBeVisible()
  await expect(quote.getByText(/within [1-5]?\d s$/)).toBeVisible()

  await wallet.act('reject payment')
  await quote.getByRole('button', { name: 'Pay 0.0201 ETH with wallet' }).click()
  await expect(page.getByText('You declined the request in the wallet.')).toBeVisible()
  await wallet.act('accept')
  await quote.getByRole('button', { name: 'Pay 0.0201 ETH with wallet' }).click()
  await expect(page.getByText('0.0201 ETH arrived.')).toBeVisible()
  const deposits = page.getByRole('list', { name: 'Deposits' })
  await expect(deposits.getByText('$40.00 of credit')).toBeVisible()
  await expect(page.getByText('$45.00').first()).toBeVisible()
})
