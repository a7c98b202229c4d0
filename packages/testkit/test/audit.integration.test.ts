import { createHash, generateKeyPairSync } from 'node:crypto'
import { api } from '@gridloom/contract/api'
import { AccountId, type InstanceId } from '@gridloom/contract/core/ids'
import { openAudience } from '@gridloom/contract/missions/audience'
import { expect, it } from 'vitest'
import { holdAccount } from '../src/hold-account.ts'
import { onePixel } from '../src/one-pixel.ts'
import { type Person, startProduct } from '../src/product.ts'
import { makeRunFor } from '../src/ran-for.ts'
import { register, signIn, verify } from '../src/sign-up.ts'
import { aChat } from './strangers/a-chat.ts'

/** Writes that this test does not reach; a test of their own feature covers the audit event of each. */
const elsewhere = [
  'auth.addPasskey',
  'auth.confirmByLogin',
  'auth.connectLogin',
  'auth.linkWallet',
  'auth.passkeyConfirm',
  'auth.passkeyLogin',
  'auth.providerCallback',
  'auth.redeemLogin',
  'auth.removeLogin',
  'auth.removePasskey',
  'auth.removeWallet',
  'auth.renameWallet',
  'auth.walletConfirm',
  'auth.walletLogin',
  'backups.cancel',
  'backups.change',
  'backups.changePassword',
  'backups.create',
  'backups.remove',
  'backups.removePoint',
  'backups.restore',
  'backups.run',
  'cards.changeAutoTopUp',
  'cards.choose',
  'cards.operatorRefund',
  'cards.pay',
  'cards.refund',
  'cards.remove',
  'cards.setup',
  'channels.connect',
  'channels.disconnect',
  'channels.finish',
  'channels.reconnect',
  'channels.verify',
  'clusters.create',
  'clusters.destroy',
  'clusters.measure',
  'clusters.start',
  'clusters.stop',
  'deposits.createAddress',
  'deposits.createGasless',
  'deposits.createQuote',
  'deposits.signGasless',
  'files.cancelUpload',
  'files.change',
  'files.createFolder',
  'files.finishUpload',
  'files.remove',
  'files.rename',
  'files.write',
  'instances.act',
  'invoices.credit',
  'invoices.writeDetails',
  'machines.enrol',
  'machines.remove',
  'missions.appeal',
  'missions.claim',
  'missions.decide',
  'payouts.approve',
  'payouts.cancel',
  'payouts.cancelBankAccount',
  'payouts.changeBankAccount',
  'payouts.changeSettings',
  'payouts.createFile',
  'payouts.executeFile',
  'payouts.openStripe',
  'payouts.recordReturn',
  'payouts.reject',
  'payouts.removeBankAccount',
  'payouts.removeStripeAccount',
  'payouts.request',
  'payouts.resolve',
  'posts.cancel',
  'posts.create',
  'posts.edit',
  'posts.endFeed',
  'posts.makeFeed',
  'posts.posted',
  'posts.reschedule',
  'posts.retry',
  'rendering.approve',
  'rendering.cancel',
  'rendering.cancelUpload',
  'rendering.change',
  'rendering.changeMachine',
  'rendering.create',
  'rendering.finishUpload',
  'rendering.pause',
  'rendering.reject',
  'rendering.remove',
  'rendering.removeScene',
  'rendering.resume',
  'rendering.retry',
  'rendering.start',
  'rendering.startUpload',
  'rendering.test',
  'reservations.cancel',
  'reservations.change',
  'reservations.create',
  'snapshots.cancelMove',
  'snapshots.create',
  'snapshots.move',
  'snapshots.order',
  'snapshots.remove',
  'snapshots.rename',
  'volumes.create',
  'volumes.remove',
  'wallet.cancelPayoutAddress',
  'wallet.changePayoutAddress',
  'webhooks.replay',
  'webhooks.test',
]

it('records each write once, with its user, account, subject and address', async () => {
  await using site = await setup()
  for (const step of [
    signingIn,
    ownAccount,
    ownCompany,
    instances,
    templates,
    apps,
    webhooks,
    models,
    chats,
    operating,
    goodbye,
  ])
    await step(site)
  const writes = Object.entries(api).flatMap(([area, endpoints]) =>
    Object.entries(endpoints)
      .filter(([, { audit, transport }]) => audit === 'write' && transport !== 'websocket')
      .map(([name]) => `${area}.${name}`),
  )
  expect(writes.filter((action) => !site.done.has(action)).sort()).toEqual(elsewhere)
})

it('records neither rejected calls nor reads', async () => {
  await using site = await setup()
  const { product, ada } = site
  const { client } = ada
  const { machine } = product
  const before = await site.entries()
  const refused = await Promise.allSettled<unknown>([
    client.instances.stop({ params: { id: 'ins_00000000000000000000000000' } }),
    client.machines.change({ params: { id: machine.id }, body: { listed: false } }),
    client.operator.writeSettings({ body: { starting_credit_micro_usd: 1 } }),
    client.operator.switchMaintenance({ body: { on: true } }),
    client.accounts.updateProfile({ body: { username: '?' } }),
    client.companies.rename({ params: { id: ada.id }, body: { name: 'Mine' } }),
    client.accounts.enterAccessCode({ body: { referral_code: 'wrong' } }),
    client.keys.addSshKey({ body: { ssh_key: 'not a key' } }),
    product.server.client().machines.createEnrolmentToken(),
  ])
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 'rejected'))
  await client.accounts.details()
  await client.instances.list()
  await client.auth.sessions()
  await client.ledger.statements()
  await client.privacy.exportData().then((response) => response.text())
  await product.operator.operator.users()
  expect(await site.entries()).toEqual(before)
})

interface Expected {
  action: string
  /** The user who did it; left out if not known beforehand. */
  by?: string
  /** The account it was done for, if that is another one. */
  forWhom?: string
  subject?: string
}

type Site = Awaited<ReturnType<typeof setup>>

async function signingIn({ product, once }: Site): Promise<void> {
  const { server } = product
  const email = 'newcomer@example.com'
  // The challenge of the human check is requested first, and is not a write.
  const token = await once({ action: 'auth.register' }, () => register(server, { email }))
  const { account_id: by } = await server.client(token).accounts.details()
  const fresh = await once({ action: 'auth.verifyOtp', by }, () => verify(server, { email, token }))
  const client = server.client(fresh)
  const code = { body: { referral_code: server.accessCode } }
  const opened = await once({ action: 'accounts.enterAccessCode', by }, () =>
    client.accounts.enterAccessCode(code),
  )
  const member = server.client(opened.token)
  await once({ action: 'auth.extensionToken', by }, () => member.auth.extensionToken())
  const password = 'a password of tests'
  await once({ action: 'auth.confirm', by }, () => member.auth.confirm({ body: { password } }))
  const account = { email, password }
  const again = await once({ action: 'auth.login', by }, () => signIn(server, account))
  await once({ action: 'auth.logout', by }, () => server.client(again).auth.logout())
  await once({ action: 'auth.updatePassword', by }, () =>
    member.auth.updatePassword({
      body: { old_password: password, new_password: 'quite another phrase' },
    }),
  )
  await once({ action: 'auth.resendOtp' }, () =>
    server.client().auth.resendOtp({ body: { email: 'nobody@example.com' } }),
  )
}

async function ownAccount({ product, ada, once, note }: Site): Promise<void> {
  const { client, id: by } = ada
  const { accounts, keys, auth } = client
  await once({ action: 'accounts.updateProfile', by }, () =>
    accounts.updateProfile({ body: { name: 'Ada' } }),
  )
  await once({ action: 'accounts.changeNotifications', by }, () =>
    accounts.changeNotifications({ body: { balance_low: false } }),
  )
  const sshKey = await note('keys.addSshKey', by, () =>
    keys.addSshKey({ body: { ssh_key: anSshKey() } }),
  )
  expect(sshKey.entry.subject).not.toBe('')
  await once({ action: 'keys.removeSshKey', by, subject: sshKey.made.id }, () =>
    keys.removeSshKey({ params: { id: sshKey.made.id } }),
  )
  const key = await note('keys.generateApiKey', by, () =>
    keys.generateApiKey({ body: { name: 'ci', scopes: ['market:read'] } }),
  )
  const { id } = key.made.api_key
  expect(key.entry.subject).toBe(id)
  await once({ action: 'keys.revokeApiKey', by, subject: id }, () =>
    keys.revokeApiKey({ params: { id } }),
  )
  const { email, password } = ada
  await signIn(product.server, { email, password })
  const other = (await auth.sessions()).find(({ current }) => !current)
  const session = other?.id ?? ''
  await once({ action: 'auth.endSession', by, subject: session }, () =>
    auth.endSession({ params: { id: session } }),
  )
  await once({ action: 'auth.endOtherSessions', by }, () => auth.endOtherSessions())
}

async function ownCompany({ product, ada, eve, once, note }: Site): Promise<void> {
  const by = ada.id
  const { companies } = ada.client
  const founded = await note('companies.create', by, () =>
    companies.create({ body: { name: 'Acme' } }),
  )
  const params = { id: founded.made.id }
  const forWhom = params.id
  expect(founded.entry.subject).toBe(forWhom)
  const did = { by, forWhom, subject: forWhom }
  await once({ action: 'companies.rename', ...did }, () =>
    companies.rename({ params, body: { name: 'Acme 2' } }),
  )
  await product.operator.ledger.credit({
    body: { email: ada.email, micro_usd: 10_000, key: 'paid', text: 'Paid' },
  })
  await once({ action: 'companies.fund', ...did }, () =>
    companies.fund({ params, body: { micro_usd: 10_000, key: 'first' } }),
  )
  const invite = async () =>
    (
      await note('companies.invite', by, () =>
        companies.invite({ params, body: { email: eve.email, role: 'member' } }),
      )
    ).made.id
  const withdrawn = await invite()
  await once({ action: 'companies.withdrawInvitation', by, forWhom }, () =>
    companies.withdrawInvitation({ params: { ...params, invitation_id: withdrawn } }),
  )
  const declined = await invite()
  await once({ action: 'companies.declineInvitation', by: eve.id, subject: declined }, () =>
    eve.client.companies.declineInvitation({ params: { id: declined } }),
  )
  const accepted = await invite()
  await once({ action: 'companies.acceptInvitation', by: eve.id, forWhom, subject: accepted }, () =>
    eve.client.companies.acceptInvitation({ params: { id: accepted } }),
  )
  const member = { ...params, account_id: eve.id }
  await once({ action: 'companies.changeMember', by, forWhom }, () =>
    companies.changeMember({ params: member, body: { role: 'admin' } }),
  )
  await once({ action: 'companies.removeMember', by, forWhom }, () =>
    companies.removeMember({ params: member }),
  )
  const key = await note('companies.generateKey', by, () =>
    companies.generateKey({ params, body: { name: 'ci', scopes: ['market:read'] } }),
  )
  await once({ action: 'companies.revokeKey', by, forWhom }, () =>
    companies.revokeKey({ params: { ...params, key_id: key.made.api_key.id } }),
  )
  await once({ action: 'companies.close', ...did }, () => companies.close({ params }))
}

async function ports({ renter, once, note }: Site, id: InstanceId): Promise<void> {
  const { client, id: by } = renter
  const params = { id, port: 80 }
  const [address] = await client.ports.list({ params: { id } })
  const created = await note('ports.createLink', by, () =>
    client.ports.createLink({ params, body: { expires_in_s: 600 } }),
  )
  const link_id = created.made.link.id
  expect(created.entry.subject).toBe(link_id)
  await once({ action: 'ports.revokeLink', by, subject: `${id}/80/${link_id}` }, () =>
    client.ports.revokeLink({ params: { ...params, link_id } }),
  )
  await once({ action: 'ports.change', by, subject: `${id}/80` }, () =>
    client.ports.change({ params, body: { access: 'private' } }),
  )
  await once({ action: 'ports.openTcp', by, subject: `${id}/80` }, () =>
    client.ports.openTcp({ params, body: {} }),
  )
  await once({ action: 'ports.closeTcp', by, subject: `${id}/80` }, () =>
    client.ports.closeTcp({ params }),
  )
  const label = new URL(address?.url ?? '').hostname.split('.')[0] ?? ''
  await once({ action: 'ports.signIn', by, subject: label }, () =>
    client.ports.signIn({ body: { address: label, state: '0'.repeat(64) } }),
  )
}

async function instances(site: Site): Promise<void> {
  const { product, provider, renter, once, note } = site
  const subject = product.machine.id
  const params = { id: subject }
  const hosting = { by: provider.id, subject }
  await once({ action: 'machines.change', ...hosting }, () =>
    provider.client.machines.change({ params, body: { name: 'tower' } }),
  )
  await once({ action: 'monitoring.changeAlertSettings', by: provider.id }, () =>
    provider.client.monitoring.changeAlertSettings({
      body: { temperature_c: 90, ecc: true, throttling: true, repeat_hours: 6 },
    }),
  )
  await once({ action: 'machines.measure', ...hosting }, () =>
    provider.client.machines.measure({ params }),
  )
  await once({ action: 'reputation.checkAgain', ...hosting }, () =>
    provider.client.reputation.checkAgain({ params }),
  )
  await once({ action: 'machines.createEnrolmentToken', by: provider.id }, () =>
    provider.client.machines.createEnrolmentToken(),
  )
  const { id: offer_id } = await product.offerOf()
  const offer = { offer_id, slots: 1, disk_gb: 1 }
  await note('market.quote', renter.id, () => renter.client.market.quote({ body: offer }))
  const filters = { kind: 'gpu' as const }
  const alert = await note('market.createAlert', renter.id, () =>
    renter.client.market.createAlert({ body: { filters } }),
  )
  await once({ action: 'market.deleteAlert', by: renter.id, subject: alert.made.id }, () =>
    renter.client.market.deleteAlert({ params: { id: alert.made.id } }),
  )
  const autoOrder = await note('autoOrders.create', renter.id, () =>
    renter.client.autoOrders.create({
      body: {
        ...{ name: 'cheap', query: 'kind:cpu', max_price_micro_usd_per_hour: 1 },
        order: { disk_gb: 1, template: { image_path_with_tag: 'debian:12' } },
      },
    }),
  )
  const ofAutoOrder = { by: renter.id, subject: autoOrder.made.id }
  const theAutoOrder = { params: { id: autoOrder.made.id } }
  await once({ action: 'autoOrders.change', ...ofAutoOrder }, () =>
    renter.client.autoOrders.change({ ...theAutoOrder, body: { paused: true } }),
  )
  await once({ action: 'autoOrders.delete', ...ofAutoOrder }, () =>
    renter.client.autoOrders.delete(theAutoOrder),
  )
  const search = await note('market.createSearch', renter.id, () =>
    renter.client.market.createSearch({ body: { name: 'gpus', query: 'kind:gpu' } }),
  )
  const ofSearch = { by: renter.id, subject: search.made.id }
  const theSearch = { params: { id: search.made.id } }
  await once({ action: 'market.changeSearch', ...ofSearch }, () =>
    renter.client.market.changeSearch({ ...theSearch, body: { paused: true } }),
  )
  await once({ action: 'market.deleteSearch', ...ofSearch }, () =>
    renter.client.market.deleteSearch(theSearch),
  )
  const template = { image_path_with_tag: 'gridloom/base:latest', ports: [80] }
  const ordered = await note('instances.order', renter.id, () => product.order({ template }))
  const { id } = ordered.made
  expect(ordered.entry.subject).toBe(id)
  await product.untilInstance(id, ({ ready }) => ready)
  const own = { by: renter.id, subject: id }
  const one = { params: { id } }
  await once({ action: 'instances.exec', ...own }, async () => {
    for await (const _ of renter.client.instances.exec({ ...one, body: { command: ['true'] } }));
  })
  const public_key =
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPuHnHgmHl1DAvdxdJ6rLTlB5PDCzJhjavbG6Riu46Ko'
  await note('ssh.certificate', renter.id, () =>
    renter.client.ssh.certificate({ body: { public_key, valid_s: 300 } }),
  )
  await ports(site, id)
  await once({ action: 'instances.change', ...own }, () =>
    renter.client.instances.change({ ...one, body: { note: 'mine' } }),
  )
  await once({ action: 'instances.postponeStop', ...own }, () =>
    renter.client.instances.postponeStop({ ...one, body: { minutes: 60 } }),
  )
  await once({ action: 'instances.restart', ...own }, () => renter.client.instances.restart(one))
  await once({ action: 'instances.stop', ...own }, () => renter.client.instances.stop(one))
  await product.untilInstance(id, ({ state }) => state === 'stopped')
  await once({ action: 'instances.start', ...own }, () => renter.client.instances.start(one))
  await reviews(site, id)
  await once({ action: 'instances.destroy', ...own }, () => renter.client.instances.destroy(one))
}

async function reviews({ product, provider, renter, once, note }: Site, id: InstanceId) {
  await makeRunFor(product.server, id, 3_600)
  const params = { id }
  const written = await note('reputation.writeReview', renter.id, () =>
    renter.client.reputation.writeReview({ params, body: { rating: 4 } }),
  )
  const review = { id: written.made.review?.id ?? '' }
  await once({ action: 'reputation.answerReview', by: provider.id, subject: review.id }, () =>
    provider.client.reputation.answerReview({ params: review, body: { text: 'Thank you.' } }),
  )
  const { account_id: by } = await product.operator.accounts.details()
  await once({ action: 'reputation.hideReview', by, subject: review.id }, () =>
    product.operator.reputation.hideReview({ params: review, body: { hidden: true } }),
  )
}

async function templates({ renter, once, note }: Site): Promise<void> {
  const { client, id: by } = renter
  const body = { template_name: 'Lab', image_path_with_tag: 'debian:12' }
  const created = await note('templates.create', by, () => client.templates.create({ body }))
  const { id } = created.made
  const params = { id }
  const own = { by, subject: id }
  expect(created.entry.subject).toBe(id)
  const copied = await note('templates.copy', by, () => client.templates.copy({ body: { id } }))
  expect(copied.entry.subject).toBe(copied.made.id)
  await once({ action: 'templates.change', ...own }, () =>
    client.templates.change({ params, body: { ...body, description: 'Other.' } }),
  )
  await once({ action: 'templates.restore', by, subject: `${id}/1` }, () =>
    client.templates.restore({ params: { id, version: '1' } }),
  )
  await once({ action: 'templates.renewCode', ...own }, () =>
    client.templates.renewCode({ params }),
  )
  await once({ action: 'templates.changeImage', ...own }, () =>
    client.templates.changeImage({ params, body: { image: null } }),
  )
  await note('templates.changeDefault', by, () => client.templates.changeDefault({ body: { id } }))
  await once({ action: 'templates.remove', ...own }, () => client.templates.remove({ params }))
}

async function apps({ product, renter, once, note }: Site): Promise<void> {
  const { operator, provider } = product
  const by = (await operator.accounts.details()).account_id
  const params = { slug: 'tool' }
  const own = { by, subject: 'tool' }
  const container = { image_path_with_tag: 'gridloom/base:latest' }
  const named = { name: 'Tool', summary: 'A tool.', category: 'web' as const }
  const definition = { ...named, container, recommended_disk_gb: 1 }
  await once({ action: 'apps.create', ...own }, () =>
    operator.apps.create({ body: { ...params, definition } }),
  )
  await once({ action: 'apps.change', ...own }, () =>
    operator.apps.change({ params, body: { hidden: false } }),
  )
  await once({ action: 'apps.changePicture', by, subject: 'tool/0' }, () =>
    operator.apps.changePicture({ params: { ...params, place: 0 }, body: { image: null } }),
  )
  await note('apps.reorder', by, () => operator.apps.reorder({ body: { slugs: ['tool'] } }))
  const provided = (await provider.accounts.details()).account_id
  const one = { params: { id: product.machine.id, ...params } }
  const prepared = { by: provided, subject: `${product.machine.id}/tool` }
  await once({ action: 'apps.prepare', ...prepared }, () => provider.apps.prepare(one))
  await once({ action: 'apps.unprepare', ...prepared }, () => provider.apps.unprepare(one))
  const body = { offer_id: (await product.offerOf()).id }
  const launched = await note('apps.launch', renter.id, () =>
    renter.client.apps.launch({ params, body }),
  )
  expect(launched.entry.subject).toBe(launched.made.instance.id)
  const { id } = launched.made.instance
  await renter.client.instances.destroy({ params: { id } })
  await once({ action: 'apps.remove', ...own }, () => operator.apps.remove({ params }))
}

async function webhooks({ renter, once, note }: Site): Promise<void> {
  const { client, id: by } = renter
  const body = { url: 'https://example.com/hooks', events: ['instance.ready' as const], name: 'ci' }
  const created = await note('webhooks.create', by, () => client.webhooks.create({ body }))
  const { id } = created.made.webhook
  expect(created.entry.subject).toBe(id)
  const params = { id }
  const own = { by, subject: id }
  await once({ action: 'webhooks.change', ...own }, () =>
    client.webhooks.change({ params, body: { name: 'staging' } }),
  )
  await once({ action: 'webhooks.rotateSecret', ...own }, () =>
    client.webhooks.rotateSecret({ params }),
  )
  await once({ action: 'webhooks.remove', ...own }, () => client.webhooks.remove({ params }))
}

async function models({ product, provider, once }: Site): Promise<void> {
  const { operator } = product
  const { account_id: by } = await operator.accounts.details()
  const model = 'Acme/tiny-chat'
  const source = { kind: 'url' as const, url: 'https://hub.example/a.gguf' }
  const file = { bytes: 1, sha256: 'a'.repeat(64), quantization: null }
  const body = { licence: 'MIT', context_tokens: 1_000, sources: [{ ...source, ...file }] }
  await once({ action: 'models.put', by, subject: model }, () =>
    operator.models.put({ params: { model }, body }),
  )
  const params = { id: product.machine.id, model }
  const hosting = { by: provider.id, subject: `${params.id}/${model}` }
  const price = { input_micro_usd: 0, cached_micro_usd: 0, output_micro_usd: 0 }
  await once({ action: 'models.serve', ...hosting }, () =>
    provider.client.models.serve({ params, body: { engine: { kind: 'llama' }, price } }),
  )
  await once({ action: 'models.stopServing', ...hosting }, () =>
    provider.client.models.stopServing({ params }),
  )
  await once({ action: 'models.remove', by, subject: model }, () =>
    operator.models.remove({ params: { model } }),
  )
}

async function chats({ product, ada, once }: Site): Promise<void> {
  const { ChatId: id } = await aChat(product, ada.id)
  const params = { id }
  const own = { by: ada.id, subject: id }
  await once({ action: 'chat.share', ...own }, () => ada.client.chat.share({ params }))
  await once({ action: 'chat.unshare', ...own }, () => ada.client.chat.unshare({ params }))
  await once({ action: 'chat.remove', ...own }, () => ada.client.chat.remove({ params }))
}

async function operating({ product, eve, once, note }: Site): Promise<void> {
  const { ledger, accounts, operator } = product.operator
  const { account_id: by } = await accounts.details()
  await once({ action: 'operator.writeSettings', by }, () =>
    operator.writeSettings({ body: { starting_credit_micro_usd: 1_000_000 } }),
  )
  await once({ action: 'ledger.credit', by, subject: eve.id }, () =>
    ledger.credit({ body: { email: eve.email, micro_usd: 1, key: 'k', text: 'A gift' } }),
  )
  await promoting({ product, eve, once, note }, by)
  const user = { params: { id: eve.id } }
  await once({ action: 'operator.suspend', by, subject: eve.id }, () =>
    operator.suspend({ ...user, body: { reason: 'To see' } }),
  )
  await once({ action: 'operator.restore', by, subject: eve.id }, () => operator.restore(user))
  const code = await note('operator.makeAccessCode', by, () =>
    operator.makeAccessCode({ body: { label: 'x' } }),
  )
  const { id } = code.made.access_code
  expect(code.entry.subject).toBe(id)
  await once({ action: 'operator.revokeAccessCode', by, subject: id }, () =>
    operator.revokeAccessCode({ params: { id } }),
  )
  const machine = { params: { id: product.machine.id }, body: { reason: 'To see' } }
  await once({ action: 'operator.unlistMachine', by, subject: product.machine.id }, () =>
    operator.unlistMachine(machine),
  )
  const vouching = { params: { id: product.machine.id }, body: { vouched: true } }
  await once({ action: 'rendering.vouch', by, subject: product.machine.id }, () =>
    product.operator.rendering.vouch(vouching),
  )
  await once({ action: 'operator.switchMaintenance', by }, () =>
    operator.switchMaintenance({ body: { on: false } }),
  )
  const said = await note('operator.announce', by, () =>
    operator.announce({ body: { level: 'info', text: 'Hello' } }),
  )
  expect(said.entry.subject).toBe(said.made.id)
  await once({ action: 'operator.withdrawAnnouncement', by, subject: said.made.id }, () =>
    operator.withdrawAnnouncement({ params: { id: said.made.id } }),
  )
}

async function usingProjects(eve: Site['eve'], once: Site['once']): Promise<void> {
  const { budgets } = eve.client
  const params = { project: 'training' }
  const by = { by: eve.id, subject: 'training' }
  await once({ action: 'budgets.saveProject', ...by }, () =>
    budgets.saveProject({ body: { name: 'training' } }),
  )
  await once({ action: 'budgets.changeProject', ...by }, () =>
    budgets.changeProject({ params, body: { amount_micro_usd: 1_000_000 } }),
  )
  await once({ action: 'budgets.removeProject', ...by }, () => budgets.removeProject({ params }))
  await once({ action: 'budgets.archiveProject', ...by }, () => budgets.archiveProject({ params }))
}

/** The affiliate programme: the operator's account refers a new user. */
async function inviting(
  product: Site['product'],
  { eve, once }: Pick<Site, 'eve' | 'once'>,
  by: string,
): Promise<void> {
  const { affiliate } = product.operator
  const { code } = await affiliate.status()
  await once({ action: 'affiliate.chooseCode', by: eve.id, subject: eve.id }, () =>
    eve.client.affiliate.chooseCode({ body: { code: 'eve-invites' } }),
  )
  await once({ action: 'affiliate.refer', by: eve.id, subject: by }, () =>
    eve.client.affiliate.refer({ body: { code } }),
  )
  await once({ action: 'affiliate.changeTerms', by, subject: 'affiliate-terms' }, () =>
    affiliate.changeTerms({ body: { holding_days: 30 } }),
  )
  const [referral] = (await affiliate.review({ query: { state: 'active' } })).referrals
  if (referral === undefined) throw new RangeError('one is active')
  await once({ action: 'affiliate.decide', by, subject: referral.id }, () =>
    affiliate.decide({
      params: { id: referral.id },
      body: { decision: 'reject', reason: 'Checked' },
    }),
  )
  await once({ action: 'affiliate.appeal', by, subject: referral.id }, () =>
    affiliate.appeal({ params: { number: 1 }, body: { text: 'A friend' } }),
  )
  await holdAccount(product.server.container.db, by)
  await once({ action: 'affiliate.appealReview', by, subject: by }, () =>
    affiliate.appealReview({ params: { rule: 'bought_visits' }, body: { text: 'A newsletter' } }),
  )
  await once({ action: 'affiliate.decideOnAccount', by, subject: by }, () =>
    affiliate.decideOnAccount({
      params: { account_id: AccountId.parse(by), rule: 'bought_visits' },
      body: { decision: 'release', reason: 'Checked' },
    }),
  )
}

/** A mission of the operator's, which a user starts. Claims are written by the tests of missions. */
async function runningMissions(
  product: Site['product'],
  { eve, once, note }: Pick<Site, 'eve' | 'once' | 'note'>,
  by: string,
): Promise<void> {
  const { missions, operator } = product.operator
  const hour = 3_600_000
  const now = Math.floor(product.server.container.system.clock.now().getTime() / hour) * hour
  const steps = [{ fact: 'rented_hours' as const, at_least: 2, parameter: null }]
  const edit = {
    ...{ title: 'For a test', text: '', match: 'all' as const, audience: openAudience },
    ...{ steps, after: [], order: 1, holding_days: 0 },
  }
  const created = await note('missions.create', by, () =>
    missions.create({
      body: {
        ...{ ...edit, repeat: 'once', reward_micro_usd: 1_000_000, claims_max: 1 },
        starts_at: new Date(now).toISOString(),
        ends_at: new Date(now + 48 * hour).toISOString(),
      },
    }),
  )
  const { id } = created.made
  expect(created.entry.subject).toBe(id)
  const params = { id }
  await once({ action: 'missions.edit', by, subject: id }, () =>
    missions.edit({ params, body: edit }),
  )
  await once({ action: 'missions.publish', by, subject: id }, () => missions.publish({ params }))
  await once({ action: 'missions.start', by: eve.id, subject: id }, () =>
    eve.client.missions.start({ params }),
  )
  await once({ action: 'missions.end', by, subject: id }, () => missions.end({ params }))
  await once({ action: 'missions.changeSettings', by, subject: 'mission-settings' }, () =>
    missions.changeSettings({ body: { grace_hours: 72 } }),
  )
  await once({ action: 'tiers.join', by: eve.id, subject: eve.id }, () =>
    eve.client.tiers.join({ body: { name: 'Eve' } }),
  )
  await once({ action: 'tiers.leave', by: eve.id, subject: eve.id }, () => eve.client.tiers.leave())
  const { tiers } = product.operator
  const table = await tiers.table()
  await once({ action: 'tiers.changeTable', by, subject: 'tiers' }, () =>
    tiers.changeTable({ body: { tiers: table } }),
  )
  await once({ action: 'operator.setAmbassador', by, subject: eve.id }, () =>
    operator.setAmbassador({ params: { id: eve.id }, body: { is_kol: true } }),
  )
}

/** The media library: a text that is published, with captions and a post, and the upload of a picture. */
async function publishing(
  product: Site['product'],
  { eve, once }: Pick<Site, 'eve' | 'once'>,
  by: string,
): Promise<void> {
  const { media } = product.operator
  const { id } = await once({ action: 'media.create', by }, () =>
    media.create({ body: { kind: 'picture', title: 'A picture' } }),
  )
  const [of, params] = [{ by, subject: id }, { id }]
  await once({ action: 'media.change', ...of }, () =>
    media.change({ params, body: { detail: '' } }),
  )
  const captions = { ...params, language: 'en' }
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
  await once({ action: 'media.saveCaptions', by, subject: `${id}/en` }, () =>
    media.saveCaptions({ params: captions, body: { vtt } }),
  )
  await once({ action: 'media.removeCaptions', by, subject: `${id}/en` }, () =>
    media.removeCaptions({ params: captions }),
  )
  const start = (bytes: Uint8Array) =>
    once({ action: 'media.startUpload', ...of }, () =>
      media.startUpload({
        params,
        body: {
          ...{ file_name: 'a.png', size_bytes: bytes.length },
          block_hashes: [createHash('sha256').update(bytes).digest('hex')],
        },
      }),
    )
  const bytes = onePixel
  const first = await start(new Uint8Array([...bytes, 1]))
  if (first.kind === 'held') throw new RangeError('it is new')
  const cancelled = { id: first.upload.id }
  await once({ action: 'media.cancelUpload', by, subject: cancelled.id }, () =>
    media.cancelUpload({ params: cancelled }),
  )
  const second = await start(bytes)
  if (second.kind === 'held') throw new RangeError('it is new')
  const upload = { id: second.upload.id }
  await media.sendUpload({ params: upload, offset: 0, bytes })
  await once({ action: 'media.finishUpload', ...of }, () => media.finishUpload({ params: upload }))
  await once({ action: 'media.publish', ...of }, () => media.publish({ params }))
  const body = { post_link: 'https://bsky.app/profile/eve.example/post/3k7' }
  const added = await once({ action: 'media.addPost', by: eve.id }, () =>
    eve.client.media.addPost({ params, body }),
  )
  await once({ action: 'media.removePost', by: eve.id, subject: added.id }, () =>
    eve.client.media.removePost({ params: { id, post_id: added.id } }),
  )
  await once({ action: 'media.archive', ...of }, () => media.archive({ params }))
  await once({ action: 'channels.proof', by: eve.id, subject: 'website' }, () =>
    eve.client.channels.proof({
      params: { channel: 'website' },
      body: { url: 'https://blog.example/' },
    }),
  )
}

/** Promo codes, rewards and a budget: the user that gets them still has a session. */
async function promoting(
  { product, eve, once, note }: Pick<Site, 'product' | 'eve' | 'once' | 'note'>,
  by: string,
): Promise<void> {
  const { promoCodes, reconciliation, rewards } = product.operator
  const checked = await note('reconciliation.run', by, () => reconciliation.run())
  expect(checked.entry.subject).toBe(checked.made.id)
  await once({ action: 'rewards.give', by, subject: eve.id }, () =>
    rewards.give({ body: { email: eve.email, micro_usd: 1, key: 'k', text: 'A reward' } }),
  )
  await once({ action: 'rewards.claim', by: eve.id, subject: eve.id }, () =>
    eve.client.rewards.claim(),
  )
  await inviting(product, { eve, once }, by)
  await runningMissions(product, { eve, once, note }, by)
  await publishing(product, { eve, once }, by)
  const { budgets } = eve.client
  await once({ action: 'budgets.changeAccount', by: eve.id, subject: eve.id }, () =>
    budgets.changeAccount({ body: { amount_micro_usd: 1_000_000 } }),
  )
  await once({ action: 'budgets.removeAccount', by: eve.id, subject: eve.id }, () =>
    budgets.removeAccount(),
  )
  await usingProjects(eve, once)
  const promo = await note('promoCodes.create', by, () =>
    promoCodes.create({ body: { label: 'x', amount_micro_usd: 1, uses_max: 1 } }),
  )
  const promoId = promo.made.id
  expect(promo.entry.subject).toBe(promoId)
  await once({ action: 'promoCodes.redeem', by: eve.id, subject: promoId }, () =>
    eve.client.promoCodes.redeem({ body: { code: promo.made.code } }),
  )
  await once({ action: 'promoCodes.change', by, subject: promoId }, () =>
    promoCodes.change({ params: { id: promoId }, body: { paused: true } }),
  )
  await once({ action: 'promoCodes.revoke', by, subject: promoId }, () =>
    promoCodes.revoke({ params: { id: promoId } }),
  )
}

async function goodbye({ product, ada, once }: Site): Promise<void> {
  const by = ada.id
  const { token } = await once({ action: 'auth.actAs', by }, () =>
    ada.client.auth.actAs({ body: { company_id: null } }),
  )
  // The address is erased with the account.
  const { privacy } = product.server.client(token)
  await once({ action: 'privacy.closeAccount', by }, () => privacy.closeAccount(), null)
}

interface Known extends Person {
  id: string
}

async function setup() {
  const product = await startProduct({ driver: 'fake' })
  const { db } = product.server.container
  const done = new Set<string>()
  const known = async (person: Person): Promise<Known> => ({
    ...person,
    id: (await person.client.accounts.details()).account_id,
  })
  const entries = () => db.selectFrom('audit_entries').selectAll().orderBy('id').execute()
  /** Does one thing, which must record exactly one audit event. */
  async function note<T>(action: string, by: string | undefined, work: () => Promise<T>) {
    const before = new Set((await entries()).map(({ id }) => id))
    const made = await work()
    const fresh = (await entries()).filter(({ id }) => !before.has(id))
    expect(fresh.map((entry) => entry.action)).toEqual([action])
    const [entry] = fresh
    if (entry === undefined) throw new RangeError('one entry was expected')
    if (by !== undefined) expect([action, entry.user_id]).toEqual([action, by])
    done.add(action)
    return { made, entry }
  }
  async function once<T>(
    expected: Expected,
    work: () => Promise<T>,
    address: string | null = '127.0.0.1',
  ): Promise<T> {
    const { action, by, forWhom = by, subject } = expected
    const { made, entry } = await note(action, by, work)
    const found = { action, address: entry.address, account: entry.account_id, by: entry.user_id }
    const wanted = {
      action,
      address,
      account: forWhom ?? entry.account_id,
      by: by ?? entry.user_id,
    }
    expect(found).toEqual(wanted)
    if (subject !== undefined) expect([action, entry.subject]).toEqual([action, subject])
    return made
  }
  return {
    product,
    done,
    entries,
    note,
    once,
    renter: await known(product.people.renter),
    provider: await known(product.people.provider),
    ada: await known(await product.newcomer()),
    eve: await known(await product.newcomer()),
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  }
}

/** A public key as OpenSSH writes it. */
function anSshKey(): string {
  const { publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const part = (bytes: Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return Buffer.concat([length, bytes])
  }
  const type = new TextEncoder().encode('ssh-ed25519')
  return `ssh-ed25519 ${Buffer.concat([part(type), part(raw)]).toString('base64')} ada`
}
