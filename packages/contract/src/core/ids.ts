import { z } from 'zod'

/**
 * Ids are a short prefix for the kind, an underscore, and 26 lower-case characters of Crockford base 32 (a ULID: 48
 * bits of time, 80 random bits): `ins_01jd3v8q...`. They sort by age. Parsing is the only way to get the branded type
 * from text.
 */
function idOf<Name extends string>(prefix: string, name: Name) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`), `must be an id like ${prefix}_01jd3v…`)
    .meta({ examples: [`${prefix}_01jd3v8q6f7g8h9jkmnpqrstvw`], title: name })
    .brand<Name>()
}

/** The prefix of each kind of id; ids are generated with it. */
export const idPrefixes = {
  account: 'acc',
  session: 'ses',
  machine: 'mch',
  offer: 'ofr',
  quote: 'quo',
  offerAlert: 'alr',
  savedSearch: 'ssr',
  template: 'tpl',
  instance: 'ins',
  terminal: 'trm',
  instanceSession: 'isn',
  instanceListener: 'ils',
  portLink: 'lnk',
  transaction: 'trx',
  apiKey: 'key',
  sshKey: 'ssh',
  passkey: 'psk',
  login: 'lgn',
  invitation: 'inv',
  accessCode: 'cod',
  announcement: 'ann',
  audit: 'aud',
  renderUpload: 'rup',
  renderScene: 'rsc',
  renderJob: 'rnj',
  renderChunk: 'rch',
  renderCheck: 'rck',
  modelEndpoint: 'mep',
  /** Spending allowances; the ledger stores ids with the earlier prefix. */
  allowance: 'tab',
  generation: 'gen',
  chat: 'cht',
  chatMessage: 'msg',
  chatShare: 'shr',
  webhook: 'whk',
  webhookDelivery: 'whd',
  /** The event that deliveries carry: the same in each of them, and in every attempt. */
  webhookEvent: 'evt',
  snapshot: 'snp',
  instanceMove: 'mov',
  volume: 'vol',
  cluster: 'clu',
  backupPlan: 'bkp',
  backupRun: 'bkr',
  review: 'rev',
  reservation: 'rsv',
  autoOrder: 'aor',
  wallet: 'wlt',
  payoutAddress: 'poa',
  deposit: 'dep',
  gaslessPayment: 'gls',
  coinQuote: 'cqt',
  promoCode: 'prm',
  reward: 'rwd',
  reconciliation: 'rcn',
  invoice: 'ivc',
  cardPayment: 'pay',
  cardRefund: 'crf',
  payout: 'pyo',
  bankAccount: 'bac',
  stripeAccount: 'sta',
  referral: 'ref',
  affiliateClick: 'clk',
  mission: 'msn',
  missionClaim: 'mcl',
  media: 'med',
  mediaContent: 'mct',
  mediaUpload: 'mup',
  mediaPost: 'mpt',
  connectedAccount: 'con',
  post: 'pst',
} as const

export type IdKind = keyof typeof idPrefixes

export const AccountId = idOf(idPrefixes.account, 'AccountId')
export type AccountId = z.infer<typeof AccountId>

export const SessionId = idOf(idPrefixes.session, 'SessionId')
export type SessionId = z.infer<typeof SessionId>

export const MachineId = idOf(idPrefixes.machine, 'MachineId')
export type MachineId = z.infer<typeof MachineId>

export const OfferId = idOf(idPrefixes.offer, 'OfferId')
export type OfferId = z.infer<typeof OfferId>

export const OfferAlertId = idOf(idPrefixes.offerAlert, 'OfferAlertId')
export type OfferAlertId = z.infer<typeof OfferAlertId>

export const SavedSearchId = idOf(idPrefixes.savedSearch, 'SavedSearchId')
export type SavedSearchId = z.infer<typeof SavedSearchId>

export const QuoteId = idOf(idPrefixes.quote, 'QuoteId')
export type QuoteId = z.infer<typeof QuoteId>

export const TemplateId = idOf(idPrefixes.template, 'TemplateId')
export type TemplateId = z.infer<typeof TemplateId>

export const InstanceId = idOf(idPrefixes.instance, 'InstanceId')
export type InstanceId = z.infer<typeof InstanceId>

export const TerminalId = idOf(idPrefixes.terminal, 'TerminalId')
export type TerminalId = z.infer<typeof TerminalId>

export const InstanceSessionId = idOf(idPrefixes.instanceSession, 'InstanceSessionId')
export type InstanceSessionId = z.infer<typeof InstanceSessionId>

export const InstanceListenerId = idOf(idPrefixes.instanceListener, 'InstanceListenerId')
export type InstanceListenerId = z.infer<typeof InstanceListenerId>

export const PortLinkId = idOf(idPrefixes.portLink, 'PortLinkId')
export type PortLinkId = z.infer<typeof PortLinkId>

export const TransactionId = idOf(idPrefixes.transaction, 'TransactionId')
export type TransactionId = z.infer<typeof TransactionId>

export const ApiKeyId = idOf(idPrefixes.apiKey, 'ApiKeyId')
export type ApiKeyId = z.infer<typeof ApiKeyId>

export const SshKeyId = idOf(idPrefixes.sshKey, 'SshKeyId')
export type SshKeyId = z.infer<typeof SshKeyId>

export const PasskeyId = idOf(idPrefixes.passkey, 'PasskeyId')
export type PasskeyId = z.infer<typeof PasskeyId>

export const LoginId = idOf(idPrefixes.login, 'LoginId')
export type LoginId = z.infer<typeof LoginId>

export const InvitationId = idOf(idPrefixes.invitation, 'InvitationId')
export type InvitationId = z.infer<typeof InvitationId>

export const AccessCodeId = idOf(idPrefixes.accessCode, 'AccessCodeId')
export type AccessCodeId = z.infer<typeof AccessCodeId>

export const AnnouncementId = idOf(idPrefixes.announcement, 'AnnouncementId')
export type AnnouncementId = z.infer<typeof AnnouncementId>

export const AuditId = idOf(idPrefixes.audit, 'AuditId')
export type AuditId = z.infer<typeof AuditId>

export const RenderUploadId = idOf(idPrefixes.renderUpload, 'RenderUploadId')
export type RenderUploadId = z.infer<typeof RenderUploadId>

export const RenderSceneId = idOf(idPrefixes.renderScene, 'RenderSceneId')
export type RenderSceneId = z.infer<typeof RenderSceneId>

export const RenderJobId = idOf(idPrefixes.renderJob, 'RenderJobId')
export type RenderJobId = z.infer<typeof RenderJobId>

export const RenderChunkId = idOf(idPrefixes.renderChunk, 'RenderChunkId')
export type RenderChunkId = z.infer<typeof RenderChunkId>

export const RenderCheckId = idOf(idPrefixes.renderCheck, 'RenderCheckId')
export type RenderCheckId = z.infer<typeof RenderCheckId>

export const ModelEndpointId = idOf(idPrefixes.modelEndpoint, 'ModelEndpointId')
export type ModelEndpointId = z.infer<typeof ModelEndpointId>

export const AllowanceId = idOf(idPrefixes.allowance, 'AllowanceId')
export type AllowanceId = z.infer<typeof AllowanceId>

export const GenerationId = idOf(idPrefixes.generation, 'GenerationId')
export type GenerationId = z.infer<typeof GenerationId>

export const ChatId = idOf(idPrefixes.chat, 'ChatId')
export type ChatId = z.infer<typeof ChatId>

export const ChatMessageId = idOf(idPrefixes.chatMessage, 'ChatMessageId')
export type ChatMessageId = z.infer<typeof ChatMessageId>

export const ChatShareId = idOf(idPrefixes.chatShare, 'ChatShareId')
export type ChatShareId = z.infer<typeof ChatShareId>

export const WebhookId = idOf(idPrefixes.webhook, 'WebhookId')
export type WebhookId = z.infer<typeof WebhookId>

export const WebhookDeliveryId = idOf(idPrefixes.webhookDelivery, 'WebhookDeliveryId')
export type WebhookDeliveryId = z.infer<typeof WebhookDeliveryId>

export const WebhookEventId = idOf(idPrefixes.webhookEvent, 'WebhookEventId')
export type WebhookEventId = z.infer<typeof WebhookEventId>

/** The branded type of each kind. */
export interface IdOf {
  account: AccountId
  session: SessionId
  machine: MachineId
  offer: OfferId
  quote: QuoteId
  offerAlert: OfferAlertId
  savedSearch: SavedSearchId
  template: TemplateId
  instance: InstanceId
  terminal: TerminalId
  instanceSession: InstanceSessionId
  instanceListener: InstanceListenerId
  portLink: PortLinkId
  transaction: TransactionId
  apiKey: ApiKeyId
  sshKey: SshKeyId
  passkey: PasskeyId
  login: LoginId
  invitation: InvitationId
  accessCode: AccessCodeId
  announcement: AnnouncementId
  audit: AuditId
  renderUpload: RenderUploadId
  renderScene: RenderSceneId
  renderJob: RenderJobId
  renderChunk: RenderChunkId
  renderCheck: RenderCheckId
  modelEndpoint: ModelEndpointId
  allowance: AllowanceId
  generation: GenerationId
  chat: ChatId
  chatMessage: ChatMessageId
  chatShare: ChatShareId
  webhook: WebhookId
  webhookDelivery: WebhookDeliveryId
  webhookEvent: WebhookEventId
  snapshot: SnapshotId
  instanceMove: InstanceMoveId
  volume: VolumeId
  cluster: ClusterId
  backupPlan: BackupPlanId
  backupRun: BackupRunId
  review: ReviewId
  reservation: ReservationId
  autoOrder: AutoOrderId
  wallet: WalletId
  payoutAddress: PayoutAddressId
  deposit: DepositId
  gaslessPayment: GaslessPaymentId
  coinQuote: CoinQuoteId
  promoCode: PromoCodeId
  reward: RewardId
  reconciliation: ReconciliationId
  invoice: InvoiceId
  cardPayment: CardPaymentId
  cardRefund: CardRefundId
  payout: PayoutId
  bankAccount: BankAccountId
  stripeAccount: StripeAccountId
  referral: ReferralId
  affiliateClick: AffiliateClickId
  mission: MissionId
  missionClaim: MissionClaimId
  media: MediaId
  mediaContent: MediaContentId
  mediaUpload: MediaUploadId
  mediaPost: MediaPostId
  connectedAccount: ConnectedAccountId
  post: PostId
}

export const SnapshotId = idOf(idPrefixes.snapshot, 'SnapshotId')
export type SnapshotId = z.infer<typeof SnapshotId>

export const InstanceMoveId = idOf(idPrefixes.instanceMove, 'InstanceMoveId')
export type InstanceMoveId = z.infer<typeof InstanceMoveId>

export const VolumeId = idOf(idPrefixes.volume, 'VolumeId')
export type VolumeId = z.infer<typeof VolumeId>
export const ClusterId = idOf(idPrefixes.cluster, 'ClusterId')
export type ClusterId = z.infer<typeof ClusterId>

export const BackupPlanId = idOf(idPrefixes.backupPlan, 'BackupPlanId')
export type BackupPlanId = z.infer<typeof BackupPlanId>

export const ReservationId = idOf(idPrefixes.reservation, 'ReservationId')
export type ReservationId = z.infer<typeof ReservationId>

export const AutoOrderId = idOf(idPrefixes.autoOrder, 'AutoOrderId')
export type AutoOrderId = z.infer<typeof AutoOrderId>

export const BackupRunId = idOf(idPrefixes.backupRun, 'BackupRunId')
export type BackupRunId = z.infer<typeof BackupRunId>

export const ReviewId = idOf(idPrefixes.review, 'ReviewId')
export type ReviewId = z.infer<typeof ReviewId>

export const WalletId = idOf(idPrefixes.wallet, 'WalletId')
export type WalletId = z.infer<typeof WalletId>

export const PayoutAddressId = idOf(idPrefixes.payoutAddress, 'PayoutAddressId')
export type PayoutAddressId = z.infer<typeof PayoutAddressId>

export const DepositId = idOf(idPrefixes.deposit, 'DepositId')
export type DepositId = z.infer<typeof DepositId>

export const GaslessPaymentId = idOf(idPrefixes.gaslessPayment, 'GaslessPaymentId')
export type GaslessPaymentId = z.infer<typeof GaslessPaymentId>

export const CoinQuoteId = idOf(idPrefixes.coinQuote, 'CoinQuoteId')
export type CoinQuoteId = z.infer<typeof CoinQuoteId>

export const PromoCodeId = idOf(idPrefixes.promoCode, 'PromoCodeId')
export type PromoCodeId = z.infer<typeof PromoCodeId>

export const RewardId = idOf(idPrefixes.reward, 'RewardId')
export type RewardId = z.infer<typeof RewardId>

export const ReconciliationId = idOf(idPrefixes.reconciliation, 'ReconciliationId')
export type ReconciliationId = z.infer<typeof ReconciliationId>
export const InvoiceId = idOf(idPrefixes.invoice, 'InvoiceId')
export type InvoiceId = z.infer<typeof InvoiceId>
export const CardPaymentId = idOf(idPrefixes.cardPayment, 'CardPaymentId')
export type CardPaymentId = z.infer<typeof CardPaymentId>

export const CardRefundId = idOf(idPrefixes.cardRefund, 'CardRefundId')
export type CardRefundId = z.infer<typeof CardRefundId>
export const PayoutId = idOf(idPrefixes.payout, 'PayoutId')
export type PayoutId = z.infer<typeof PayoutId>
export const BankAccountId = idOf(idPrefixes.bankAccount, 'BankAccountId')
export type BankAccountId = z.infer<typeof BankAccountId>
export const StripeAccountId = idOf(idPrefixes.stripeAccount, 'StripeAccountId')
export type StripeAccountId = z.infer<typeof StripeAccountId>

export const ReferralId = idOf(idPrefixes.referral, 'ReferralId')
export type ReferralId = z.infer<typeof ReferralId>

export const AffiliateClickId = idOf(idPrefixes.affiliateClick, 'AffiliateClickId')
export type AffiliateClickId = z.infer<typeof AffiliateClickId>

export const MissionId = idOf(idPrefixes.mission, 'MissionId')
export type MissionId = z.infer<typeof MissionId>

export const MissionClaimId = idOf(idPrefixes.missionClaim, 'MissionClaimId')
export type MissionClaimId = z.infer<typeof MissionClaimId>
export const MediaId = idOf(idPrefixes.media, 'MediaId')
export type MediaId = z.infer<typeof MediaId>

export const MediaContentId = idOf(idPrefixes.mediaContent, 'MediaContentId')
export type MediaContentId = z.infer<typeof MediaContentId>

export const MediaUploadId = idOf(idPrefixes.mediaUpload, 'MediaUploadId')
export type MediaUploadId = z.infer<typeof MediaUploadId>

export const MediaPostId = idOf(idPrefixes.mediaPost, 'MediaPostId')
export type MediaPostId = z.infer<typeof MediaPostId>
export const ConnectedAccountId = idOf(idPrefixes.connectedAccount, 'ConnectedAccountId')
export type ConnectedAccountId = z.infer<typeof ConnectedAccountId>

export const PostId = idOf(idPrefixes.post, 'PostId')
export type PostId = z.infer<typeof PostId>
