import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMaliciousAgent } from '../../src/malicious-agent.ts'
import { startProduct } from '../../src/product.ts'

const link = 'https://gridl00m.example/login'
const phishing = `Your account is locked. Sign in again at ${link}`
/** Clears the screen, writes the clipboard, sets the window title, reverses the reading direction, breaks the line. */
const escapes = '\u001b[2J\u001b]52;c;cm0gLXJmIH4=\u0007\u009b31m\u202e\u2066\u200b\u2028'
const actsOnReaders = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2066-\u2069]/u

let site: Awaited<ReturnType<typeof setup>>
beforeAll(async () => {
  site = await setup()
})
afterAll(() => site.product[Symbol.asyncDispose]())

it('keeps text of a machine out of notices and emails, and marks it on the instance', async () => {
  const { product, machine } = site
  const { id } = await product.order({ offer_id: site.offer.id, label: 'mine' })
  await machine.specOf(id)
  const text = `${phishing}${escapes}`.padEnd(500, 'x')
  const reason = { code: 'start_failed', text, exit_code: 1 } as const
  const progress = { text, percent: null, done_bytes: null, total_bytes: null }
  const failed = { phase: 'failed', ready: false, reason, progress } as const
  await machine.heartbeat({ instances: [machine.reportOf(id, failed)] })
  const instance = await product.untilInstance(id, ({ state }) => state === 'failed')

  expect(instance.reason?.text).toBe('The container could not be started.')
  expect(instance.reason?.machine_says).toContain('Your account is locked')
  expect(JSON.stringify(instance)).not.toMatch(actsOnReaders)
  const { renter } = product.people
  const message = await product.server.inbox.message(renter.email, ({ subject }) =>
    subject.includes('mine failed'),
  )
  expect(message.text).toContain('mine failed. The container could not be started.')
  expect(message.text).not.toContain('gridl00m')
  expect(message.text).not.toContain('locked')
  expect(message.text.length).toBeLessThan(2_000)
  const list = JSON.stringify(await product.renter.instances.list())
  expect(list.length).toBeLessThan(10_000)
})

it('disconnects a machine that reports an overlong reason, and stores none of it', async () => {
  const { product, machine } = site
  const { id } = await product.order({ offer_id: site.offer.id })
  await machine.specOf(id)
  const reason = { code: 'exited', text: phishing.repeat(10_000), exit_code: 1 } as const
  const report = machine.reportOf(id, { phase: 'stopped', ready: false, reason })
  const over = machine.link.ended
  await Promise.race([machine.link.report({ kind: 'instance', report }), over])
  await over
  const { reason: kept } = await product.renter.instances.read({ params: { id } })
  expect(JSON.stringify(kept)).not.toContain('locked')
  await machine.connect()
  await machine.hello()
})

it('shows hardware without terminal control characters', async () => {
  const { offers } = await site.product.renter.market.search({ query: { page_size: 100 } })
  const offer = offers.find(({ machine_id }) => machine_id === site.machine.machineId)
  expect(offer?.cpu_model).toContain('Xeon')
  expect(JSON.stringify(offers)).not.toMatch(actsOnReaders)
})

it('rejects names with characters that control a terminal or the reading direction', async () => {
  const { product, machine, owner } = site
  const name = `tower${escapes}`
  const params = { id: machine.machineId }
  const refused = { code: 'invalid_input' }
  await expect(owner.client.machines.change({ params, body: { name } })).rejects.toMatchObject(
    refused,
  )
  await expect(product.order({ offer_id: site.offer.id, label: name })).rejects.toMatchObject(
    refused,
  )
  await expect(product.renter.companies.create({ body: { name } })).rejects.toMatchObject(refused)
  await expect(product.renter.accounts.updateProfile({ body: { name } })).rejects.toMatchObject(
    refused,
  )
})

it('sends no link in an invitation to a company whose name contains one', async () => {
  const { product, owner } = site
  const company = await product.renter.companies.create({ body: { name: `Log in at ${link}` } })
  await product.renter.companies.invite({
    params: { id: company.id },
    body: { email: owner.email, role: 'member' },
  })
  const message = await product.server.inbox.message(owner.email, ({ subject }) =>
    subject.includes('invited you'),
  )
  expect(message.subject).toContain('invited you to join a company')
  expect(message.subject + message.text).not.toContain('gridl00m')
})

async function setup() {
  const product = await startProduct({ driver: 'fake' })
  const owner = await product.newcomer()
  const machine = await startMaliciousAgent(product.server, {
    owner: owner.client,
    hardware: { cpu_model: `Xeon${escapes}`, os: `Debian${escapes}` },
  })
  await machine.hello()
  const offer = await machine.list({ cpu_slot_micro_usd_per_hour: 36_000 })
  return { product, owner, machine, offer }
}
