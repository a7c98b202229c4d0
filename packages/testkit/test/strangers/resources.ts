import { generateKeyPairSync } from 'node:crypto'
import type { Client } from '@gridloom/client/calls'
import type { AccountId, InstanceId } from '@gridloom/contract/core/ids'
import { openAudience } from '@gridloom/contract/missions/audience'
import type { ChannelTables } from '@gridloom/server/features/channels/schema'
import type { MissionTables } from '@gridloom/server/features/missions/schema'
import type { PostTables } from '@gridloom/server/features/posts/schema'
import { anInvoice } from '../../src/an-invoice.ts'
import { type Person, type Product, startProduct } from '../../src/product.ts'
import { reservableOffer } from '../../src/reservable-offer.ts'
import { signIn } from '../../src/sign-up.ts'
import { aChat, servedModel } from './a-chat.ts'
import { aRender } from './a-render.ts'

/** The things of one user, one of each kind, by the kind of their id; a company's are separate. */
export interface Resources {
  readonly own: Readonly<Record<string, string>>
  /** The things of a company of theirs: its own id, a member, a pending invitation, a key. */
  readonly company: Readonly<Record<string, string>>
  /** All of it as its owner sees it, without values that change by themselves. */
  seen(): Promise<unknown>
}

/** Starts a product with a machine, and a user who has one of everything, sockets and shells excepted. */
export async function startWithResources() {
  await using opened = new AsyncDisposableStack()
  const product = opened.use(await startProduct({ driver: 'fake' }))
  const owner = product.people.provider
  const resources = await resourcesOf(product, owner)
  const open = opened.move()
  return {
    product,
    owner,
    resources,
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** A post that the user listed for a medium of the library. */
async function aMediaPost(product: Product, client: Client) {
  const { media } = product.operator
  const { id } = await media.create({ body: { kind: 'text', title: 'A text' } })
  await media.publish({ params: { id } })
  const body = { post_link: 'https://bsky.app/profile/ada.example/post/3k7' }
  const post = await client.media.addPost({ params: { id }, body })
  return { MediaId: id, MediaPostId: post.id }
}

async function resourcesOf(product: Product, owner: Person): Promise<Resources> {
  const { client } = owner
  const accountId = (await client.accounts.details()).account_id
  const { id: instance } = await orderFor(product, client)
  await signIn(product.server, { email: owner.email, password: owner.password })
  const session = (await client.auth.sessions()).find(({ current }) => !current)
  const key = { name: 'ci', scopes: ['market:read' as const] }
  const company = await aCompany(product, client)
  const companyKey = await client.companies.generateKey({ params: { id: company.id }, body: key })
  const own = {
    AccountId: accountId,
    MachineId: product.machine.id,
    InstanceId: instance,
    SessionId: session?.id ?? '',
    ApiKeyId: (await client.keys.generateApiKey({ body: key })).api_key.id,
    SshKeyId: (await client.keys.addSshKey({ body: { ssh_key: anSshKey() } })).id,
    OfferAlertId: (await client.market.createAlert({ body: { filters: { kind: 'gpu' } } })).id,
    SavedSearchId: (await client.market.createSearch({ body: { name: 'gpus', query: 'kind:gpu' } }))
      .id,
    AutoOrderId: await anAutoOrder(client),
    PortLinkId: await aPortLink(client, instance),
    InvitationId: company.invitation,
    SnapshotId: await aSnapshot(product, { accountId, instance }),
    VolumeId: await aVolume(product, client),
    ReservationId: await aReservation(product, client),
    InvoiceId: await anInvoice(product.server, accountId),
    TemplateId: await aTemplate(client),
    ReviewId: await aReview(product, instance),
    GaslessPaymentId: await aGaslessPayment(product, (await client.accounts.details()).account_id),
    PayoutId: await aPayout(product, (await client.accounts.details()).account_id),
    ClusterId: await aCluster(product, accountId),
    ...(await aMediaPost(product, client)),
    ...(await aBackup(product, { client, accountId, instance })),
    ...(await aWebhook(client)),
    ...(await aPost(product, accountId)),
    ...(await aRender(product, client)),
    ...(await signInMethods(product, accountId)),
    ...(await aCardPayment(product, accountId)),
    ...(await aChat(product, accountId)),
    ModelId: await servedModel(product, client),
    ...(await aMission(product, accountId)),
  }
  return {
    own,
    company: {
      id: company.id,
      account_id: company.member,
      invitation_id: company.invitation,
      key_id: companyKey.api_key.id,
    },
    seen: () =>
      allOf(client, {
        instance,
        machine: product.machine.id,
        company: company.id,
        chat: own.ChatId,
      }),
  }
}

async function orderFor(product: Product, client: Client) {
  const { id } = await product.offerOf()
  const template = { image_path_with_tag: 'gridloom/base:latest', ports: [80, 8888] }
  const body = { offer_id: id, disk_gb: 1, template }
  const { instance } = await client.instances.order({ body })
  return product.until({
    read: () => client.instances.read({ params: { id: instance.id } }),
    satisfies: ({ ready }) => ready,
  })
}

/** A snapshot as one that has failed: the fake engine has no files to capture. */
async function aSnapshot(
  { server }: Product,
  { accountId, instance }: { accountId: string; instance: InstanceId },
): Promise<string> {
  const { ids, clock, db } = server.container
  const id = ids.mint('snapshot')
  await db
    .withTables<SnapshotTables>()
    .insertInto('snapshots')
    .values({
      ...{ id, account_id: accountId, created_by: accountId, name: 'nightly', state: 'failed' },
      ...{
        failure: 'not_supported',
        instance_id: instance,
        machine_id: ids.mint('machine'),
        disk_gb: 1,
      },
      instance_label: 'trial',
      template: JSON.stringify({ name: 'Debian', image_path_with_tag: 'debian:12' }),
      created_at: clock.now(),
    })
    .execute()
  return id
}

/** The columns that a test writes. A type, not an interface, as Kysely requires. */
type SnapshotTables = {
  snapshots: {
    id: string
    account_id: string
    created_by: string
    name: string
    state: string
    failure: string
    instance_id: string
    machine_id: string
    disk_gb: number
    instance_label: string
    template: string
    created_at: Date
  }
}

/** A payment that waits for the signature of its payer: a real one takes a chain. */
async function aGaslessPayment({ server }: Product, accountId: AccountId): Promise<string> {
  const { ids, clock, db } = server.container
  const id = ids.mint('gaslessPayment')
  const at = `0x${'ab'.repeat(20)}`
  await db
    .withTables<GaslessTables>()
    .insertInto('gasless_payments')
    .values({
      ...{ id, account_id: accountId, chain_id: 1, token: at, method: 'authorization', payer: at },
      ...{ address: at, relayer: at, amount: '1', nonce: '0', valid_until: clock.now() },
      ...{ domain_name: 'Dollar', domain_version: '1', state: 'unsigned', step: 'transfer' },
      created_at: clock.now(),
    })
    .execute()
  return id
}

/** The columns that a test writes. A type, not an interface, as Kysely requires. */
type GaslessTables = {
  gasless_payments: {
    id: string
    account_id: string
    chain_id: number
    token: string
    method: string
    payer: string
    address: string
    relayer: string
    amount: string
    nonce: string
    valid_until: Date
    domain_name: string
    domain_version: string
    state: string
    step: string
    created_at: Date
  }
}

/** A payout that waits for approval: a real one takes a chain. */
async function aPayout({ server }: Product, accountId: AccountId): Promise<string> {
  const { ids, clock, db } = server.container
  const id = ids.mint('payout')
  const at = `0x${'ab'.repeat(20)}`
  await db
    .withTables<PayoutTables>()
    .insertInto('payouts')
    .values({
      ...{ id, account_id: accountId, state: 'requested', method: 'wallet' },
      ...{ chain_id: 1, token: at, symbol: 'USDX' },
      ...{ address: at, micro_usd: 2, fee_micro_usd: 1, token_units: '1', approvals_needed: 2 },
      requested_at: clock.now(),
    })
    .execute()
  return id
}

/** The columns that a test writes. A type, not an interface, as Kysely requires. */
type PayoutTables = {
  payouts: {
    id: string
    account_id: string
    state: string
    method: string
    chain_id: number
    token: string
    symbol: string
    address: string
    micro_usd: number
    fee_micro_usd: number
    token_units: string
    approvals_needed: number
    requested_at: Date
  }
}

/** A review of the owner's machine. They rent it themselves here, so it is stored as if another renter wrote it. */
async function aReview({ server, machine }: Product, instance: InstanceId): Promise<string> {
  const { ids, clock, db } = server.container
  const id = ids.mint('review')
  await db
    .withTables<ReviewTables>()
    .insertInto('reviews')
    .values({
      ...{ id, instance_id: instance, machine_id: machine.id, rating: 4, text: '' },
      ...{ rented_hours: 1, created_at: clock.now() },
    })
    .execute()
  return id
}

/** The columns that a test writes. A type, not an interface, as Kysely requires. */
type ReviewTables = {
  reviews: {
    id: string
    instance_id: string
    machine_id: string
    rating: number
    text: string
    rented_hours: number
    created_at: Date
  }
}

async function aTemplate(client: Client): Promise<string> {
  const body = { template_name: 'Lab', image_path_with_tag: 'debian:12' }
  return (await client.templates.create({ body })).id
}

/** A volume that its machine has created. */
async function aVolume(product: Product, client: Client): Promise<string> {
  const { id: offer_id } = await product.offerOf()
  const { id } = await client.volumes.create({ body: { name: 'data', offer_id, size_gb: 1 } })
  await product.until({
    read: () => client.volumes.read({ params: { id } }),
    satisfies: ({ state }) => state === 'ready',
  })
  return id
}

/** An automatic order that rents nothing: no offer is that cheap. */
async function anAutoOrder(client: Client): Promise<string> {
  const body = {
    ...{ name: 'cheap', query: 'kind:cpu', max_price_micro_usd_per_hour: 1 },
    order: { disk_gb: 1, template: { image_path_with_tag: 'debian:12' } },
  }
  return (await client.autoOrders.create({ body })).id
}

/** A reservation of a slot for a day. */
async function aReservation(product: Product, client: Client): Promise<string> {
  const { id: offer_id } = await reservableOffer(product, await product.addMachine())
  return (await client.reservations.create({ body: { offer_id, days: 1 } })).id
}

/** A backup plan with a run that has ended and a recovery point: the fake engine runs no programs. */
async function aBackup(
  { server }: Product,
  { client, accountId, instance }: { client: Client; accountId: string; instance: InstanceId },
): Promise<{ BackupPlanId: string; BackupRunId: string }> {
  const { ids, clock, db } = server.container
  const body = { name: 'data', instance_id: instance, paths: ['/data'] }
  const { plan } = await client.backups.create({ body })
  const id = ids.mint('backupRun')
  await db
    .withTables<BackupTables>()
    .insertInto('backup_runs')
    .values({
      ...{ id, plan_id: plan.id, account_id: accountId, kind: 'backup', trigger: 'manual' },
      ...{ state: 'failed', instance_id: instance, instance_label: 'trial' },
      created_at: clock.now(),
    })
    .execute()
  await db
    .withTables<BackupTables>()
    .insertInto('backup_points')
    .values({ plan_id: plan.id, id: 'ab12cd34', at: clock.now() })
    .execute()
  return { BackupPlanId: plan.id, BackupRunId: id }
}

/** The columns that a test writes. A type, not an interface, as Kysely requires. */
type BackupTables = {
  backup_runs: {
    id: string
    plan_id: string
    account_id: string
    kind: string
    trigger: string
    state: string
    instance_id: string
    instance_label: string
    created_at: Date
  }
  backup_points: { plan_id: string; id: string; at: Date }
}

/** A cluster that has ended, with no node left: a machine of two slots has no room for one. */
async function aCluster({ server }: Product, accountId: string): Promise<string> {
  const { ids, clock, db } = server.container
  const id = ids.mint('cluster')
  const now = clock.now()
  await db
    .withTables<ClusterTables>()
    .insertInto('clusters')
    .values({
      ...{ id, account_id: accountId, created_by: accountId, name: 'training' },
      ...{ state: 'destroyed', start_by: now, created_at: now, ended_at: now },
    })
    .execute()
  return id
}

/** The columns that a test writes. A type, not an interface, as Kysely requires. */
type ClusterTables = {
  clusters: {
    id: string
    account_id: string
    created_by: string
    name: string
    state: string
    start_by: Date
    created_at: Date
    ended_at: Date
  }
}

/** A webhook, and the delivery of a test event to it, which fails. */
async function aWebhook(client: Client) {
  const body = { url: 'https://example.com/hooks', events: ['instance.ready' as const], name: 'ci' }
  const { webhook } = await client.webhooks.create({ body })
  const delivery = await client.webhooks.test({ params: { id: webhook.id } })
  return { WebhookId: webhook.id, WebhookDeliveryId: delivery.id }
}

/** An account of Mastodon as one whose access has ended: there is no server of it here. */
async function aConnectedAccount({ server }: Product, accountId: AccountId) {
  const { ids, clock, db } = server.container
  const id = ids.mint('connectedAccount')
  const now = clock.now()
  await db
    .withTables<ChannelTables>()
    .insertInto('connected_accounts')
    .values({
      ...{ id, account_id: accountId, channel: 'mastodon', external_id: id, name: 'Ada' },
      ...{ handle: '@ada@social.example', profile_url: 'https://social.example/@ada' },
      ...{ input: 'social.example', code: null, state: 'revoked', scopes: [], sealed: null },
      ...{ expires_at: null, connected_at: now, checked_at: now, problem: null },
    })
    .execute()
  return id
}

/** A post that failed at this account. */
async function aPost(product: Product, accountId: AccountId) {
  const { ids, clock, db } = product.server.container
  const account = await aConnectedAccount(product, accountId)
  const id = ids.mint('post')
  const now = clock.now()
  const tables = db.withTables<PostTables>()
  await tables
    .insertInto('posts')
    .values({
      id,
      account_id: accountId,
      text: 'A post',
      at: now,
      created_at: now,
      changed_at: now,
    })
    .execute()
  await tables
    .insertInto('post_targets')
    .values({
      ...{ post_id: id, connected_account_id: account, account_id: accountId, text: null },
      ...{ channel: 'mastodon', handle: '@ada@social.example', publishes: true, state: 'failed' },
      ...{ attempt_key: id, due_at: now, next_try_at: null, problem: 'reconnect' },
    })
    .execute()
  return { ConnectedAccountId: account, PostId: id }
}

/** A link to one of the ports; that port is the one which calls are about. */
/** A mission for ambassadors, of whom the owner is one, and a claim of theirs that is held. */
async function aMission({ operator, server }: Product, accountId: AccountId) {
  const hour = 3_600_000
  const from = Math.floor(server.container.system.clock.now().getTime() / hour) * hour
  const params = { id: accountId }
  await operator.operator.setAmbassador({ params, body: { is_kol: true } })
  const { id } = await operator.missions.create({
    body: {
      ...{
        title: 'For ambassadors',
        audience: { ...openAudience, who: 'ambassadors' },
        repeat: 'once',
      },
      ...{ steps: [{ fact: 'ssh_keys', at_least: 9 }], reward_micro_usd: 1, claims_max: 1 },
      starts_at: new Date(from).toISOString(),
      ends_at: new Date(from + 24 * hour).toISOString(),
    },
  })
  await operator.missions.publish({ params: { id } })
  const claim = server.container.ids.mint('missionClaim')
  const [claimed_at, claim_until] = [new Date(), new Date()]
  await server.container.db
    .withTables<MissionTables>()
    .insertInto('mission_claims')
    .values({
      ...{ id: claim, mission_id: id, version: 1, account_id: accountId, period: 'before' },
      ...{ claim_until, claimed_at, state: 'held', held_reason: 'referred_by_self' },
      ...{ micro_usd: 1, evidence: '[]', reward_id: null },
    })
    .execute()
  return { MissionId: id, MissionClaimId: claim }
}

async function aPortLink(client: Client, id: InstanceId): Promise<string> {
  const params = { id, port: 80 }
  return (await client.ports.createLink({ params, body: { expires_in_s: 3_600 } })).link.id
}

/** Creates a company with a second member, and a pending invitation. */
async function aCompany(product: Product, client: Client) {
  const { id } = await client.companies.create({ body: { name: 'Acme' } })
  const params = { id }
  const colleague = await product.newcomer()
  const invite = (email: string) =>
    client.companies.invite({ params, body: { email, role: 'member' } })
  const asked = await invite(colleague.email)
  await colleague.client.companies.acceptInvitation({ params: { id: asked.id } })
  const member = (await colleague.client.accounts.details()).account_id
  return { id, member, invitation: (await invite('waits@example.com')).id }
}

/** Inserts a payment by card, and names a saved card: real ones take the card processor. */
async function aCardPayment({ server }: Product, account_id: string) {
  const { db, ids } = server.container
  const CardPaymentId = ids.mint('cardPayment')
  const [created_at, credited_at] = [new Date(), new Date()]
  const money = { micro_usd: 5_000_000, credited_micro_usd: 5_000_000, save_card: false }
  await db
    .withTables<Readonly<Record<'card_payments', Record<string, unknown>>>>()
    .insertInto('card_payments')
    .values({
      ...{ id: CardPaymentId, account_id, created_by: account_id, kind: 'checkout', state: 'paid' },
      ...{ ...money, created_at, credited_at, expires_at: created_at, checked_at: created_at },
    })
    .execute()
  return { CardPaymentId, CardId: 'pm_1QK5vJ2eZvKYlo2C' }
}

type SignInMethodRows = Readonly<Record<'passkeys' | 'logins' | 'wallets', Record<string, unknown>>>

/** Inserts a passkey, a login and a wallet into the database: real ones take other programs. */
async function signInMethods({ server }: Product, account_id: string) {
  const { db, ids } = server.container
  const [PasskeyId, LoginId] = [ids.mint('passkey'), ids.mint('login')]
  const WalletId = ids.mint('wallet')
  const of = { account_id, created_at: new Date() }
  const tables = db.withTables<SignInMethodRows>()
  await tables
    .insertInto('passkeys')
    .values({
      ...of,
      id: PasskeyId,
      credential_id: 'a credential',
      public_key: new Uint8Array(32),
      counter: 0,
      transports: '[]',
      synced: false,
      name: 'Laptop',
    })
    .execute()
  const login = { ...of, provider: 'oidc', issuer: 'https://id.example', subject: 'ada' }
  await tables
    .insertInto('logins')
    .values({ ...login, id: LoginId, email: 'ada@example.com' })
    .execute()
  const address = `0x${'a'.repeat(40)}`
  await tables
    .insertInto('wallets')
    .values({ ...of, id: WalletId, address, label: 'Laptop' })
    .execute()
  return { PasskeyId, LoginId, WalletId }
}

interface Places {
  instance: string
  machine: string
  company: string
  chat: string
}

async function allOf(client: Client, { instance, machine, company, chat }: Places) {
  const { companies, keys, auth, accounts } = client
  const one = await client.instances.read({ params: { id: instance } })
  const host = await client.machines.read({ params: { id: machine } })
  const whole = await companies.read({ params: { id: company } })
  return {
    instance: { id: one.id, state: one.state, desired: one.desired, generation: one.generation },
    ports: await client.ports.list({ params: { id: instance } }),
    links: await client.ports.links({ params: { id: instance, port: 80 } }),
    machine: { name: host.name, listed: host.listed, pricing: host.pricing },
    company: { ...whole, balance: whole.balance.available_micro_usd },
    companyKeys: await companies.keys({ params: { id: company } }),
    keys: await keys.apiKeys(),
    sshKeys: await keys.sshKeys(),
    invoices: await client.invoices.list(),
    billing: await client.invoices.readDetails(),
    passkeys: await auth.passkeys(),
    logins: await auth.logins(),
    wallets: await auth.wallets(),
    payout: await client.wallet.payoutAddress(),
    cardPayments: (await client.cards.payments({ query: {} })).payments,
    sessions: (await auth.sessions()).map(({ id }) => id).sort(),
    notifications: await accounts.notifications(),
    details: await client.accounts.details(),
    scenes: await client.rendering.scenes(),
    renders: await client.rendering.list(),
    served: await client.models.listServed({ params: { id: machine } }),
    alerts: await client.market.listAlerts(),
    searches: await client.market.listSearches(),
    autoOrders: (await client.autoOrders.list()).map(({ id, name, state }) => ({
      id,
      name,
      state,
    })),
    volumes: (await client.volumes.list()).map(({ id, name, state }) => ({ id, name, state })),
    reservations: (await client.reservations.list()).map(({ id, state, at_end }) => [
      id,
      state,
      at_end,
    ]),
    backups: await client.backups.list(),
    chats: await client.chat.list(),
    chat: await client.chat.load({ query: { chat_id: chat } }),
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
